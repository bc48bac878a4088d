import { type ICustomPartitioner, Partitioners } from 'kafkajs'
import { LRUCache } from 'lru-cache'

const REMEMBERED = 20_000

/**
 * Kafka's own partitioner (murmur2 of the key) with a cache: there are few keys and they repeat, and hashing one costs
 * more than everything else about a message.
 */
export function createPartitioner(): ReturnType<ICustomPartitioner> {
  const partitionOf = Partitioners.DefaultPartitioner()
  const known = new LRUCache<string, number>({ max: REMEMBERED })
  return args => {
    const { key } = args.message
    if (typeof key !== 'string') return partitionOf(args)
    const place = `${args.partitionMetadata.length} ${key}`
    const found = known.get(place)
    if (found !== undefined) return found
    const partition = partitionOf(args)
    known.set(place, partition)
    return partition
  }
}
