import {
  type Company,
  createCompany,
  createFairReader,
  type FairReader,
  placeFrom,
  type Subscription,
} from '@wardline/ports'
import type { KafkaAdmin } from './client.ts'

/** All partitions that a member owns have a turn before it fetches again: so each turn is short. */
const SHARE = 1 / 8

/** What a group committed for a partition: its first unhandled offset, and who is further behind than others. */
export interface Committed {
  readonly offset: string
  readonly metadata: string | null
}

/** What the brokers know about a group's partitions. Both reject when no broker answers. */
export interface KnownPlaces {
  /** What each partition was committed with. A partition without a commit is missing, or has offset -1. */
  committed(topic: string): Promise<ReadonlyMap<number, Committed>>
  /** The first offset that the partition still has. */
  firstKept(topic: string, partition: number): Promise<number>
}

/** One partition while this member of the group owns it. */
export interface OwnedPartition {
  readonly reader: FairReader
  /** Where the next fetch should begin. */
  asked: number
}

/** The readers of the partitions that this member owns, since the last rebalance. */
export interface Places {
  /** What the turns of all of them have in common. */
  readonly company: Company
  /** @throws Error when the brokers do not say what is committed. */
  of(epoch: number, topic: string, partition: number): Promise<OwnedPartition>
}

export function createPlaces(subscription: Subscription, max: number, brokers: KnownPlaces): Places {
  let known = new Map<string, OwnedPartition>()
  let at = -1
  const company = createCompany({ max, share: SHARE })
  return {
    company,
    async of(epoch, topic, partition) {
      if (epoch !== at) known = new Map()
      at = epoch
      const key = `${topic} ${partition}`
      const owned = known.get(key)
      if (owned) return owned
      const committed = (await brokers.committed(topic)).get(partition)
      const start = Math.max(0, Number(committed?.offset ?? 0))
      const place = placeFrom(start, committed?.metadata)
      const made: OwnedPartition = {
        reader: createFairReader(place, { max, inOrder: subscription.inOrder ?? false, company }),
        asked: start,
      }
      if (epoch === at) known.set(key, made)
      return made
    },
  }
}

export function knownBy(admin: KafkaAdmin, groupId: string): KnownPlaces {
  return {
    committed: topic =>
      admin.use(async client => {
        const [found] = await client.fetchOffsets({ groupId, topics: [topic] })
        return new Map(found?.partitions.map(({ partition, offset, metadata }) => [partition, { offset, metadata }]))
      }),
    firstKept: (topic, partition) =>
      admin.use(async client => {
        const found = (await client.fetchTopicOffsets(topic)).find(p => p.partition === partition)
        return Number(found?.low ?? 0)
      }),
  }
}
