import type { KafkaAdmin } from './client.ts'

/** Events of these topics that a group has not committed yet: without any commit, all retained events count. */
export async function groupLag(admin: KafkaAdmin, groupId: string, topics: readonly string[]): Promise<number> {
  return admin.use(async client => {
    const committed = await client.fetchOffsets({ groupId, topics: [...topics] })
    let lag = 0n
    for (const { topic, partitions } of committed) {
      const done = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
      for (const { partition, low, high } of await client.fetchTopicOffsets(topic)) {
        const at = done.get(partition) ?? -1n
        const from = at > BigInt(low) ? at : BigInt(low)
        if (BigInt(high) > from) lag += BigInt(high) - from
      }
    }
    return Number(lag)
  })
}
