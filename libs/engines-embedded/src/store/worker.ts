import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { carryFolderForward } from '../format/folder-format.ts'
import { type Handlers, serve } from '../rpc/server.ts'
import { clockFrom } from '../rpc/shared-clock.ts'
import { openGate } from '../snapshot/gate.ts'
import { lockDataDir } from '../sqlite/lock.ts'
import { type WorkerStart, warn } from '../thread-start.ts'
import { openBusStore } from './bus-store.ts'
import { createGroupCommit } from './group-commit.ts'
import type { StoreMethods } from './methods.ts'
import { openOffsets } from './offsets.ts'
import { openRegistryStore, REGISTRY_FILE } from './registry-store.ts'
import { createSubscribers } from './subscribers.ts'

/** The one thread that writes the bus and the registry. It holds the lock of the data folder. */
const { dataDir, settings, clockCell } = workerData as WorkerStart
const clock = clockFrom(clockCell)
const lock = lockDataDir(dataDir)
carryFolderForward(dataDir)
const gate = openGate(dataDir)
const bus = openBusStore(join(dataDir, 'bus'), settings, clock)
const offsets = openOffsets(join(dataDir, 'bus', 'groups.sqlite'))
const registry = openRegistryStore(join(dataDir, REGISTRY_FILE))
const { outbox } = registry
const commits = createGroupCommit({ gate, bus, registry, offsets, onPublished: () => subscribers.wakeAll() })
const subscribers = createSubscribers(bus, offsets, () => commits.wake())

/** In small steps, each in its own turn, so that no call waits long for the thread. */
async function maintain(): Promise<void> {
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
  while (gate.within(() => bus.dropOne(topic => offsets.hindmost(topic)))) await turn()
  for (;;) {
    const expired = registry.expired(clock.now(), 200)
    const removed = await Promise.all(expired.map(ref => commits.remove(ref)))
    if (!removed.includes(true)) return
  }
}
const timer = setInterval(
  () => void maintain().catch(fault => warn('maintenance failed', fault)),
  settings.maintenanceMs,
)

const handlers: Handlers<StoreMethods> = {
  publish: lines => commits.publish(lines),
  subscribe: (spec, from) => subscribers.join(from.id, spec),
  fetch: ({ subscriber, waitMs, handled }) => subscribers.fetch(subscriber, waitMs, handled),
  wake: ({ subscriber }) => void subscribers.wake(subscriber),
  async leave({ subscriber, handled }) {
    subscribers.leave(subscriber, handled)
    await commits.settled()
    return undefined
  },
  end: ({ topic }) => bus.end(topic),
  declare: spec => void registry.declare(spec),
  read: ref => registry.read(ref),
  list: request => registry.list(request),
  count: ({ collection, tenant, where, max }) => registry.count(collection, tenant, where, max),
  write: w => commits.write(w),
  remove: ref => commits.remove(ref),
  findByUnique: ({ collection, key, value }) => registry.findByUnique(collection, key, value),
  async maintain() {
    await maintain()
    return undefined
  },
  status: () => ({ topics: bus.status(topic => offsets.hindmost(topic)), waitingInOutbox: outbox.waiting }),
  async shutdown() {
    clearInterval(timer)
    await commits.settled()
    await commits.settled()
    commits.stop()
    if (offsets.dirty) offsets.save()
    for (const file of [bus, offsets, registry, gate, lock]) file.close()
    // Answered first: the port's close comes after its last message.
    setImmediate(() => process.exit(0))
    return undefined
  },
}

let connections = 0
parentPort?.on('message', ({ port }: { port: MessagePort }) => {
  serve(port, { id: ++connections }, handlers, from => subscribers.disconnect(from.id))
})
if (outbox.waiting > 0) commits.wake()
parentPort?.postMessage('ready')
