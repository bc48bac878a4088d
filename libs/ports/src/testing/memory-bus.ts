import { type AnyEnvelope, createEventCodec, type Envelope, type EventKind } from '@wardline/events'
import { type Clock, DAY_MS, systemClock } from '@wardline/kernel'
import {
  assertOutcomes,
  type Delivery,
  type EventBus,
  isTraceparent,
  type Running,
  type Subscription,
  type TopicEnd,
} from '../event-bus.ts'
import { createFairReader, type FairReader } from '../fair-reader.ts'
import { placeAt, placeStart } from '../group-place.ts'

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
  /** How long events are said to be kept, in milliseconds; they are never really removed. Default 30 days. */
  readonly retentionMs?: number
}

/**
 * An EventBus in memory, for tests: the same promises except durability. A group's position outlives its subscribers.
 */
export function createMemoryBus(options: MemoryBusOptions = {}): MemoryBus {
  const { clock = systemClock, validate = true, backoffMs = 5, retentionMs = 30 * DAY_MS } = options
  const codec = validate ? createEventCodec() : undefined
  const topics = new Map<EventKind, string[]>()
  /** By the text that was published. */
  const traces = new Map<string, string>()
  const all: string[] = []
  /** When each event of a topic was published. */
  const times = new Map<EventKind, number[]>()
  /** `group kind` -> what is handled; and who is working there now. */
  const readers = new Map<string, FairReader>()
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
    const max = s.maxBatch ?? 500
    const place = (kind: EventKind): string => `${s.group} ${kind}`
    const readerOf = (kind: EventKind): FairReader => {
      const made = readers.get(place(kind)) ?? createFairReader(placeAt(0), { max, inOrder: s.inOrder ?? false })
      readers.set(place(kind), made)
      return made
    }
    const lagOf = (kind: EventKind): number => topic(kind).length - placeStart(readerOf(kind).place)
    const lag = (): number => s.kinds.reduce((sum, kind) => sum + lagOf(kind), 0)
    const state = { lastTickAt: clock.now(), failing: false, busy: false }

    const handleNext = async (kind: EventKind): Promise<void> => {
      const reader = readerOf(kind)
      const from = reader.next(topic(kind).length) as number
      const found: Delivery[] = topic(kind)
        .slice(from, from + max)
        .map((text, i) => {
          const traceparent = traces.get(text)
          return {
            envelope: JSON.parse(text) as AnyEnvelope,
            position: { partition: 0, offset: String(from + i) },
            ...(traceparent === undefined ? {} : { traceparent }),
          }
        })
      const end = from + found.length
      const tenants = found.map(d => d.envelope.tenant_id)
      const more = end < topic(kind).length
      const turn = reader.choose({ from, end, offsets: found.map((_, i) => from + i), tenants, more })
      const batch = turn.take.map(i => found[i] as Delivery)
      try {
        if (batch.length > 0) {
          const outcomes = await s.handle(batch, { signal: abort.signal, heartbeat: async () => {} })
          assertOutcomes(s.group, batch, outcomes)
        }
        reader.settle(turn)
        s.onProgress?.({ kind, partition: 0, place: reader.place })
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
    async publish(events, traceOf) {
      const texts = events.map(encode)
      texts.forEach((text, i) => {
        const event = events[i] as Envelope
        const trace = traceOf?.(event)
        if (trace !== undefined && isTraceparent(trace)) traces.set(text, trace)
        topic(event.kind).push(text)
        const at = times.get(event.kind) ?? []
        at.push(clock.now())
        times.set(event.kind, at)
        all.push(text)
      })
      wake()
    },
    subscribe,
    endPosition: async kind => ({ partition: 0, offset: String(topic(kind).length) }),
    topicEnds: async () =>
      [...topics].map(([kind, texts]) => ({
        topic: kind,
        ends: [{ partition: 0, offset: String(texts.length) }],
        keptUntil: clock.now() + retentionMs,
      })),
    topicsUnread: async (ends, groups) =>
      ends
        .filter(t =>
          groups.some(group => {
            const reader = readers.get(`${group} ${t.topic}`)
            return reader !== undefined && placeStart(reader.place) < endOf(t)
          }),
        )
        .map(t => t.topic),
    topicsKept: async ends =>
      ends
        .filter(t =>
          (times.get(t.topic as EventKind) ?? []).slice(0, endOf(t)).some(at => at + retentionMs > clock.now()),
        )
        .map(t => t.topic),
    async settled() {
      while (![...running].every(idle => idle())) await new Promise(resolve => setTimeout(resolve, 1))
    },
    published: (kind?: EventKind) => (kind ? topic(kind) : all).map(text => JSON.parse(text)) as never,
    check(events) {
      for (const e of events) encode(e)
    },
  }
}

const endOf = ({ ends }: TopicEnd): number => Number(ends[0]?.offset ?? 0)
