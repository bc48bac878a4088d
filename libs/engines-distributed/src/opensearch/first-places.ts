import { hash } from 'node:crypto'
import { DAY_MS } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'
import type { Catalogue } from './catalogue.ts'
import type { SearchClient } from './client.ts'
import { documentId } from './document.ts'
import type { IndexNames, Partition } from './names.ts'
import type { Partitions } from './partitions.ts'
import type { Note, PlaceNotes } from './place-notes.ts'
import { TARGET } from './query.ts'

/** Ids of one request. */
const PAGE = 1000

/**
 * The partition that each repeatable event was first put into, so that the next delivery goes there, whatever day or
 * class it names (ADR 14).
 */
export interface FirstPlaces {
  /**
   * The partition of each item: where an event with its id was first put, or else its own, which is then recorded.
   * undefined: not known now. Once this has resolved, every later call for the same id returns the same, for as long as
   * that partition exists.
   */
  of(items: readonly IndexItem[]): Promise<readonly (Partition | undefined)[]>
  /** Removes the records of partitions that no longer exist, by whole months. */
  tidy(): Promise<void>
}

interface FirstPlacesParts {
  readonly client: SearchClient
  readonly names: IndexNames
  readonly catalogue: Catalogue
  readonly partitions: Partitions
  readonly notes: PlaceNotes
}

/** Contains nothing of an event except a digest. */
const noteId = (item: IndexItem): string =>
  hash('sha256', documentId(item.tenantId, item.eventId), 'buffer').subarray(0, 16).toString('base64url')

export function createFirstPlaces({ client, names, catalogue, partitions, notes }: FirstPlacesParts): FirstPlaces {
  /** Notes of items by their ids; for items without one, their own partition is recorded. */
  async function notesOf(items: ReadonlyMap<string, IndexItem>): Promise<Map<string, Note>> {
    const found = await notes.findEarlier([...items.keys()])
    const own = new Map([...items].flatMap(([id, item]) => (found.has(id) ? [] : [[id, placeOf(item)] as const])))
    // Created before it is recorded: a recorded partition that does not exist is gone.
    for (const place of new Map([...own.values()].map(p => [keyOf(p), p])).values()) await partitions.place(place)
    const before = own.size > 0 ? await notes.create(own) : []
    // Of two notes the newer one counts: the partition of the older one was gone when the newer one was written.
    const current = await notes.findCurrent([...before, ...found.keys()])
    return new Map([...found, ...current])
  }

  async function isThere(place: Partition): Promise<boolean> {
    const same = (p: Partition): boolean => keyOf(p) === keyOf(place)
    return (await catalogue.recent()).some(same) || (await catalogue.fresh()).some(same)
  }

  /**
   * The partitions of events whose first partition is gone: late events for it have gone to another one. By document
   * id.
   */
  async function strays(items: readonly IndexItem[]): Promise<Map<string, Partition>> {
    const found = new Map<string, Partition>()
    for (let from = 0; from < items.length; from += PAGE) {
      const values = items.slice(from, from + PAGE).map(i => documentId(i.tenantId, i.eventId))
      const { hits } = await client.request<{ hits: { hits: readonly { _id: string; _index: string }[] } }>({
        method: 'POST',
        path: `/${names.all}/_search`,
        query: { ...TARGET, allow_partial_search_results: false },
        body: { size: PAGE, query: { ids: { values } }, _source: false, track_total_hits: false },
        retries: 1,
      })
      for (const { _id, _index } of hits.hits) {
        const partition = names.partitionOf(_index)
        if (partition) found.set(_id, partition)
      }
    }
    return found
  }

  return {
    async of(items) {
      const byId = new Map(items.map(item => [noteId(item), item]))
      const found = await notesOf(byId)
      const places = new Map<string, Partition | undefined>([...byId].map(([id, item]) => [id, placeOf(item)]))
      const gone: [string, Note, IndexItem][] = []
      for (const [id, note] of found) {
        const item = byId.get(id) as IndexItem
        if (keyOf(note.place) === keyOf(placeOf(item)) || (await isThere(note.place))) places.set(id, note.place)
        else gone.push([id, note, item])
      }
      const elsewhere = await strays(gone.map(([, , item]) => item))
      for (const [id, note, item] of gone) {
        const stray = elsewhere.get(documentId(item.tenantId, item.eventId))
        if (stray) places.set(id, stray)
        else if (!(await notes.replace(id, note, placeOf(item)))) places.set(id, undefined)
      }
      return items.map(item => places.get(noteId(item)))
    },
    async tidy() {
      const days = (await catalogue.fresh()).flatMap(p => (p.tier === 'cold' ? [] : p.day)).sort()
      const oldest = days[0] ?? '9999-12-31'
      // Events may be of the day after the one on which they were received.
      await notes.removeMonths(lastDay => Date.parse(oldest) > Date.parse(lastDay) + DAY_MS)
    },
  }
}

const placeOf = ({ partitionDay: day, retentionClass }: IndexItem): Partition => ({ day, retentionClass })

const keyOf = (p: Partition): string => `${p.retentionClass} ${p.day}`
