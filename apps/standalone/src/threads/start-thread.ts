import { Worker } from 'node:worker_threads'
import type { MetricsSnapshot, ServicesHealth } from '@wardline/host'
import type { ThreadAnswer, ThreadRequest, ThreadStart } from './protocol.ts'

/** The longest wait for a thread's reply about its state. */
const ANSWER_MS = 5_000

export interface ServiceThread {
  readonly name: string
  health(): Promise<ServicesHealth>
  metrics(): Promise<MetricsSnapshot>
  stop(): Promise<void>
}

/**
 * Starts the consuming halves and jobs of services in their own thread. Resolves when it consumes. `onFault`: the
 * thread has died of an error.
 */
export function startThread(start: ThreadStart, onFault: (error: Error) => void): Promise<ServiceThread> {
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), {
    workerData: start,
    transferList: [start.engines],
    name: start.name,
  })
  const waiting = new Map<number, (answer: ThreadAnswer) => void>()
  let nextId = 1
  let stopping = false

  const ask = (question: ThreadRequest['ask'], withinMs: number): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => {
      const id = nextId++
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error(`the ${start.name} thread did not respond`))
      }, withinMs)
      waiting.set(id, answer => {
        clearTimeout(timer)
        resolve(answer)
      })
      worker.postMessage({ id, ask: question } satisfies ThreadRequest)
    })

  const thread: ServiceThread = {
    name: start.name,
    async health() {
      const answer = await ask('health', ANSWER_MS)
      return 'health' in answer ? answer.health : { live: false, groups: [] }
    },
    async metrics() {
      const answer = await ask('metrics', ANSWER_MS)
      return 'metrics' in answer ? answer.metrics : []
    },
    async stop() {
      stopping = true
      await ask('stop', 30_000)
      await worker.terminate()
    },
  }

  return new Promise((resolve, reject) => {
    worker.on('message', (answer: ThreadAnswer) => {
      if ('started' in answer) return resolve(thread)
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    worker.on('error', error => {
      reject(error)
      onFault(error as Error)
    })
    worker.on('exit', code => {
      if (!stopping) onFault(new Error(`the ${start.name} thread ended with code ${code}`))
    })
  })
}
