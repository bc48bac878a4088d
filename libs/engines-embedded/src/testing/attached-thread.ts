// A thread that consumes and reports what it handled. See ../threads.test.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { NUMBERED } from '@wardline/ports/testing'
import { attachEmbedded } from '../index.ts'

const { bus } = attachEmbedded(workerData as MessagePort)
await bus.subscribe({
  group: 'g',
  kinds: [NUMBERED],
  async handle(batch) {
    parentPort?.postMessage(batch.map(d => d.envelope.subject.id))
    return batch.map(() => 'ok')
  },
})
parentPort?.postMessage(['ready'])
