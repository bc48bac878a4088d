import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Problem, workInBackground } from '@wardline/kernel'
import { watchDiskRoom } from '../room/disk-room.ts'
import { type Handlers, serve } from '../rpc/server.ts'
import { clockFrom } from '../rpc/shared-clock.ts'
import { openGate } from '../snapshot/gate.ts'
import { storageFull } from '../sqlite/faults.ts'
import { type WorkerStart, warn } from '../thread-start.ts'
import { createGroupPut } from './group-put.ts'
import type { WriterMethods } from './methods.ts'
import { openIndexWriter } from './writer.ts'

/** The one thread that writes the log index. */
const { dataDir, settings, clockCell } = workerData as WorkerStart
workInBackground()
const gate = openGate(dataDir)
const room = watchDiskRoom(dataDir, settings.reserveBytes)
const unreadable = (fault: unknown): void => warn('the ids of a partition cannot be read', fault)
const writer = openIndexWriter(
  join(dataDir, 'index'),
  settings.openPartitions,
  clockFrom(clockCell),
  gate.within,
  unreadable,
)
const puts = createGroupPut(writer)

const LATER_MS = 500
let closing = false
/** Puts wait until the existing event ids are known; other calls get their turn between two steps. */
async function learn(): Promise<void> {
  for (const step of writer.learn()) {
    if (closing) throw new Problem('unavailable', { detail: 'the storage is being closed' })
    await new Promise(resolve => (step === 'later' ? setTimeout(resolve, LATER_MS) : setImmediate(resolve)))
  }
}
const learned = learn()
learned.catch(() => {})

const handlers: Handlers<WriterMethods> = {
  async put(batch) {
    // Not even behind the learning, which may wait for the same disk.
    if (room.level() === 'reserve_only') return batch.eventIds.map(() => 'retry')
    await learned
    return puts.put(batch)
  },
  async seal(id) {
    // It copies the partition.
    if (room.level() !== 'enough') throw storageFull('the disk is full')
    await writer.seal(id)
    return undefined
  },
  drop(id) {
    writer.drop(id)
    return undefined
  },
  erase: ({ id, events }) => writer.erase(id, events),
  async purge(id) {
    await writer.purge(id)
    return undefined
  },
  async shutdown() {
    closing = true
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
