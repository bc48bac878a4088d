import { type Clock, HOUR_MS } from '@wardline/kernel'
import type { TopicEnd } from '@wardline/ports'
import type { ConfigResourceTypes } from 'kafkajs'
import type { KafkaAdmin } from './client.ts'

/** How often a broker looks for segments to remove by default, and how long it then waits until it removes the files. */
const BROKER_MS = 6 * 60_000
/** What a broker uses when a topic does not say: a week. */
const WEEK_MS = 168 * HOUR_MS

/** Where the topics end, and until when the brokers keep what is on them by their own settings. */
export async function topicEnds(admin: KafkaAdmin, topics: readonly string[], clock: Clock): Promise<TopicEnd[]> {
  return admin.use(async client => {
    const { resources } = await client.describeConfigs({
      includeSynonyms: false,
      resources: topics.map(name => ({ type: TOPIC, name, configNames: [RETENTION, SEGMENT] })),
    })
    const settings = new Map(resources.map(r => [r.resourceName, new Map(r.configEntries.map(e => named(e)))]))
    const made: TopicEnd[] = []
    for (const topic of topics) {
      const ends = await client.fetchTopicOffsets(topic)
      const kept = (settings.get(topic)?.get(RETENTION) ?? WEEK_MS) + (settings.get(topic)?.get(SEGMENT) ?? WEEK_MS)
      made.push({
        topic,
        ends: ends.map(({ partition, high }) => ({ partition, offset: high })),
        keptUntil: clock.now() + kept + BROKER_MS,
      })
    }
    return made
  })
}

/** `ConfigResourceTypes.TOPIC`, which Node does not find among the names that kafkajs exports. */
const TOPIC: ConfigResourceTypes.TOPIC = 2
const RETENTION = 'retention.ms'
/** Only whole segments are removed: an event waits until its segment is closed, and then for its retention. */
const SEGMENT = 'segment.ms'
const named = ({ configName, configValue }: { configName: string; configValue: string }) =>
  [configName, Number(configValue)] as const

/** Topics of which one of these groups has committed less than everything before the ends. */
export async function topicsUnread(
  admin: KafkaAdmin,
  groupIds: readonly string[],
  ends: readonly TopicEnd[],
): Promise<string[]> {
  return admin.use(async client => {
    const unread = new Set<string>()
    const topics = ends.map(({ topic }) => topic)
    for (const groupId of groupIds) {
      for (const { topic, partitions } of await client.fetchOffsets({ groupId, topics })) {
        const done = new Map(partitions.map(p => [p.partition, BigInt(p.offset)]))
        // A group that has committed nothing on a topic does not read it.
        if (![...done.values()].some(offset => offset >= 0n)) continue
        const behind = endsOf(ends, topic).filter(e => (done.get(e.partition) ?? -1n) < BigInt(e.offset))
        if (behind.length === 0) continue
        const low = new Map((await client.fetchTopicOffsets(topic)).map(o => [o.partition, BigInt(o.low)]))
        // Without a commit, everything that is there is unread; what was removed is not.
        if (behind.some(e => (low.get(e.partition) ?? 0n) < BigInt(e.offset))) unread.add(topic)
      }
    }
    return [...unread]
  })
}

/** Topics on which an event from before the ends can still be read. */
export async function topicsKept(admin: KafkaAdmin, ends: readonly TopicEnd[]): Promise<string[]> {
  return admin.use(async client => {
    const kept: string[] = []
    for (const { topic, ends: before } of ends) {
      const low = new Map((await client.fetchTopicOffsets(topic)).map(o => [o.partition, BigInt(o.low)]))
      if (before.some(e => BigInt(e.offset) > (low.get(e.partition) ?? BigInt(e.offset)))) kept.push(topic)
    }
    return kept
  })
}

const endsOf = (ends: readonly TopicEnd[], topic: string): TopicEnd['ends'] =>
  ends.find(end => end.topic === topic)?.ends ?? []
