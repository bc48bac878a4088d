import { takeRound } from '../rounds.ts'
import type { Gate } from '../snapshot/gate.ts'
import { isSqliteFault, storageProblem } from '../sqlite/faults.ts'
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

interface Parts {
  readonly gate: Pick<Gate, 'within'>
  readonly bus: BusStore
  readonly registry: RegistryStore
  readonly offsets: Offsets
  /** After a round that put events on the bus. */
  readonly onPublished: () => void
}

export function createGroupCommit({ gate, bus, registry, offsets, onPublished }: Parts): GroupCommit {
  const { outbox } = registry
  const publishes: Pending<readonly Lines[], undefined>[] = []
  const changes: Pending<() => WriteAnswer | boolean, WriteAnswer | boolean>[] = []
  let settlers: (() => void)[] = []
  let scheduled = false
  let idle: NodeJS.Timeout | undefined

  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(round)
  }
  const change = <R extends WriteAnswer | boolean>(task: () => R): Promise<R> =>
    new Promise((resolve, reject) => {
      changes.push({ task, resolve: resolve as (answer: WriteAnswer | boolean) => void, reject })
      schedule()
    })

  function commitDocuments(): void {
    const batch = takeRound(changes, () => 1, ROUND_WRITES)
    if (batch.length === 0 && !outbox.clearable) return
    const answers: (() => void)[] = []
    try {
      registry.transaction(() => {
        if (outbox.clearable) outbox.clear()
        for (const { task, resolve, reject } of batch)
          try {
            const answer = task()
            answers.push(() => resolve(answer))
          } catch (fault) {
            if (isSqliteFault(fault)) throw fault
            answers.push(() => reject(fault as Error))
          }
      })
      outbox.committed()
    } catch (fault) {
      outbox.rolledBack()
      const problem = storageProblem(fault)
      answers.length = 0
      for (const { reject } of batch) answers.push(() => reject(problem))
    }
    for (const answer of answers) answer()
  }

  function commitEvents(): void {
    const batch = takeRound(publishes, p => sizeOf(p.task), ROUND_BYTES)
    if (batch.length === 0 && outbox.waiting === 0) return
    outbox.stage(bus)
    for (const { task } of batch) for (const lines of task) bus.stage(lines)
    const failed = bus.commit()
    if (failed.size === 0) outbox.published()
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
    }
  }

  return {
    publish(lines) {
      for (const { topic } of lines) bus.admit(topic)
      return new Promise((resolve, reject) => {
        publishes.push({ task: lines, resolve, reject })
        schedule()
      })
    },
    write: w => change(() => registry.write(w)),
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
