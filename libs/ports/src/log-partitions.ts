import type { TenantId } from '@wardline/kernel'
import type { ArchivedEvent } from './archive.ts'
import type { IndexItem } from './log-item.ts'
import type { SearchQuery, Tier } from './log-search.ts'

/** A partition of the log index: the events of one day and retention class, of all tenants. It moves between tiers as a whole. */
export interface LogPartition {
  /** At most 40 lower-case letters and digits. A partition created again for the same day and class gets a new id. */
  readonly id: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly retentionClass: string
  /** hot: written to; warm: sealed; cold: restored from the archive for a while. */
  readonly tier: Tier
}

/** Events of one user, address, host or asset, as searches name them. */
export type SubjectFilter = Pick<SearchQuery, 'users' | 'ips' | 'hosts' | 'assetIds'>

export interface PartitionPage {
  readonly events: readonly ArchivedEvent[]
  /** For the next page; null on the last. */
  readonly next: string | null
}

/**
 * What the tier mover does with partitions. Every method is idempotent, so a move that a crash interrupted is simply
 * done again. A call that names a partition (by `id`) that is gone does nothing.
 */
export interface LogPartitions {
  partitions(): Promise<readonly LogPartition[]>
  /** Tenants that have had events in it. */
  tenantsOf(partition: LogPartition): Promise<readonly TenantId[]>
  /**
   * All events of a tenant, or those of a subject, each once, in a fixed order as long as nobody writes. @param limit 1
   * to 1,000.
   */
  readPartition(
    partition: LogPartition,
    tenant: TenantId,
    page: { readonly after?: string; readonly limit: number; readonly of?: SubjectFilter },
  ): Promise<PartitionPage>
  /**
   * Makes it read-only, then compacts it. Once it is sealed, a `put` to it goes into the current day's partition of its
   * class, after looking up the id here (and wherever else such a put may have gone). A `put` never fails because of
   * sealing.
   */
  seal(partition: LogPartition): Promise<void>
  /**
   * Removes events from the partition, even if it is sealed, with everything by which searches could find them. At most
   * 500 items. @returns the number of removed events
   */
  erase(partition: LogPartition, items: readonly IndexItem[]): Promise<number>
  /**
   * Overwrites or gives up what the engine still has of erased events where no search can find it: old segments, free
   * pages, logs of changes. In small steps, so that nobody waits long for it.
   * @returns false when the engine cannot let go of it yet: call it again, some seconds later
   */
  purge(partition: LogPartition): Promise<boolean>
  /** Removes the partition. It disappears from searches at once; its disk space is freed later. */
  drop(partition: LogPartition): Promise<void>
}

/**
 * Prefix of the classes of partitions that were restored from the archive; no retention class starts with it. Their
 * tier is cold, and they are never sealed.
 */
const RESTORED = 'r_'

/** @param restore 1 to 30 lower-case letters and digits. */
export const restoredClass = (restore: string): string => RESTORED + restore

export const isRestoredClass = (retentionClass: string): boolean => retentionClass.startsWith(RESTORED)
