import { createFairReader, type FairReader, placeStart, type Turn, type Window } from '@wardline/ports'
import type { BusStore } from './bus-store.ts'
import type { FetchAnswer, FetchedRun, SubscriberSpec } from './methods.ts'
import type { Offsets } from './offsets.ts'
import { tenantOfLine } from './tenant-of-line.ts'

/** Approximate maximum that one fetch moves; a batch of the largest events then takes several. */
const FETCH_BYTES = 4 * 1_048_576
/** Windows ahead that are looked at in one turn of this thread. */
const LOOKS = 2

interface Subscriber extends SubscriberSpec {
  readonly id: number
  readonly owner: number
  /** By topic, from when the subscriber first has it. */
  readonly readers: Map<string, FairReader>
  /** What was fetched last, until it is handled. */
  fetched: { readonly topic: string; readonly turn: Turn } | undefined
  /** Which topic is read first: they take turns. */
  turn: number
  /** Makes the waiting fetch check again, or end. */
  wake: ((what: 'look' | 'end') => void) | undefined
}

/**
 * The subscribers of the topics. In each group, one subscriber at a time has a topic; the next in line takes over when
 * it leaves, or its thread ends.
 */
export interface Subscribers {
  /** @param owner the connection, for {@link Subscribers.disconnect}. */
  join(owner: number, spec: SubscriberSpec): { readonly subscriber: number; readonly lag: number }
  fetch(id: number, waitMs: number, handled: boolean): Promise<FetchAnswer>
  wake(id: number): void
  leave(id: number, handled: boolean): void
  disconnect(owner: number): void
  /** Wakes the waiting fetches after events were committed. */
  wakeAll(): void
}

export function createSubscribers(bus: BusStore, offsets: Offsets, onMoved: () => void): Subscribers {
  const all = new Map<number, Subscriber>()
  let lastId = 0

  /** The first subscriber that joined has the topic. */
  const has = (s: Subscriber, topic: string): boolean => {
    for (const other of all.values()) if (other.group === s.group && other.topics.includes(topic)) return other === s
    return false
  }
  const lagOf = (s: Subscriber): number =>
    s.topics.reduce((sum, topic) => sum + Math.max(0, bus.end(topic) - placeStart(offsets.place(s.group, topic))), 0)
  const readerOf = (s: Subscriber, topic: string): FairReader => {
    const made = s.readers.get(topic) ?? createFairReader(offsets.place(s.group, topic), s)
    s.readers.set(topic, made)
    made.startAt(bus.start(topic))
    return made
  }
  const settle = (s: Subscriber, topic: string, turn: Turn): void => {
    const reader = readerOf(s, topic)
    reader.settle(turn)
    offsets.move(s.group, topic, reader.place)
    onMoved()
  }
  const settleFetched = (s: Subscriber, handled: boolean): void => {
    const { fetched } = s
    s.fetched = undefined
    if (handled && fetched && has(s, fetched.topic)) settle(s, fetched.topic, fetched.turn)
  }

  /** One look at a topic: a run, or whether it is worth to look again, because the reader has only looked ahead. */
  const look = (s: Subscriber, topic: string): FetchedRun | 'again' | undefined => {
    const reader = readerOf(s, topic)
    const end = bus.end(topic)
    const from = reader.next(end)
    const run = from === undefined ? undefined : bus.read(topic, from, s.max, FETCH_BYTES)
    if (!run) return undefined
    const turn = reader.choose(windowOf(run, end, s.inOrder))
    if (turn.take.length === 0) {
      settle(s, topic, turn)
      return 'again'
    }
    s.fetched = { topic, turn }
    const body = turn.take.map(i => run.lines[i]).join('\n')
    return { topic, offsets: turn.take.map(i => run.base + i), body, after: turn.after }
  }
  const next = async (s: Subscriber): Promise<FetchedRun | null> => {
    for (let i = 0; i < s.topics.length; i++) {
      const at = (s.turn + i) % s.topics.length
      const topic = s.topics[at] as string
      for (let looks = 1; all.has(s.id) && has(s, topic); looks++) {
        const found = look(s, topic)
        if (found === undefined) break
        if (found !== 'again') {
          s.turn = (at + 1) % s.topics.length
          return found
        }
        // Looking ahead through a long backlog must not hold up what else this thread does.
        if (looks % LOOKS === 0) await new Promise<void>(resolve => setImmediate(resolve))
      }
    }
    return null
  }

  const leave = (id: number, handled: boolean): void => {
    const s = all.get(id)
    if (!s) return
    settleFetched(s, handled)
    all.delete(id)
    s.wake?.('end')
    for (const other of all.values()) if (other.group === s.group) other.wake?.('look')
  }

  return {
    join(owner, spec) {
      const id = ++lastId
      for (const topic of spec.topics) {
        offsets.join(spec.group, topic, bus.start(topic))
        onMoved()
      }
      const made: Subscriber = { ...spec, id, owner, readers: new Map(), fetched: undefined, turn: 0, wake: undefined }
      all.set(id, made)
      return { subscriber: id, lag: lagOf(made) }
    },
    async fetch(id, waitMs, handled) {
      const s = all.get(id)
      if (!s) return { run: null, lag: 0 }
      settleFetched(s, handled)
      const until = performance.now() + waitMs
      for (;;) {
        const run = await next(s)
        const left = until - performance.now()
        if (run || left <= 0 || !all.has(id)) return { run, lag: lagOf(s) }
        const what = await new Promise<'look' | 'end'>(resolve => {
          const timer = setTimeout(() => resolve('end'), left)
          s.wake = reason => {
            clearTimeout(timer)
            resolve(reason)
          }
        })
        s.wake = undefined
        if (what === 'end') return { run: null, lag: lagOf(s) }
      }
    },
    wake(id) {
      all.get(id)?.wake?.('end')
    },
    leave,
    disconnect(owner) {
      for (const s of [...all.values()]) if (s.owner === owner) leave(s.id, false)
    },
    wakeAll() {
      for (const s of all.values()) s.wake?.('look')
    },
  }
}

/** A group that takes everything in order needs no tenants. */
function windowOf({ base, lines }: { base: number; lines: readonly string[] }, end: number, inOrder: boolean): Window {
  return {
    from: base,
    end: base + lines.length,
    offsets: lines.map((_, i) => base + i),
    tenants: inOrder ? [] : lines.map(tenantOfLine),
    more: base + lines.length < end,
  }
}
