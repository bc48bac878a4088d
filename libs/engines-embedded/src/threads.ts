import { type MessagePort, Worker } from 'node:worker_threads'
import type { ThreadMessage, WorkerStart } from './thread-start.ts'

export interface StorageThread {
  /** Gives the thread one end of a channel to serve. */
  serve(port: MessagePort): void
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>
  terminate(): Promise<void>
}

/**
 * Starts a storage thread; resolves when it is ready. @throws Error with the reason why it could not start. `onFault`:
 * it died later.
 */
export function startThread(
  url: URL,
  start: WorkerStart,
  onFault: (error: Error) => void,
  onWarning: (warning: string) => void,
): Promise<StorageThread> {
  const worker = new Worker(url, { workerData: start, name: url.pathname.split('/').slice(-2).join('/') })
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message !== 'ready') return onWarning(message.warning)
      resolve({
        serve: port => worker.postMessage({ port }, [port]),
        ended,
        async terminate() {
          await worker.terminate()
        },
      })
    })
    worker.on('error', error => {
      reject(error)
      onFault(error as Error)
    })
    const ended = new Promise<void>(done =>
      worker.once('exit', code => {
        if (code !== 0) onFault(new Error(`a storage thread ended with code ${code}`))
        done()
      }),
    )
  })
}
