import type { MessagePort } from 'node:worker_threads'
import { faultOf, type Methods, type Reply, type Request } from './protocol.ts'

/** One thread that is attached to a worker. */
export interface Connection {
  readonly id: number
}

export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (body: M[K]['body'], from: Connection) => M[K]['answer'] | Promise<M[K]['answer']>
}

/** Answers the requests of one port; `onClose` when its other end is gone. */
export function serve<M extends Methods>(
  port: MessagePort,
  from: Connection,
  handlers: Handlers<M>,
  onClose: (from: Connection) => void,
): void {
  const reply = (message: Reply): void => port.postMessage(message)
  port.on('message', ({ id, method, body }: Request) => {
    try {
      const answer = handlers[method as keyof M]?.(body, from)
      if (answer instanceof Promise)
        answer.then(
          value => reply({ id, answer: value }),
          error => reply({ id, fault: faultOf(error) }),
        )
      else reply({ id, answer })
    } catch (error) {
      reply({ id, fault: faultOf(error) })
    }
  })
  port.on('close', () => onClose(from))
}
