import { type AnyEnvelope, createEventCodec, type Envelope, type EventKind } from '@wardline/events'
import { type Clock, systemClock } from '@wardline/kernel'
import { assertOutcomes, type Delivery, type EventBus, type Running, type Subscription } from '../event-bus.ts'

export interface MemoryBus extends EventBus {
  /**
   * Resolves when every running subscription has handled everything, including what its handler published. Never
   * resolves while a handler keeps throwing.
   */
  settled(): Promise<void>
  /** Everything published so far, of one kind or of all, in order. */
  published<K extends EventKind>(kind: K): Extract<AnyEnvelope, { kind: K }>[]
  published(): AnyEnvelope[]
  /** @throws EventInvalid when `publish` would refuse an event. */
  check(events: readonly Envelope[]): void
}

interface MemoryBusOptions {
  readonly clock?: Clock
  /** Whether events are checked against their schemas, as every engine does. Default true; compiling the schemas takes some 100 ms. */
  readonly validate?: boolean
  /** Wait before a batch is delivered again after a throw. Default 5 ms. */
  readonly backoffMs?: number
}

/**
 * An EventBus in memory, for tests: the same promises except durability. A group's position outlives its subscribers.
 */
export function createMemoryBus(options: MemoryBusOptions = {}): MemoryBus {
  const { clock = systemClock, validate = true, backoffMs = 5 } = options
  const codec = validate ? createEventCodec() : undefined
  const topics = new Map<EventKind, string[]>()
  const all: string[] = []
  /** `group kind` -> number of handled events; and who is working there now. */
  const places = new Map<string, number>()
  const owners = new Map<string, object>()
  const running = new Set<() => boolean>()
  const waiters = new Set<() => void>()

  const encode = (e: Envelope): string => (codec ? codec.encode(e) : JSON.stringify(e))
  const topic = (kind: EventKind): string[] => {
    const known = topics.get(kind)
    if (known) return known
    const made: string[] = []
    topics.set(kind, made)
    return made
  }
  const wake = (): void => {
    for (const waiter of [...waiters]) waiter()
  }
  const change = (): Promise<void> =>
    new Promise(resolve => {
      const done = (): void => {
        waiters.delete(done)
        resolve()
      }
      waiters.add(done)
    })

  async function subscribe(s: Subscription): Promise<Running> {
    const self = {}
    const abort = new AbortController()
    const place = (kind: EventKind): string => `${s.group} ${kind}`
    const lagOf = (kind: EventKind): number => topic(kind).length - (places.get(place(kind)) ?? 0)
    const lag = (): number => s.kinds.reduce((sum, kind) => sum + lagOf(kind), 0)
    const state = { lastTickAt: clock.now(), failing: false, busy: false }

    const handleNext = async (kind: EventKind): Promise<void> => {
      const from = places.get(place(kind)) ?? 0
      const batch: Delivery[] = topic(kind)
        .slice(from, from + (s.maxBatch ?? 500))
        .map((text, i) => ({
          envelope: JSON.parse(text) as AnyEnvelope,
          position: { partition: 0, offset: String(from + i) },
        }))
      try {
        const outcomes = await s.handle(batch, { signal: abort.signal, heartbeat: async () => {} })
        assertOutcomes(s.group, batch, outcomes)
        places.set(place(kind), from + batch.length)
        state.failing = false
      } catch {
        state.failing = true
        await new Promise(resolve => setTimeout(resolve, backoffMs))
      }
    }
    const loop = async (): Promise<void> => {
      while (!abort.signal.aborted) {
        state.lastTickAt = clock.now()
        for (const kind of s.kinds) if (!owners.has(place(kind))) owners.set(place(kind), self)
        const kind = s.kinds.find(k => owners.get(place(k)) === self && lagOf(k) > 0)
        state.busy = kind !== undefined
        if (kind) await handleNext(kind)
        else await change()
      }
      for (const kind of s.kinds) if (owners.get(place(kind)) === self) owners.delete(place(kind))
    }
    const idle = (): boolean => !state.busy && lag() === 0
    running.add(idle)
    const done = loop()
    return {
      health: () => ({ lastTickAt: state.lastTickAt, failing: state.failing, lag: lag() }),
      async stop() {
        abort.abort()
        wake()
        await done
        running.delete(idle)
        wake()
      },
    }
  }

  return {
    async publish(events) {
      const texts = events.map(encode)
      texts.forEach((text, i) => {
        topic((events[i] as Envelope).kind).push(text)
        all.push(text)
      })
      wake()
    },
    subscribe,
    endPosition: async kind => ({ partition: 0, offset: String(topic(kind).length) }),
    async settled() {
      while (![...running].every(idle => idle())) await new Promise(resolve => setTimeout(resolve, 1))
    },
    published: (kind?: EventKind) => (kind ? topic(kind) : all).map(text => JSON.parse(text)) as never,
    check(events) {
      for (const e of events) encode(e)
    },
  }
}
