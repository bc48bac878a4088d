import { createPatience } from '@wardline/kernel'
import type { IndexItem, PutResult } from '@wardline/ports'
import type { SearchClient } from './client.ts'
import { documentId, documentOf } from './document.ts'
import { amongSealed, atHome, type Maker } from './existing.ts'
import type { FirstPlaces } from './first-places.ts'
import type { IndexNames } from './names.ts'
import type { Partitions } from './partitions.ts'

const MAX_BULK_BYTES = 5 * 1_048_576
const MAX_BULK_ITEMS = 1000
/**
 * Retries of what is not accepted now; then the caller gets `retry`. The caller's own patience is a time, so these
 * waits count against it.
 */
const BUSY = { firstMs: 100, lastMs: 1_000, budgetMs: 1_500 }

export interface PutParts {
  readonly client: SearchClient
  readonly names: IndexNames
  readonly partitions: Partitions
  readonly firstPlaces: FirstPlaces
  readonly refreshAtOnce: boolean
  /** Runs `work` when one of the limited slots is free. */
  limited<T>(work: () => Promise<T>): Promise<T>
  /** Reports why items could not be written now. */
  failed(error: unknown): void
}

interface BulkAnswer {
  readonly items?: readonly {
    readonly create: { readonly status: number; readonly error?: { readonly type: string } }
  }[]
}

/** Writes items with `create`, each with its own outcome: a fault of one never affects a neighbour. */
export async function putItems(parts: PutParts, given: readonly IndexItem[]): Promise<readonly PutResult[]> {
  const results = new Array<PutResult>(given.length).fill('retry')
  const first = new Map<string, number>()
  const firstOf = given.map((item, i) => {
    const key = documentId(item.tenantId, item.eventId)
    if (!first.has(key)) first.set(key, i)
    return first.get(key) as number
  })
  const makers = new Map<number, Maker>()
  const items = [...given]
  let open = await inFirstPlaces(parts, items, [...first.values()])
  const patience = createPatience(BUSY)
  while (open.length > 0) {
    const writable = await withoutSealed(parts, items, open, results, makers)
    await Promise.all(bulks(items, writable).map(bulk => parts.limited(() => sendBulk(parts, items, bulk, results))))
    open = open.filter(i => results[i] === 'retry')
    if (open.length > 0 && !(await patience.pause())) break
  }
  await findMakers(parts, items, firstOf, results, makers)
  return items.map(({ origin }, i) => {
    const at = firstOf[i] as number
    const result = results[at] as PutResult
    if (result !== 'created' && result !== 'duplicate') return result
    return at === i && result === 'created'
      ? 'created'
      : origin !== null && makers.get(at) === origin
        ? 'created'
        : 'duplicate'
  })
}

/** Gives repeatable items the partition that an event of their id was put into first. @returns what can be written now. */
async function inFirstPlaces(
  { firstPlaces, failed }: PutParts,
  items: IndexItem[],
  candidates: readonly number[],
): Promise<number[]> {
  const repeatable = candidates.filter(i => items[i]!.repeatable)
  if (repeatable.length === 0) return [...candidates]
  const unknown = new Set(repeatable)
  try {
    const places = await firstPlaces.of(repeatable.map(i => items[i]!))
    for (const [n, i] of repeatable.entries()) {
      const place = places[n]
      if (!place) continue
      unknown.delete(i)
      items[i] = { ...items[i]!, partitionDay: place.day, retentionClass: place.retentionClass }
    }
  } catch (error) {
    failed(error)
  }
  return candidates.filter(i => !unknown.has(i))
}

/**
 * Looks up items that come too late for their partition wherever they may already be. @returns the items still to be
 * written
 */
async function withoutSealed(
  { client, partitions, failed }: PutParts,
  items: readonly IndexItem[],
  candidates: readonly number[],
  results: PutResult[],
  makers: Map<number, Maker>,
): Promise<number[]> {
  const late: number[] = []
  const hopeless = new Set<number>()
  for (const i of candidates) {
    const { partitionDay: day, retentionClass } = items[i]!
    try {
      if ((await partitions.place({ day, retentionClass })).sealed) late.push(i)
    } catch (error) {
      failed(error)
      hopeless.add(i)
    }
  }
  try {
    for (const [i, maker] of await amongSealed(client, partitions, items, late)) {
      results[i] = 'duplicate'
      makers.set(i, maker)
    }
  } catch (error) {
    failed(error)
    for (const i of late) hopeless.add(i)
  }
  return candidates.filter(i => results[i] !== 'duplicate' && !hopeless.has(i))
}

/**
 * Finds the deliveries that stored these items' events: an item of that same delivery counts as created, even when it
 * comes again. If the look-up fails, the items must be put again.
 */
async function findMakers(
  { client, partitions, failed }: PutParts,
  items: readonly IndexItem[],
  firstOf: readonly number[],
  results: PutResult[],
  makers: Map<number, Maker>,
): Promise<void> {
  const unknown = new Set<number>()
  items.forEach(({ origin }, i) => {
    const at = firstOf[i] as number
    if (results[at] === 'created') makers.set(at, items[at]!.origin)
    else if (results[at] === 'duplicate' && origin !== null && !makers.has(at)) unknown.add(at)
  })
  if (unknown.size === 0) return
  try {
    for (const [i, maker] of await atHome(client, partitions, items, [...unknown])) makers.set(i, maker)
  } catch (error) {
    failed(error)
    for (const i of unknown) results[i] = 'retry'
  }
}

interface Bulk {
  readonly indices: number[]
  readonly lines: string[]
}

function bulks(items: readonly IndexItem[], open: readonly number[]): Bulk[] {
  const all: Bulk[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const i of open) {
    const line = documentOf(items[i]!)
    if (bytes + line.length > MAX_BULK_BYTES || (all.at(-1)?.indices.length ?? 0) >= MAX_BULK_ITEMS) {
      all.push({ indices: [], lines: [] })
      bytes = 0
    }
    const bulk = all.at(-1)!
    bulk.indices.push(i)
    bulk.lines.push(line)
    bytes += line.length
  }
  return all
}

async function sendBulk(
  parts: PutParts,
  items: readonly IndexItem[],
  { indices, lines }: Bulk,
  results: PutResult[],
): Promise<void> {
  const sent: number[] = []
  const body: string[] = []
  for (const [n, i] of indices.entries()) {
    const { tenantId, eventId, partitionDay: day, retentionClass } = items[i]!
    try {
      const { alias: _index } = await parts.partitions.place({ day, retentionClass })
      body.push(
        JSON.stringify({ create: { _index, _id: documentId(tenantId, eventId), routing: tenantId } }),
        lines[n]!,
      )
      sent.push(i)
    } catch (error) {
      parts.failed(error)
    }
  }
  if (sent.length === 0) return
  try {
    const { items: outcomes = [] } = await parts.client.request<BulkAnswer>({
      method: 'POST',
      path: '/_bulk',
      query: {
        require_alias: true,
        filter_path: 'items.create.status,items.create.error.type',
        ...(parts.refreshAtOnce ? { refresh: true } : {}),
      },
      lines: body,
    })
    sent.forEach((i, n) => {
      const outcome = outcomes[n]?.create
      if (outcome) results[i] = resultOf(outcome.status, outcome.error?.type)
      const { partitionDay: day, retentionClass } = items[i]!
      if (outcome?.status === 404) parts.partitions.forget({ day, retentionClass })
    })
  } catch (error) {
    parts.failed(error)
  }
}

/**
 * Only a fault of the document itself is refused; everything else is temporary (full queues, moving shards, blocks).
 */
function resultOf(status: number, type = 'unknown'): PutResult {
  if (status === 201 || status === 200) return 'created'
  if (status === 409) return 'duplicate'
  return status === 400 || status === 413 ? { refused: type } : 'retry'
}
