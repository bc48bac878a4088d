import type { TenantId } from '@wardline/kernel'
import type { ArchivedEvent } from './archive.ts'
import type { IndexItem } from './log-item.ts'
import type { SearchQuery, Tier } from './log-search.ts'

/** A partition of the log index: the events of one day and retention class, of all tenants. It moves between tiers as a whole. */
export interface LogPartition {
  /** At most 40 small letters and digits. One that is made anew for the same day and class has another. */
  readonly id: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly retentionClass: string
  /** hot: written to; warm: sealed; cold: restored from the archive for a while. */
  readonly tier: Tier
}

/** Events of one user, address, host or asset, as searches know them. */
export type SubjectFilter = Pick<SearchQuery, 'users' | 'ips' | 'hosts' | 'assetIds'>

export interface PartitionPage {
  readonly events: readonly ArchivedEvent[]
  /** For the next page; null on the last. */
  readonly next: string | null
}

/**
 * What the tier mover does with partitions. Every method is idempotent, so that a move that a crash has cut off is simply done again; one
 * that names a partition which is gone (by `id`) does nothing.
 */
export interface LogPartitions {
  partitions(): Promise<readonly LogPartition[]>
  /** Tenants that have had events in it. */
  tenantsOf(partition: LogPartition): Promise<readonly TenantId[]>
  /** A tenant's events, all of them or those of a subject, each once, in one fixed order while nobody writes. @param limit 1 to 1,000. */
  readPartition(
    partition: LogPartition,
    tenant: TenantId,
    page: { readonly after?: string; readonly limit: number; readonly of?: SubjectFilter },
  ): Promise<PartitionPage>
  /**
   * Makes it read-only, then compact. From the moment it is sealed, a `put` to it goes into the current day's partition of its class, after
   * having looked here (and wherever else such a put may have gone) for the id: it never fails for that.
   */
  seal(partition: LogPartition): Promise<void>
  /** Removes events from it, also a sealed one, with everything that searches could find them by. @returns how many were there. At most 500 items. */
  erase(partition: LogPartition, items: readonly IndexItem[]): Promise<number>
  /** Removes it. At once for searches; its room follows. */
  drop(partition: LogPartition): Promise<void>
}

/** Classes of partitions that were restored from the archive begin so; no retention class does. Their tier is cold, and they are never sealed. */
const RESTORED = 'r_'

/** @param restore 1 to 30 small letters and digits. */
export const restoredClass = (restore: string): string => RESTORED + restore

export const isRestoredClass = (retentionClass: string): boolean => retentionClass.startsWith(RESTORED)
