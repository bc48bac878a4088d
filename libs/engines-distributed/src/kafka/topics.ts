import { KINDS } from '@wardline/events'
import { DAY_MS } from '@wardline/kernel'
import type { ITopicConfig } from 'kafkajs'
import type { KafkaSettings } from '../config.ts'
import type { EngineLog } from '../surroundings.ts'
import type { KafkaAdmin } from './client.ts'
import type { TopicNames } from './names.ts'

/**
 * Creates missing topics. An existing one stays as it is. If it has too few partitions, that is logged: adding some
 * would move keys, and so break the order of events, so an operator must decide.
 * @returns warnings for the operator, empty when everything is as configured
 */
export async function ensureTopics(
  admin: KafkaAdmin,
  names: TopicNames,
  settings: KafkaSettings,
  log: EngineLog,
): Promise<readonly string[]> {
  return admin.use(async client => {
    const { brokers } = await client.describeCluster()
    const copies = Math.min(settings.replicationFactor, brokers.length)
    if (copies < settings.replicationFactor)
      log.warn(
        { engine: 'kafka', brokers: brokers.length, copies },
        'there are fewer brokers than configured copies of a topic',
      )
    const wanted = wantedTopics(names, settings, copies)
    const there = new Set(await client.listTopics())
    const missing = wanted.filter(({ topic }) => !there.has(topic))
    if (missing.length > 0) await client.createTopics({ topics: missing, timeout: 15_000 }).catch(ignoreExisting)
    const { topics } = await client.fetchTopicMetadata({ topics: wanted.map(({ topic }) => topic) })
    const have = new Map(topics.map(({ name, partitions }) => [name, partitions.length]))
    const faults = wanted
      .filter(({ topic, numPartitions }) => (have.get(topic) ?? 0) < (numPartitions ?? 1))
      .map(({ topic, numPartitions }) => `${topic} has ${have.get(topic) ?? 0} partitions, not ${numPartitions}`)
    for (const fault of faults) log.warn({ engine: 'kafka', fault }, 'a topic has too few partitions')
    return faults
  })
}

function wantedTopics(names: TopicNames, settings: KafkaSettings, copies: number): ITopicConfig[] {
  const make = (topic: string, partitions: number, retentionMs: number): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    replicationFactor: copies,
    configEntries: Object.entries({
      'cleanup.policy': 'delete',
      'retention.ms': retentionMs,
      // Only closed segments are removed. The brokers' week would add a week to every retention of a busy topic.
      'segment.ms': Math.min(DAY_MS, retentionMs),
      'min.insync.replicas': Math.max(1, Math.min(settings.minInsyncReplicas, copies)),
      'max.message.bytes': settings.maxMessageBytes,
    }).map(([name, value]) => ({ name, value: String(value) })),
  })
  return KINDS.map(names.topic).flatMap((topic, i) => [
    make(topic, settings.partitions, settings.retentionMs[KINDS[i]!]),
    make(names.deadLetters(topic), 1, settings.deadLetterRetentionMs),
  ])
}

/** Services start at the same time and create the same topics. */
function ignoreExisting(error: unknown): false {
  const faults = (error as { errors?: { type?: string }[] }).errors ?? [error as { type?: string }]
  if (faults.some(fault => fault.type !== 'TOPIC_ALREADY_EXISTS')) throw error
  return false
}
