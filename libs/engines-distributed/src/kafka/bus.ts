import { createEventCodec, type Envelope, type EventCodec, KINDS } from '@wardline/events'
import { createPatience, Problem } from '@wardline/kernel'
import type { EventBus, Running, TraceOf } from '@wardline/ports'
import type { KafkaSettings, SchemaRegistrySettings } from '../config.ts'
import { type Surroundings, untilItWorks } from '../surroundings.ts'
import { createAdmin, createKafka } from './client.ts'
import { createDecoder } from './decode.ts'
import { createEncoder, type Encode } from './encode.ts'
import { topicEnds, topicsKept, topicsUnread } from './kept.ts'
import { type TopicNames, topicNames } from './names.ts'
import { createPartitioner } from './partitioner.ts'
import { createPublisher } from './publisher.ts'
import { createSchemaIds, type KeptSchemas } from './schemas.ts'
import { startSubscription } from './subscription.ts'
import { ensureTopics } from './topics.ts'

export interface KafkaBus extends EventBus {
  /** @throws EventInvalid for an event that `publish` would refuse. */
  check: Encode
  /**
   * `publish` for events that were checked when they were written, perhaps by a later release: members that this one
   * does not know are kept.
   */
  pass(events: readonly Envelope[], traceOf?: TraceOf): Promise<void>
  /** @throws Error when no broker answers. */
  ping(): Promise<void>
  /** @throws Error when the schema registry does not answer: events continue to flow with the known ids. */
  pingRegistry(): Promise<void>
  /** Topics with fewer partitions than configured. */
  readonly topicFaults: readonly string[]
  close(): Promise<void>
}

/** Waits until brokers and registry answer, with topics and schemas in place. */
export async function openBus(
  prefix: string,
  settings: KafkaSettings,
  registrySettings: SchemaRegistrySettings,
  surroundings: Surroundings,
  kept: KeptSchemas,
): Promise<KafkaBus> {
  const names = topicNames(prefix)
  const kafka = createKafka(settings, 'wardline', surroundings.log)
  const admin = createAdmin(kafka)
  const schemas = createSchemaIds({ settings: registrySettings, names, kept, log: surroundings.log })
  const codec: EventCodec = createEventCodec()
  let topicFaults: readonly string[]
  try {
    ;[topicFaults] = await Promise.all([
      untilItWorks(surroundings, 'kafka', () => ensureTopics(admin, names, settings, surroundings.log)),
      untilItWorks(surroundings, 'schema-registry', () => schemas.register()),
    ])
  } catch (error) {
    await schemas.close()
    await admin.close()
    throw error
  }
  const publisher = createPublisher(kafka, settings)
  const encode = createEncoder(codec.encode, schemas, names, settings.maxMessageBytes)
  const encodeAgain = createEncoder(codec.pass, schemas, names, settings.maxMessageBytes)
  const decoder = createDecoder(codec, schemas, settings.maxMessageBytes)
  const partitionOf = createPartitioner()
  const running = new Set<Running>()

  return {
    check: encode,
    publish: async (events, traceOf) => publisher.send(encode(events, traceOf)),
    pass: async (events, traceOf) => publisher.send(encodeAgain(events, traceOf)),
    async subscribe(subscription) {
      const parts = {
        kafka,
        admin,
        settings,
        surroundings,
        names,
        decoder,
        publisher,
        onDeadLetters: surroundings.onDeadLetters,
      }
      const one = await startSubscription(parts, subscription)
      running.add(one)
      return one
    },
    endPosition: (kind, key) =>
      answering(async () => {
        const topic = names.topic(kind)
        const ends = await admin.use(client => client.fetchTopicOffsets(topic))
        const partitionMetadata = ends.map(end => ({ ...NO_METADATA, partitionId: end.partition }))
        const partition = partitionOf({ topic, partitionMetadata, message: { key, value: null } })
        const end = ends.find(e => e.partition === partition)
        if (!end) throw new Error(`${topic} has no partition ${partition}`)
        return { partition, offset: end.high }
      }),
    topicEnds: () => answering(() => topicEnds(admin, allTopics(names), surroundings.clock)),
    topicsUnread: (ends, groups) => answering(() => topicsUnread(admin, groups.map(names.group), ends)),
    topicsKept: ends => answering(() => topicsKept(admin, ends)),
    async ping() {
      await admin.use(client => client.describeCluster())
    },
    pingRegistry: () => schemas.ping(),
    topicFaults,
    async close() {
      await Promise.all([...running].map(one => one.stop()))
      await publisher.close()
      await admin.close()
      await schemas.close()
    },
  }
}

/**
 * Asks again when the broker says that this helps: a partition has no leader, as just after its topic was created, or
 * during an election. @throws Problem `unavailable`
 */
async function answering<T>(ask: () => Promise<T>): Promise<T> {
  const patience = createPatience(LEADERLESS)
  for (;;) {
    try {
      return await ask()
    } catch (cause) {
      if ((cause as { retriable?: boolean }).retriable !== true || !(await patience.pause()))
        throw new Problem('unavailable', { detail: 'the event bus does not answer', cause })
    }
  }
}

const allTopics = (names: TopicNames): string[] =>
  KINDS.map(names.topic).flatMap(topic => [topic, names.deadLetters(topic)])

/** The waits inside kafkajs count against the same budget. */
const LEADERLESS = { firstMs: 100, lastMs: 600, budgetMs: 3_000 }
const NO_METADATA = { partitionErrorCode: 0, leader: 0, replicas: [], isr: [] }
