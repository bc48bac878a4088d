import { setTimeout as sleep } from 'node:timers/promises'
import { createPatience } from '@wardline/kernel'
import type { Running, Subscription } from '@wardline/ports'
import type { Consumer, Kafka } from 'kafkajs'
import type { KafkaSettings } from '../config.ts'
import { faultOf, type Surroundings, within } from '../surroundings.ts'
import type { KafkaAdmin } from './client.ts'
import { type BatchParts, type ConsumerState, createBatchConsumer } from './consume-batch.ts'
import { groupLag } from './lag.ts'
import { knownBy } from './places.ts'

const FIRST_BACKOFF_MS = 100
const LAST_BACKOFF_MS = 5000
const START_TIMEOUT_MS = 30_000

export interface SubscriptionParts
  extends Omit<BatchParts, 'state' | 'subscription' | 'heartbeatMs' | 'clock' | 'brokers'> {
  readonly kafka: Kafka
  readonly admin: KafkaAdmin
  readonly settings: KafkaSettings
  readonly surroundings: Surroundings
}

/** A member of a consumer group. It is created again whenever kafkajs gives it up, until it is stopped. */
export async function startSubscription(parts: SubscriptionParts, subscription: Subscription): Promise<Running> {
  const { kafka, admin, settings, surroundings, names } = parts
  const { clock, log } = surroundings
  const abort = new AbortController()
  const state: ConsumerState = { lastTickAt: clock.now(), failing: false, lag: 0, epoch: 0, signal: abort.signal }
  const topics = [...new Set(subscription.kinds.map(names.topic))]
  const group = names.group(subscription.group)
  /**
   * The state is unknown until the brokers have reported the group's lag, and while a consumer is being created again.
   */
  let unknownLag = true
  let down = false
  const eachBatch = createBatchConsumer({
    ...parts,
    clock,
    subscription,
    state,
    heartbeatMs: settings.heartbeatMs,
    brokers: knownBy(admin, group),
  })
  const tick = (): void => {
    state.lastTickAt = clock.now()
  }
  let measured = (): void => {}
  const firstLag = new Promise<void>(resolve => {
    measured = resolve
  })
  const stopped = new Promise<void>(resolve => abort.signal.addEventListener('abort', () => resolve(), { once: true }))

  /** One life of a consumer. Resolves when it is stopped; rejects with what ended it. */
  async function live(consumer: Consumer): Promise<void> {
    const crashed = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
    })
    crashed.catch(() => {})
    consumer.on(consumer.events.GROUP_JOIN, () => {
      state.epoch++
      down = false
      tick()
    })
    consumer.on(consumer.events.FETCH, tick)
    const start = async (): Promise<void> => {
      await consumer.connect()
      await consumer.subscribe({ topics, fromBeginning: true })
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch })
    }
    const starting = start()
    try {
      await Promise.race([starting, crashed, stopped])
      await Promise.race([crashed, stopped])
    } finally {
      // A consumer that is disconnected while it starts would continue to start, and then run with nothing to stop it.
      await within(START_TIMEOUT_MS, 'starting', starting).catch(() => {})
    }
  }

  async function supervise(): Promise<void> {
    const patience = createPatience({ firstMs: FIRST_BACKOFF_MS, lastMs: LAST_BACKOFF_MS, signal: abort.signal })
    while (!abort.signal.aborted) {
      const consumer = createConsumer(kafka, group, settings)
      const before = state.epoch
      try {
        await live(consumer)
      } catch (error) {
        down = true
        log.warn({ engine: 'kafka', group, fault: faultOf(error) }, 'the consumer ended and will be started again')
        if (state.epoch > before) patience.reset()
      }
      // Waits for the current batch, whose offsets are committed before leaving the group.
      await consumer.disconnect().catch(() => {})
      tick()
      await patience.pause()
    }
  }

  async function watchLag(): Promise<void> {
    while (!abort.signal.aborted) {
      await within(10_000, 'asking for the lag', groupLag(admin, group, topics)).then(
        lag => {
          state.lag = lag
          unknownLag = false
        },
        () => {
          unknownLag = true
        },
      )
      measured()
      await sleep(settings.lagPollMs, undefined, { signal: abort.signal }).catch(() => {})
    }
  }

  const done = Promise.all([supervise(), watchLag()])
  await firstLag
  return {
    health: () => ({
      lastTickAt: state.lastTickAt,
      failing: state.failing || down || unknownLag,
      lag: state.lag,
    }),
    async stop() {
      abort.abort()
      await done
    },
  }
}

const createConsumer = (kafka: Kafka, groupId: string, settings: KafkaSettings): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: settings.sessionTimeoutMs,
    rebalanceTimeout: 60_000,
    heartbeatInterval: settings.heartbeatMs,
    maxWaitTimeInMs: settings.maxWaitMs,
    minBytes: 1,
    maxBytesPerPartition: Math.max(1_048_576, settings.maxMessageBytes),
    maxBytes: 8 * 1_048_576,
    allowAutoTopicCreation: false,
  })
