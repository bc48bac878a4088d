import type { IndexItem } from '@wardline/ports'
import type { SearchClient } from './client.ts'
import { documentId } from './document.ts'
import type { Partitions } from './partitions.ts'

const MAX_MGET = 1000

/** The delivery that stored an existing event; null if unknown, or if there was none. */
export type Maker = string | null

interface Place {
  readonly i: number
  readonly index: string
}

/**
 * Existing events of these items (by place), in the sealed partitions and wherever late items for these may have gone.
 */
export async function amongSealed(
  client: SearchClient,
  partitions: Partitions,
  items: readonly IndexItem[],
  wanted: readonly number[],
): Promise<Map<number, Maker>> {
  const indices = new Map<string, Promise<readonly string[]>>()
  const places: Place[] = []
  for (const i of wanted) {
    const { partitionDay: day, retentionClass } = items[i]!
    const key = `${retentionClass} ${day}`
    const since = indices.get(key) ?? partitions.since({ day, retentionClass })
    indices.set(key, since)
    for (const index of await since) places.push({ i, index })
  }
  return makersAt(client, items, places)
}

/** Events of these items in their own partitions. */
export async function atHome(
  client: SearchClient,
  partitions: Partitions,
  items: readonly IndexItem[],
  wanted: readonly number[],
): Promise<Map<number, Maker>> {
  const places = wanted.map(async (i): Promise<Place> => {
    const { partitionDay: day, retentionClass } = items[i]!
    return { i, index: (await partitions.place({ day, retentionClass })).alias }
  })
  return makersAt(client, items, await Promise.all(places))
}

/** By id, so what was written a moment ago is seen. */
async function makersAt(
  client: SearchClient,
  items: readonly IndexItem[],
  places: readonly Place[],
): Promise<Map<number, Maker>> {
  const makers = new Map<number, Maker>()
  for (let from = 0; from < places.length; from += MAX_MGET) {
    const some = places.slice(from, from + MAX_MGET)
    const { docs } = await client.request<{ docs: { found?: boolean; _source?: { origin?: string } }[] }>({
      method: 'POST',
      path: '/_mget',
      body: {
        docs: some.map(({ i, index }) => ({
          _index: index,
          _id: documentId(items[i]!.tenantId, items[i]!.eventId),
          routing: items[i]!.tenantId,
          _source: ['origin'],
        })),
      },
      retries: 1,
    })
    docs.forEach((doc, n) => {
      if (doc.found) makers.set(some[n]!.i, doc._source?.origin ?? null)
    })
  }
  return makers
}
