import type { GroupPlace } from '@wardline/ports'
import type { RoomLevel } from '../room/disk-room.ts'
import type { TopicPlace, TopicStatus } from './bus-store.ts'
import type { CollectionSpec } from './collection-spec.ts'
import type { ListRequest, RowRef, RowWrite, StoredText, Where, WriteAnswer } from './rows.ts'

/** Events of one topic for a subscriber, in order. `body` has a line per event. */
export interface FetchedRun {
  readonly topic: string
  readonly offsets: readonly number[]
  readonly body: string
  /** Where the group is once they are handled. */
  readonly after: GroupPlace
}

export interface FetchAnswer {
  readonly run: FetchedRun | null
  /** Events from the first one on that the group has not handled, over the subscriber's topics. */
  readonly lag: number
}

export interface SubscriberSpec {
  readonly group: string
  readonly topics: readonly string[]
  /** Most events of one run. */
  readonly max: number
  /** Without turns of tenants: `Subscription.inOrder`. */
  readonly inOrder: boolean
}

/** How full the storage is. Bytes. */
export interface StorageStatus {
  readonly level: RoomLevel
  /** On the disk of the data folder. */
  readonly freeBytes: number
  /** What the reserve should have, and has. */
  readonly reserveBytes: number
  readonly heldBytes: number
  readonly busBytes: number
  readonly busQuotaBytes: number
}

/** Methods of the store thread. */
export type StoreMethods = {
  /** Per topic one text with a line per event. Resolves when durable. */
  publish: { body: readonly { topic: string; count: number; body: string }[]; answer: undefined }
  subscribe: { body: SubscriberSpec; answer: { subscriber: number; lag: number } }
  /** Waits up to `waitMs` for events. `handled`: the run that was fetched before is handled; without it, it comes again. */
  fetch: { body: { subscriber: number; waitMs: number; handled: boolean }; answer: FetchAnswer }
  /** Ends a waiting fetch. */
  wake: { body: { subscriber: number }; answer: undefined }
  /** Resolves when the group's position is written. */
  leave: { body: { subscriber: number; handled: boolean }; answer: undefined }
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
  /** Overwrites what removed and replaced documents have left in the registry's file. */
  purge: { body: undefined; answer: undefined }
  /** Where the topics begin and end, and how far the slowest of these groups is (Infinity if none of them reads it). */
  topics: { body: { readonly groups: readonly string[] }; answer: readonly TopicPlace[] }
  /** Runs retention and expiry now. */
  maintain: { body: undefined; answer: undefined }
  storage: { body: undefined; answer: StorageStatus }
  /** On a full disk: `more` room for the small files of a start, out of the reserve, or what is left of it taken back. */
  startRoom: { body: { readonly more: boolean }; answer: undefined }
  status: { body: undefined; answer: { topics: TopicStatus[]; waitingInOutbox: number } }
  /** Resolves when everything requested before is durable; the thread then closes its files. */
  shutdown: { body: undefined; answer: undefined }
}
