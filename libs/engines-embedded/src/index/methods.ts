import type { PutResult, SearchQuery } from '@wardline/ports'
import type { TokenQuery } from './tokens.ts'

/** Items by column: cheap to clone. */
export interface PutColumns {
  readonly tenants: readonly string[]
  readonly eventIds: readonly string[]
  readonly days: readonly string[]
  readonly classes: readonly string[]
  readonly times: readonly number[]
  readonly probes: readonly boolean[]
  readonly tokens: readonly string[]
  readonly docs: readonly string[]
}

export interface SearchRequest extends Pick<SearchQuery, 'from' | 'to' | 'order' | 'limit' | 'deadlineMs'> {
  readonly tenant: string
  readonly groups: TokenQuery
  readonly after: Position | null
}

/** A place between two events: after everything up to this time and id, in the direction of the search. */
export type Position = readonly [time: number, eventId: string]

export interface SearchAnswer {
  /** JSON of the events. */
  readonly docs: readonly string[]
  readonly next: Position | null
  readonly incomplete: readonly { readonly from: string; readonly to: string; readonly reason: string }[]
}

/** What the index's writer thread answers. */
export type WriterMethods = {
  put: { body: PutColumns; answer: readonly PutResult[] }
  shutdown: { body: undefined; answer: undefined }
}

/** What the index's reader threads answer. */
export type ReaderMethods = {
  search: { body: SearchRequest; answer: SearchAnswer }
  read: { body: { tenant: string; eventId: string }; answer: string | undefined }
  shutdown: { body: undefined; answer: undefined }
}
