import type { EventKind } from '@wardline/events'
import type { Clock } from '@wardline/kernel'
import {
  assertOutcomes,
  type HandlerContext,
  placeStart,
  placeText,
  type Subscription,
  type Window,
} from '@wardline/ports'
import type { Batch, EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Decoder, deadLetter } from './decode.ts'
import type { TopicNames } from './names.ts'
import { createPlaces, type KnownPlaces, type OwnedPartition } from './places.ts'
import type { Publisher } from './publisher.ts'
import { tenantOfMessage } from './wire.ts'

const FIRST_BACKOFF_MS = 100
const LAST_BACKOFF_MS = 5000
/**
 * A handler that gives no sign of life for this long counts as dead: the engine stops sending heartbeats for it, and
 * its partitions go to others.
 */
const MAX_SILENCE_MS = 60_000
const DEFAULT_BATCH = 500
/** How long turns go on with what one fetch returned while other tenants, or other partitions, may wait. */
const MAX_TURNS_MS = 200

/** What a subscription is doing, shared by its parts. */
export interface ConsumerState {
  lastTickAt: number
  failing: boolean
  lag: number
  /** Grows with every rebalance of the group: work started before a rebalance must not be committed after it. */
  epoch: number
  readonly signal: AbortSignal
}

export interface BatchParts {
  readonly subscription: Subscription
  readonly decoder: Decoder
  readonly publisher: Publisher
  readonly names: TopicNames
  readonly clock: Clock
  readonly heartbeatMs: number
  readonly state: ConsumerState
  onDeadLetters(count: number): void
  readonly brokers: KnownPlaces
}

/**
 * Handles what a fetch returned for one partition, at most `maxBatch` events at a time, and commits after each batch.
 * The reader of the partition says what is handled now and where to read on: ahead, or further back for a tenant that
 * is behind. When a handler throws, the partition pauses and resumes at the same position after a backoff; other
 * partitions continue. It throws only what kafkajs must know: lost membership.
 */
export function createBatchConsumer(parts: BatchParts): (payload: EachBatchPayload) => Promise<void> {
  const { subscription, decoder, publisher, names, clock, state } = parts
  const max = Math.max(1, subscription.maxBatch ?? DEFAULT_BATCH)
  const places = createPlaces(subscription, max, parts.brokers)
  /** `topic partition` -> how long it waits after the next fault. */
  const backoffs = new Map<string, number>()
  const group = names.group(subscription.group)

  async function handle(kind: EventKind, payload: EachBatchPayload, messages: readonly KafkaMessage[]): Promise<void> {
    const { topic, partition } = payload.batch
    const { deliveries, poison } = await decoder.decode(kind, partition, messages)
    if (deliveries.length > 0) {
      const outcomes = await whileBeating(parts, payload, context => subscription.handle(deliveries, context))
      assertOutcomes(subscription.group, deliveries, outcomes)
    }
    const place = { topic, partition, group, deadLetters: names.deadLetters(topic) }
    if (poison.length === 0) return
    await publisher.send(poison.map(one => deadLetter(place, one)))
    parts.onDeadLetters(poison.length)
  }

  function holdBack({ batch, pause }: EachBatchPayload): void {
    const key = `${batch.topic} ${batch.partition}`
    const wait = backoffs.get(key) ?? FIRST_BACKOFF_MS
    backoffs.set(key, Math.min(2 * wait, LAST_BACKOFF_MS))
    const resume = pause()
    setTimeout(resume, wait).unref()
  }

  return async payload => {
    const { batch, isRunning, isStale, heartbeat, resolveOffset, commitOffsetsIfNecessary } = payload
    const { topic, partition, messages } = batch
    const kind = names.kindOf(topic)
    if (!kind) throw new Error(`nobody subscribed to ${topic}`)
    const { epoch } = state
    const gone = (): boolean => state.signal.aborted || !isRunning() || isStale() || state.epoch !== epoch
    const fetched = windowOf(batch)
    const high = Math.max(fetched.end, Number(batch.highWatermark))
    let owned: OwnedPartition
    try {
      owned = await places.of(epoch, topic, partition)
      // kafkajs begins elsewhere when what it was asked for is gone, or with what it fetched before a rebalance.
      if (fetched.from !== owned.asked) owned.reader.startAt(await parts.brokers.firstKept(topic, partition))
    } catch {
      state.failing = true
      if (!gone()) holdBack(payload)
      return
    }
    const { reader } = owned
    const readOn = (offset: number): void => {
      if (state.epoch !== epoch) return
      owned.asked = offset
      resolveOffset(String(offset - 1))
    }
    const began = performance.now()
    for (;;) {
      const from = reader.next(high)
      // What is elsewhere needs another fetch, and after a while so does what may have been published meanwhile.
      if (from === undefined || from < fetched.from || from >= fetched.end) return readOn(from ?? reader.place.front)
      if (gone()) return
      const others = reader.place.behind.size > 0 || !places.company.alone()
      if (others && performance.now() - began > MAX_TURNS_MS) return readOn(from)
      state.lastTickAt = clock.now()
      const turn = reader.choose({ ...fetched, from, more: fetched.end < high })
      const run = turn.take.map(i => messages[i] as KafkaMessage)
      const turnBegan = performance.now()
      try {
        if (run.length > 0) await handle(kind, payload, run)
        places.company.lasted(run.length, performance.now() - turnBegan)
        state.failing = false
      } catch {
        state.failing = true
        if (gone()) return
        readOn(from)
        return holdBack(payload)
      }
      backoffs.delete(`${topic} ${partition}`)
      // It is handled, so it is committed even when the subscription stops; but never for a partition that may belong
      // to another member by now.
      if (state.epoch !== epoch) return
      if (run.length > 0 || turn.after.behind.size === 0) {
        const offset = String(placeStart(turn.after))
        const metadata = placeText(turn.after)
        const partitions = [{ partition, offset, metadata }]
        await commitOffsetsIfNecessary({ topics: [{ topic, partitions }] })
      }
      reader.settle(turn)
      subscription.onProgress?.({ kind, partition, place: reader.place })
      state.lag = Math.max(0, state.lag - run.length)
      await heartbeat()
    }
  }
}

/** What was fetched, as a reader sees it. */
function windowOf(batch: Batch): Omit<Window, 'more'> {
  // The types of kafkajs leave it out. Not the first message's offset: those before it may be missing.
  const { fetchedOffset } = batch as Batch & { readonly fetchedOffset: string }
  return {
    from: Number(fetchedOffset),
    end: Number(batch.lastOffset()) + 1,
    offsets: batch.messages.map(({ offset }) => Number(offset)),
    tenants: batch.messages.map(tenantOfMessage),
  }
}

/**
 * Keeps the membership while a handler works. A rebalance that starts meanwhile waits: kafkajs is told after the
 * commit.
 */
async function whileBeating<T>(
  { clock, heartbeatMs, state }: BatchParts,
  payload: EachBatchPayload,
  work: (context: HandlerContext) => Promise<T>,
): Promise<T> {
  let signOfLife = clock.now()
  const beat = (): Promise<void> => payload.heartbeat().catch(() => {})
  const timer = setInterval(() => {
    if (clock.now() - signOfLife < MAX_SILENCE_MS) void beat()
  }, heartbeatMs)
  try {
    return await work({
      signal: state.signal,
      async heartbeat() {
        signOfLife = clock.now()
        state.lastTickAt = signOfLife
        await beat()
      },
    })
  } finally {
    clearInterval(timer)
  }
}
