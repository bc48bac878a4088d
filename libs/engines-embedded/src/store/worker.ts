import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { carryFolderForward } from '../format/folder-format.ts'
import { watchDiskRoom } from '../room/disk-room.ts'
import { createReserve, makeRoomToStart } from '../room/reserve.ts'
import { reserveFile } from '../room/reserve-file.ts'
import { type Handlers, serve } from '../rpc/server.ts'
import { clockFrom } from '../rpc/shared-clock.ts'
import { openGate } from '../snapshot/gate.ts'
import { logOf, REGISTRY_FILE } from '../sqlite/database-files.ts'
import { isOutOfRoom, storageFull } from '../sqlite/faults.ts'
import { lockDataDir } from '../sqlite/lock.ts'
import { inSteps } from '../sqlite/purge.ts'
import { type WorkerStart, warn } from '../thread-start.ts'
import { openBusStore } from './bus-store.ts'
import { createGroupCommit } from './group-commit.ts'
import type { StoreMethods } from './methods.ts'
import { openOffsets } from './offsets.ts'
import { openRegistryStore } from './registry-store.ts'
import { createSubscribers } from './subscribers.ts'

/** The one thread that writes the bus and the registry. It holds the lock of the data folder. */
const { dataDir, settings, clockCell } = workerData as WorkerStart
const clock = clockFrom(clockCell)
const lock = lockDataDir(dataDir)
const room = watchDiskRoom(dataDir, settings.reserveBytes)
const kept = {
  log: logOf(join(dataDir, REGISTRY_FILE)),
  total: settings.reserveBytes,
  room,
  file: reserveFile(dataDir),
}
const startsFull = makeRoomToStart(kept)
carryFolderForward(dataDir)
const gate = openGate(dataDir)
const bus = openBusStore(join(dataDir, 'bus'), settings, clock)
const offsets = openOffsets(join(dataDir, 'bus', 'groups.sqlite'))
const registry = openRegistryStore(join(dataDir, REGISTRY_FILE))
const { outbox, space } = registry
const reserve = createReserve({ ...kept, space })
if (startsFull) reserve.prepare(true)
const commits = createGroupCommit({
  gate,
  room,
  reserve,
  bus,
  registry,
  offsets,
  onPublished: () => subscribers.wakeAll(),
})
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

/** While the reserve is incomplete, a step each time; then a look at it now and then. */
const [STEPS_MS, LOOKS_MS] = [20, 1000]
let keeping: NodeJS.Timeout | undefined
function keepReserve(): void {
  let more = false
  try {
    more = gate.within(() => reserve.keep())
  } catch (fault) {
    warn('the reserve cannot be kept', fault)
  }
  keeping = setTimeout(keepReserve, more ? STEPS_MS : LOOKS_MS)
}

/** What a full disk keeps from being saved is repeated after the next start. */
function saveLast(): void {
  try {
    if (offsets.dirty) offsets.save()
  } catch (fault) {
    if (!isOutOfRoom(fault)) throw fault
  }
}

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
  declare(spec) {
    reserve.withRoom(() => registry.declare(spec))
    return undefined
  },
  read: ref => registry.read(ref),
  list: request => registry.list(request),
  count: ({ collection, tenant, where, max }) => registry.count(collection, tenant, where, max),
  write: w => commits.write(w),
  remove: ref => commits.remove(ref),
  findByUnique: ({ collection, key, value }) => registry.findByUnique(collection, key, value),
  async purge() {
    // It gives the log's room back to the disk.
    if (room.level() !== 'enough') throw storageFull('the disk is full')
    reserve.prepare(false)
    // Twice: what was published is removed from the outbox by the round after.
    await commits.settled()
    await commits.settled()
    await inSteps(registry.purge(), gate.within)
    while (gate.within(() => reserve.keepLog()));
    return undefined
  },
  topics: ({ groups }) => bus.places(topic => offsets.hindmost(topic, groups)),
  async maintain() {
    await maintain()
    return undefined
  },
  status: () => ({ topics: bus.status(topic => offsets.hindmost(topic)), waitingInOutbox: outbox.waiting }),
  startRoom({ more }) {
    if (more) reserve.giveFile()
    else if (room.level() === 'reserve_only') reserve.keepFile()
    return undefined
  },
  storage: () => ({
    level: room.level(),
    freeBytes: room.free(),
    reserveBytes: reserve.total,
    heldBytes: reserve.held(),
    busBytes: bus.bytes,
    busQuotaBytes: settings.busQuotaBytes,
  }),
  async shutdown() {
    clearInterval(timer)
    clearTimeout(keeping)
    await commits.settled()
    await commits.settled()
    commits.stop()
    saveLast()
    for (const file of [bus, offsets, registry, gate]) file.close()
    // Closing them has given back their logs: the next start on a full disk may need as much.
    reserve.keepFile()
    lock.close()
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
if (reserve.total > 0) keepReserve()
parentPort?.postMessage('ready')
