import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Handlers, serve } from '../rpc/server.ts'
import { clockFrom } from '../rpc/shared-clock.ts'
import { openGate } from '../snapshot/gate.ts'
import type { WorkerStart } from '../thread-start.ts'
import { createGroupPut } from './group-put.ts'
import type { WriterMethods } from './methods.ts'
import { openIndexWriter } from './writer.ts'

/** The one thread that writes the log index. */
const { dataDir, settings, clockCell } = workerData as WorkerStart
const gate = openGate(dataDir)
const writer = openIndexWriter(join(dataDir, 'index'), settings.openPartitions, clockFrom(clockCell), gate.within)
const puts = createGroupPut(writer)

const handlers: Handlers<WriterMethods> = {
  put: batch => puts.put(batch),
  async seal(id) {
    await writer.seal(id)
    return undefined
  },
  drop(id) {
    writer.drop(id)
    return undefined
  },
  erase: ({ id, events }) => writer.erase(id, events),
  async shutdown() {
    await puts.settled()
    writer.close()
    gate.close()
    setImmediate(() => process.exit(0))
    return undefined
  },
}

let connections = 0
parentPort?.on('message', ({ port }: { port: MessagePort }) => serve(port, { id: ++connections }, handlers, () => {}))
parentPort?.postMessage('ready')
