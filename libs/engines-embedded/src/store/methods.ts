import type { TopicStatus } from './bus-store.ts'
import type { CollectionSpec } from './collection-spec.ts'
import type { ListRequest, RowRef, RowWrite, StoredText, Where, WriteAnswer } from './rows.ts'

/** A run of events for a subscriber. `body` has a line per event. */
export interface FetchedRun {
  readonly topic: string
  readonly base: number
  readonly body: string
}

export interface FetchAnswer {
  readonly run: FetchedRun | null
  /** Events that the group has not handled, over the subscriber's topics. */
  readonly lag: number
}

export interface Place {
  readonly topic: string
  readonly next: number
}

/** Methods of the store thread. */
export type StoreMethods = {
  /** Per topic one text with a line per event. Resolves when durable. */
  publish: { body: readonly { topic: string; count: number; body: string }[]; answer: undefined }
  subscribe: { body: { group: string; topics: readonly string[] }; answer: { subscriber: number; lag: number } }
  /** Waits up to `waitMs` for events. `handled` first moves the group's position. */
  fetch: { body: { subscriber: number; max: number; waitMs: number; handled?: Place }; answer: FetchAnswer }
  /** Ends a waiting fetch. */
  wake: { body: { subscriber: number }; answer: undefined }
  /** Resolves when the group's position is written. */
  leave: { body: { subscriber: number; handled?: Place }; answer: undefined }
  end: { body: { topic: string }; answer: number }
  declare: { body: CollectionSpec; answer: undefined }
  read: { body: RowRef; answer: StoredText | undefined }
  list: { body: ListRequest; answer: readonly StoredText[] }
  count: { body: { collection: string; tenant: string; where: Where; max: number }; answer: number }
  write: { body: RowWrite; answer: WriteAnswer }
  remove: { body: RowRef & { expect: number }; answer: boolean }
  findByUnique: {
    body: { collection: string; key: string; value: string }
    answer: (StoredText & { tenant: string }) | undefined
  }
  /** Runs retention and expiry now. */
  maintain: { body: undefined; answer: undefined }
  status: { body: undefined; answer: { topics: TopicStatus[]; waitingInOutbox: number } }
  /** Resolves when everything requested before is durable; the thread then closes its files. */
  shutdown: { body: undefined; answer: undefined }
}
