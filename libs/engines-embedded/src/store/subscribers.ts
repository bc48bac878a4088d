import type { BusStore } from './bus-store.ts'
import type { FetchAnswer, Place } from './methods.ts'
import type { Offsets } from './offsets.ts'

/** Approximate maximum that one fetch moves; a batch of the largest events then takes several. */
const FETCH_BYTES = 4 * 1_048_576

interface Subscriber {
  readonly id: number
  readonly owner: number
  readonly group: string
  readonly topics: readonly string[]
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
  join(owner: number, group: string, topics: readonly string[]): { readonly subscriber: number; readonly lag: number }
  fetch(id: number, max: number, waitMs: number, handled?: Place): Promise<FetchAnswer>
  wake(id: number): void
  leave(id: number, handled?: Place): void
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
    s.topics.reduce((sum, topic) => sum + Math.max(0, bus.end(topic) - offsets.place(s.group, topic)), 0)

  const moveTo = (s: Subscriber, place: Place | undefined): void => {
    if (!place || !has(s, place.topic) || place.next <= offsets.place(s.group, place.topic)) return
    offsets.move(s.group, place.topic, Math.min(place.next, bus.end(place.topic)))
    onMoved()
  }
  const next = (s: Subscriber, max: number): FetchAnswer['run'] => {
    for (let i = 0; i < s.topics.length; i++) {
      const topic = s.topics[(s.turn + i) % s.topics.length] as string
      if (!has(s, topic)) continue
      const place = Math.max(offsets.place(s.group, topic), bus.start(topic))
      if (place >= bus.end(topic)) continue
      const run = bus.read(topic, place, max, FETCH_BYTES)
      if (!run) continue
      s.turn = (s.turn + i + 1) % s.topics.length
      return { topic, base: run.base, body: run.lines.join('\n') }
    }
    return null
  }

  const leave = (id: number, handled?: Place): void => {
    const s = all.get(id)
    if (!s) return
    moveTo(s, handled)
    all.delete(id)
    s.wake?.('end')
    for (const other of all.values()) if (other.group === s.group) other.wake?.('look')
  }

  return {
    join(owner, group, topics) {
      const id = ++lastId
      for (const topic of topics) {
        offsets.join(group, topic, bus.start(topic))
        onMoved()
      }
      const made: Subscriber = { id, owner, group, topics, turn: 0, wake: undefined }
      all.set(id, made)
      return { subscriber: id, lag: lagOf(made) }
    },
    async fetch(id, max, waitMs, handled) {
      const s = all.get(id)
      if (!s) return { run: null, lag: 0 }
      moveTo(s, handled)
      const until = performance.now() + waitMs
      for (;;) {
        const run = next(s, max)
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
      for (const s of [...all.values()]) if (s.owner === owner) leave(s.id)
    },
    wakeAll() {
      for (const s of all.values()) s.wake?.('look')
    },
  }
}
