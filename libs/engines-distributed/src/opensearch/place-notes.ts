import type { Clock } from '@wardline/kernel'
import { type SearchClient, statusOf, typeOf } from './client.ts'
import type { IndexNames, Partition } from './names.ts'
import { TARGET } from './query.ts'

/** Ids of one request. */
const PAGE = 1000
/** How long the list of earlier months is cached. */
const KNOWN_FOR_MS = 60_000
/** How long other processes may still write to the previous month, after this one has seen the new month. */
const SETTLING_MS = 60_000

const INDICES = { expand_wildcards: 'open', ignore_unavailable: true, allow_no_indices: true } as const

/** A partition recorded under an id, and the version of the document that records it. */
export interface Note {
  readonly place: Partition
  readonly index: string
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number }
}

/** Partitions by the ids of events, small documents in an index per month. Written to the current month, found in all of them. */
export interface PlaceNotes {
  /** In months that are no longer written to: some microseconds per id and month. */
  findEarlier(ids: readonly string[]): Promise<Map<string, Note>>
  /** In this month, including what was written a moment ago. */
  findCurrent(ids: readonly string[]): Promise<Map<string, Note>>
  /** Of any number of writers, exactly one is first. @returns the ids that had a note in this month before. */
  create(notes: ReadonlyMap<string, Partition>): Promise<string[]>
  /** Records another place in this month. Returns false when another process has done so meanwhile. */
  replace(id: string, note: Note, place: Partition): Promise<boolean>
  /** Removes months before this one by their last day. */
  removeMonths(isOver: (lastDay: string) => boolean): Promise<void>
}

interface Doc {
  readonly _index: string
  readonly _id: string
  readonly found?: boolean
  readonly _seq_no?: number
  readonly _primary_term?: number
  readonly _source?: { readonly day: string; readonly class: string }
}

export function createPlaceNotes(client: SearchClient, names: IndexNames, clock: Clock): PlaceNotes {
  const current = (): string => names.refs.of(clock.now())
  /** The month whose index exists. */
  let made = ''
  /** When this month started. */
  let seen = { month: '', at: 0 }
  let listed: { readonly at: number; readonly months: Promise<readonly string[]> } | undefined

  async function list(): Promise<readonly string[]> {
    const path = `/${names.refs.all}/_settings/index.uuid`
    const found = await client.request<object>({ method: 'GET', path, query: INDICES, retries: 1 })
    return Object.keys(found).filter(index => names.refs.lastDay(index) !== undefined)
  }

  async function earlier(): Promise<readonly string[]> {
    const [month, at] = [current(), performance.now()]
    if (seen.month !== month) {
      seen = { month, at }
      listed = undefined
    }
    if (!listed || at - listed.at > KNOWN_FOR_MS) listed = { at, months: list() }
    const { months } = listed
    months.catch(() => {
      listed = undefined
    })
    return (await months).filter(index => index !== month)
  }

  async function make(month: string): Promise<void> {
    if (made === month) return
    try {
      await client.request({ method: 'PUT', path: `/${month}`, body: {} })
    } catch (error) {
      if (typeOf(error) !== 'resource_already_exists_exception') throw error
    }
    made = month
  }

  const notes: PlaceNotes = {
    async findEarlier(ids) {
      const found = new Map<string, Note>()
      const months = (await earlier()).join(',')
      if (months === '') return found
      if (performance.now() - seen.at < SETTLING_MS)
        await client.request({ method: 'POST', path: `/${months}/_refresh`, query: INDICES, retries: 1 })
      for (const some of pages(ids)) {
        const { hits } = await client.request<{ hits: { hits: readonly Doc[] } }>({
          method: 'POST',
          path: `/${months}/_search`,
          query: { ...TARGET, allow_partial_search_results: false },
          body: {
            size: 10 * PAGE,
            query: { bool: { filter: [{ ids: { values: some } }] } },
            seq_no_primary_term: true,
            track_total_hits: false,
          },
          retries: 1,
        })
        for (const doc of hits.hits) {
          const known = found.get(doc._id)
          if (!known || known.index < doc._index) found.set(doc._id, noteOf(doc))
        }
      }
      return found
    },
    async findCurrent(ids) {
      const found = new Map<string, Note>()
      for (const some of pages(ids)) {
        const { docs } = await client.request<{ docs: readonly Doc[] }>({
          method: 'POST',
          path: `/${current()}/_mget`,
          body: { ids: some },
          retries: 1,
        })
        for (const doc of docs) if (doc.found) found.set(doc._id, noteOf(doc))
      }
      return found
    },
    async create(wanted) {
      const month = current()
      await make(month)
      const before: string[] = []
      for (const some of pages([...wanted])) {
        const { items } = await client.request<{ items: readonly { create: { _id: string; status: number } }[] }>({
          method: 'POST',
          path: `/${month}/_bulk`,
          query: { filter_path: 'items.create._id,items.create.status' },
          lines: some.flatMap(([_id, place]) => [JSON.stringify({ create: { _id } }), JSON.stringify(sourceOf(place))]),
        })
        for (const { create } of items) {
          if (create.status === 409) before.push(create._id)
          else if (create.status !== 201) throw new Error(`a place was answered with ${create.status}`)
        }
      }
      return before
    },
    async replace(id, { index, version }, place) {
      if (index !== current()) return (await notes.create(new Map([[id, place]]))).length === 0
      try {
        await client.request({ method: 'PUT', path: `/${index}/_doc/${id}`, query: version, body: sourceOf(place) })
        return true
      } catch (error) {
        if (statusOf(error) === 409) return false
        throw error
      }
    },
    async removeMonths(isOver) {
      for (const index of await list()) {
        if (index === current() || !isOver(names.refs.lastDay(index) as string)) continue
        await client.request({ method: 'DELETE', path: `/${index}`, query: { ignore_unavailable: true }, retries: 1 })
        listed = undefined
      }
    },
  }
  return notes
}

const sourceOf = (p: Partition): object => ({ day: p.day, class: p.retentionClass })

const noteOf = ({ _index, _source, _seq_no, _primary_term }: Doc): Note => ({
  place: { day: _source?.day ?? '', retentionClass: _source?.class ?? '' },
  index: _index,
  version: { if_seq_no: _seq_no ?? 0, if_primary_term: _primary_term ?? 0 },
})

function* pages<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += PAGE) yield all.slice(from, from + PAGE)
}
