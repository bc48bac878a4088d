import type { DiskRoom } from '../room/disk-room.ts'
import type { Reserve } from '../room/reserve.ts'
import { takeRound } from '../rounds.ts'
import type { Gate } from '../snapshot/gate.ts'
import { isOutOfRoom, isSqliteFault, storageFull, storageProblem } from '../sqlite/faults.ts'
import type { BusStore, Lines } from './bus-store.ts'
import type { Offsets } from './offsets.ts'
import type { RegistryStore } from './registry-store.ts'
import type { RowRef, RowWrite, WriteAnswer } from './rows.ts'

/** Approximate maximum that one round writes: it limits how long a read waits for the thread. */
const ROUND_BYTES = 4 * 1_048_576
const ROUND_WRITES = 500
/** How long published rows may stay in the outbox, and how soon a failed relay tries again. */
const IDLE_MS = 200

interface Pending<T, R> {
  readonly task: T
  readonly resolve: (answer: R) => void
  readonly reject: (error: Error) => void
}

/**
 * Everything that arrives while a round is being written becomes one transaction per file in the next. A round writes
 * documents with their events, then the topics (published events and those waiting in the outbox), then the positions
 * of the groups.
 */
export interface GroupCommit {
  publish(lines: readonly Lines[]): Promise<undefined>
  write(w: RowWrite): Promise<WriteAnswer>
  remove(ref: RowRef & { readonly expect: number }): Promise<boolean>
  /** Resolves when the rounds asked for so far are done. */
  settled(): Promise<void>
  /** There are positions to save, or events in the outbox. */
  wake(): void
  stop(): void
}

/** A change of documents. Without a `refusal` it may be made: else this is why it may not. */
interface Change {
  readonly make: () => WriteAnswer | boolean
  readonly refusal: () => Error | undefined
}

interface Parts {
  readonly gate: Pick<Gate, 'within'>
  readonly room: DiskRoom
  readonly reserve: Pick<Reserve, 'admits' | 'makeRoom' | 'maxWrites' | 'prepare'>
  readonly bus: BusStore
  readonly registry: RegistryStore
  readonly offsets: Offsets
  /** After a round that put events on the bus. */
  readonly onPublished: () => void
}

export function createGroupCommit({ gate, room, reserve, bus, registry, offsets, onPublished }: Parts): GroupCommit {
  const { outbox } = registry
  const publishes: Pending<readonly Lines[], undefined>[] = []
  const changes: Pending<Change, WriteAnswer | boolean>[] = []
  let settlers: (() => void)[] = []
  let scheduled = false
  let idle: NodeJS.Timeout | undefined

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(round)
  }
  const change = <R extends WriteAnswer | boolean>(make: () => R, refusal = (): Error | undefined => undefined) =>
    new Promise<R>((resolve, reject) => {
      changes.push({ task: { make, refusal }, resolve: resolve as (answer: WriteAnswer | boolean) => void, reject })
      schedule()
    })
  /** On a full disk only essential documents are written, while the reserve lasts. */
  const refusalOf = ({ collection, expect }: RowWrite): Error | undefined => {
    if (room.level() !== 'reserve_only') return undefined
    if (!registry.isEssential(collection)) return storageFull('the disk is full')
    return reserve.admits(expect === 'absent') ? undefined : storageFull('the disk is full, and the reserve is used up')
  }

  function commitDocuments(): void {
    const onlyReserve = room.level() === 'reserve_only'
    const batch = takeRound(changes, () => 1, onlyReserve ? reserve.maxWrites : ROUND_WRITES)
    if (batch.length === 0 && !outbox.clearable) return
    let answers: (() => void)[]
    try {
      reserve.prepare(onlyReserve)
      answers = inOneTransaction(batch)
    } catch (fault) {
      const problem = storageProblem(fault)
      answers = batch.map(
        ({ reject }) =>
          () =>
            reject(problem),
      )
    }
    for (const answer of answers) answer()
  }

  /** Returns the answers to give now that it is durable. Without room it makes some, and tries once more. */
  function inOneTransaction(batch: typeof changes, again = true): (() => void)[] {
    const answers: (() => void)[] = []
    try {
      registry.transaction(() => {
        if (outbox.clearable) outbox.clear()
        for (const { task, resolve, reject } of batch)
          try {
            const refused = task.refusal()
            if (refused) throw refused
            const answer = task.make()
            answers.push(() => resolve(answer))
          } catch (fault) {
            if (isSqliteFault(fault)) throw fault
            answers.push(() => reject(fault as Error))
          }
      })
      outbox.committed()
      return answers
    } catch (fault) {
      outbox.rolledBack()
      if (!again || !isOutOfRoom(fault)) throw fault
      reserve.makeRoom()
      if (batch.length <= reserve.maxWrites) return inOneTransaction(batch, false)
      // More than the log may have room for: they go in smaller rounds.
      changes.unshift(...batch)
      return []
    }
  }

  function commitEvents(): void {
    const batch = takeRound(publishes, p => sizeOf(p.task), ROUND_BYTES)
    const relays = outbox.waiting > 0 && room.level() !== 'reserve_only'
    if (batch.length === 0 && !relays) return
    if (relays) outbox.stage(bus)
    for (const { task } of batch) for (const lines of task) bus.stage(lines)
    const failed = bus.commit()
    if (failed.size === 0 && relays) outbox.published()
    if ([...failed.values()].some(isOutOfRoom)) room.failed()
    for (const { task, resolve, reject } of batch) {
      const fault = task.map(lines => failed.get(lines.topic)).find(f => f)
      if (fault) reject(storageProblem(fault))
      else resolve(undefined)
    }
    onPublished()
  }

  function round(): void {
    scheduled = false
    const done = settlers
    settlers = []
    gate.within(() => {
      commitDocuments()
      commitEvents()
      if (offsets.dirty) savePlaces()
    })
    for (const settle of done) settle()
    if (changes.length > 0 || publishes.length > 0 || settlers.length > 0) schedule()
    else if (outbox.clearable || outbox.waiting > 0) {
      clearTimeout(idle)
      idle = setTimeout(schedule, IDLE_MS)
    }
  }

  /** A position that cannot be written now is written with a later round: until then a crash repeats some events. */
  function savePlaces(): void {
    try {
      offsets.save()
    } catch (fault) {
      if (!isSqliteFault(fault)) throw fault
      if (isOutOfRoom(fault)) room.failed()
    }
  }

  return {
    publish(lines) {
      for (const { topic } of lines) bus.admit(topic, room.level())
      return new Promise((resolve, reject) => {
        publishes.push({ task: lines, resolve, reject })
        schedule()
      })
    },
    write: w =>
      change(
        () => registry.write(w),
        () => refusalOf(w),
      ),
    // It needs no room but in the log, and gives some back.
    remove: ref => change(() => registry.remove(ref)),
    async settled() {
      do {
        await new Promise<void>(resolve => {
          settlers.push(resolve)
          schedule()
        })
      } while (changes.length > 0 || publishes.length > 0)
    },
    wake: schedule,
    stop() {
      clearTimeout(idle)
    },
  }
}

const sizeOf = (lines: readonly Lines[]): number => lines.reduce((sum, l) => sum + l.body.length, 0)
