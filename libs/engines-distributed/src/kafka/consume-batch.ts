import type { EventKind } from '@wardline/events'
import type { Clock } from '@wardline/kernel'
import { assertOutcomes, type HandlerContext, type Subscription } from '@wardline/ports'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Decoder, deadLetter } from './decode.ts'
import type { TopicNames } from './names.ts'
import type { Publisher } from './publisher.ts'

const FIRST_BACKOFF_MS = 100
const LAST_BACKOFF_MS = 5000
/**
 * A handler that gives no sign of life for this long counts as dead: the engine stops sending heartbeats for it, and
 * its partitions go to others.
 */
const MAX_SILENCE_MS = 60_000
const DEFAULT_BATCH = 500

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
}

/**
 * Handles what a fetch returned for one partition, at most `maxBatch` events at a time, and commits after each batch.
 * When a handler throws, the partition pauses and resumes at the same position after a backoff; other partitions
 * continue. It throws only what kafkajs must know: lost membership.
 */
export function createBatchConsumer(parts: BatchParts): (payload: EachBatchPayload) => Promise<void> {
  const { subscription, decoder, publisher, names, clock, state } = parts
  const max = Math.max(1, subscription.maxBatch ?? DEFAULT_BATCH)
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
    for (let from = 0; from < messages.length; from += max) {
      if (gone()) return
      state.lastTickAt = clock.now()
      const run = messages.slice(from, from + max)
      try {
        await handle(kind, payload, run)
        state.failing = false
      } catch {
        state.failing = true
        if (!gone()) holdBack(payload)
        return
      }
      backoffs.delete(`${topic} ${partition}`)
      // It is handled, so it is committed even when the subscription stops; but never for a partition that may belong
      // to another member by now.
      if (state.epoch !== epoch) return
      const last = from + max >= messages.length ? batch.lastOffset() : run.at(-1)!.offset
      const offset = String(BigInt(last) + 1n)
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] })
      state.lag = Math.max(0, state.lag - run.length)
      resolveOffset(run.at(-1)!.offset)
      await heartbeat()
    }
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
