import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Handlers, serve } from '../rpc/server.ts'
import type { WorkerStart } from '../thread-start.ts'
import { createGroupPut } from './group-put.ts'
import type { WriterMethods } from './methods.ts'
import { openIndexWriter } from './writer.ts'

/** The one thread that writes the log index. */
const { dataDir, settings } = workerData as WorkerStart
const writer = openIndexWriter(join(dataDir, 'index'), settings.openPartitions)
const puts = createGroupPut(writer)

const handlers: Handlers<WriterMethods> = {
  put: batch => puts.put(batch),
  async shutdown() {
    await puts.settled()
    writer.close()
    setImmediate(() => process.exit(0))
    return undefined
  },
}

let connections = 0
parentPort?.on('message', ({ port }: { port: MessagePort }) => serve(port, { id: ++connections }, handlers, () => {}))
parentPort?.postMessage('ready')
