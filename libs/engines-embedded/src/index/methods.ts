import type {
  FacetQuery,
  Facets,
  Histogram,
  HistogramQuery,
  LogPartition,
  PutResult,
  ReceivedCount,
  SearchQuery,
  Tier,
} from '@wardline/ports'
import type { KindFilter } from './kinds.ts'
import type { TokenQuery } from './tokens.ts'

/** Items by column: cheap to clone. */
export interface PutColumns {
  readonly tenants: readonly string[]
  readonly eventIds: readonly string[]
  readonly days: readonly string[]
  readonly classes: readonly string[]
  readonly times: readonly number[]
  readonly tokens: readonly string[]
  readonly docs: readonly string[]
  /** From `kindText`. */
  readonly kinds: readonly string[]
  readonly received: readonly number[]
  readonly origins: readonly (string | null)[]
}

/** Events to remove from a partition, by column. */
export type EraseColumns = Pick<PutColumns, 'tenants' | 'eventIds' | 'tokens'>

export interface SearchRequest extends Pick<SearchQuery, 'from' | 'to' | 'order' | 'limit' | 'deadlineMs'> {
  readonly tenant: string
  readonly tokens: TokenQuery
  readonly after: Position | null
}

/** A place between two events: after everything up to this time and id, in the direction of the search. */
export type Position = readonly [time: number, eventId: string]

export interface SearchAnswer {
  /** JSON of the events, and the tier of each. */
  readonly docs: readonly string[]
  readonly tiers: readonly Tier[]
  readonly next: Position | null
  readonly incomplete: readonly { readonly from: string; readonly to: string; readonly reason: string }[]
}

/** Conditions of a count in the form for one partition. */
export interface CountRequest extends Pick<SearchQuery, 'from' | 'to' | 'deadlineMs'> {
  readonly tenant: string
  readonly tokens: TokenQuery
  /** The same conditions if kinds alone decide them; null if words or values of events take part. */
  readonly kinds: KindFilter | null
}

export interface FacetsRequest extends CountRequest, Pick<FacetQuery, 'fields' | 'top'> {}

export interface HistogramRequest extends CountRequest, Pick<HistogramQuery, 'intervalMs'> {}

/** What could not be searched. */
export type Incomplete = SearchAnswer['incomplete']

/** Methods of the index's writer thread. */
export type WriterMethods = {
  put: { body: PutColumns; answer: readonly PutResult[] }
  /** Partitions by their ids. */
  seal: { body: string; answer: undefined }
  drop: { body: string; answer: undefined }
  erase: { body: { readonly id: string; readonly events: EraseColumns }; answer: number }
  /** By the partition's id. */
  purge: { body: string; answer: undefined }
  shutdown: { body: undefined; answer: undefined }
}

/** Methods of the index's reader threads. */
export type ReaderMethods = {
  /** A sign of life. */
  ping: { body: undefined; answer: undefined }
  search: { body: SearchRequest; answer: SearchAnswer }
  read: {
    body: { tenant: string; eventId: string }
    answer: { readonly doc: string; readonly tier: Tier } | undefined
  }
  /** Tiers of the partitions that may have events in this time. */
  tiers: { body: { readonly from: number; readonly to: number }; answer: readonly Tier[] }
  partitions: { body: undefined; answer: readonly LogPartition[] }
  tenantsOf: { body: string; answer: readonly string[] }
  /** JSON of a tenant's events in the partition of this id, in the order of slots, after one of them. */
  page: {
    body: {
      readonly id: string
      readonly tenant: string
      readonly tokens: TokenQuery
      readonly after: bigint | null
      readonly limit: number
    }
    answer: { readonly docs: readonly string[]; readonly next: bigint | null }
  }
  facets: { body: FacetsRequest; answer: Pick<Facets, 'facets' | 'total'> & { readonly incomplete: Incomplete } }
  histogram: { body: HistogramRequest; answer: Pick<Histogram, 'buckets'> & { readonly incomplete: Incomplete } }
  countReceived: {
    body: { readonly tenant: string; readonly from: number; readonly to: number }
    answer: { readonly counts: readonly ReceivedCount[]; readonly incomplete: Incomplete }
  }
  shutdown: { body: undefined; answer: undefined }
}
