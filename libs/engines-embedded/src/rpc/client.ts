import type { MessagePort } from 'node:worker_threads'
import { Problem } from '@wardline/kernel'
import { errorOf, type Methods, type Reply } from './protocol.ts'

export interface RpcClient<M extends Methods> {
  /**
   * @param weight bytes that the call occupies until it is answered, counted against the limit.
   * @throws Problem `unavailable` when the limit is reached or the worker is gone; what the worker threw otherwise.
   */
  call<K extends keyof M & string>(method: K, body: M[K]['body'], weight?: number): Promise<M[K]['answer']>
  /** Whether the channel or the worker is gone: every call is rejected. */
  readonly closed: boolean
  close(): void
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly weight: number
}

/** Calls the worker at the other end of a port. `before` runs before every call. */
export function createRpcClient<M extends Methods>(
  port: MessagePort,
  limitBytes: number,
  before: () => void = () => {},
): RpcClient<M> {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let held = 0
  let closed = false

  port.on('message', (reply: Reply) => {
    const call = waiting.get(reply.id)
    if (!call) return
    waiting.delete(reply.id)
    held -= call.weight
    if ('fault' in reply) call.reject(errorOf(reply.fault))
    else call.resolve(reply.answer as never)
  })
  port.on('close', () => {
    closed = true
    for (const call of waiting.values()) call.reject(gone())
    waiting.clear()
  })

  return {
    call(method, body, weight = 0) {
      if (closed) return Promise.reject(gone())
      if (weight > 0 && held > 0 && held + weight > limitBytes)
        return Promise.reject(new Problem('unavailable', { detail: 'the storage queue is full' }))
      before()
      return new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject, weight })
        held += weight
        port.postMessage({ id, method, body })
      })
    },
    get closed() {
      return closed
    },
    close: () => port.close(),
  }
}

const gone = (): Problem => new Problem('unavailable', { detail: 'the storage thread is gone' })
