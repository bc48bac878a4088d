import type { ServiceName, TenantId } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

export const ERASURE_SUBJECTS = ['user', 'ip', 'host', 'asset_id'] as const
export type ErasureSubject = (typeof ERASURE_SUBJECTS)[number]

/** Where a topic ended, as the bus says it (`TopicEnd` of libs/ports). */
export interface KeptTopic {
  readonly topic: string
  readonly ends: readonly { readonly partition: number; readonly offset: string }[]
  /** Milliseconds since the epoch. */
  readonly keptUntil: number
}

/**
 * The removal of one subject's events from every tier, and of what other services hold of it. It covers what was
 * received until it was requested.
 */
export interface LogErasureDoc extends Document {
  /**
   * `waiting_for_retention`: everything that can be changed was changed; topics and backups may still hold the subject.
   */
  readonly state: 'queued' | 'running' | 'waiting_for_retention' | 'done'
  readonly subject_type: ErasureSubject
  /** The subject, sealed with the keyring's `archive` key; null once nothing is left to look for. */
  readonly sealed_value: string | null
  readonly reason: string
  readonly requested_at: string
  readonly finished_at: string | null
  /** Number of events removed from the index and from the archive. */
  readonly searchable_removed: number
  readonly archived_removed: number
  /** Objects that were rewritten. */
  readonly objects_rewritten: number
  /** The archive's objects are done up to and including this one, by day and id. */
  readonly after: { readonly day: string; readonly id: string } | null
  // What follows was added later: erasures of earlier releases do not have it.
  /** The pass over all stores that is under way, from 1 on; and the last one that the log store has finished. */
  readonly pass?: number
  readonly stored_pass?: number
  /** Partitions that had events of the subject, and must be purged. */
  readonly to_purge?: readonly string[]
  /** Ends of the topics at which the groups have to be before the next round begins; and the rounds that are over. */
  readonly drain?: readonly KeptTopic[] | null
  readonly rounds?: number
  /** Other records that were changed or removed, by kind. */
  readonly records?: Readonly<Record<string, number>>
  readonly removed_at?: string | null
  /** Topics that may still hold the subject, with their ends when it was removed from everything else. */
  readonly topics?: readonly KeptTopic[]
  /** When no topic held it any more, and when no backup that may be restored holds it any more. */
  readonly topics_clean_at?: string | null
  readonly backups_until?: string | null
}

export const logErasures = defineCollection<LogErasureDoc>({
  name: 'log_erasures',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { state: 'text', requested_at: 'text' },
  indexes: [['requested_at'], ['state', 'requested_at']],
  essential: true,
})

/**
 * An erasure that the other services have to take part in, under the platform tenant; `id` is the erasure's. It is gone
 * once nobody has to look for the subject any more.
 */
export interface ErasureOrderDoc extends Document {
  readonly tenant_id: TenantId
  readonly subject_type: ErasureSubject
  /** As in the erasure. */
  readonly sealed_value: string
  readonly requested_at: string
  /** Each service goes through its records once for each pass. */
  readonly pass: number
}

export const erasureOrders = defineCollection<ErasureOrderDoc>({
  name: 'erasure_orders',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

/** How far a service is with an order, under the platform tenant; `id` is the erasure's. */
export interface ErasurePartDoc extends Document {
  readonly pass: number
  readonly state: 'running' | 'done'
  /** The kind of records that it goes through now, and the last one that is done. */
  readonly step: number
  readonly after: string | null
  /** Records that were changed or removed, by kind. */
  readonly changed: Readonly<Record<string, number>>
}

const partsOf = (owner: ServiceName): Collection<ErasurePartDoc> =>
  defineCollection<ErasurePartDoc>({
    name: `erasure_parts_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 1,
    fields: {},
    indexes: [],
    essential: true,
  })

/** One collection per service that holds what comes of log events. */
export const erasureParts = {
  normalizer: partsOf('normalizer'),
  detector: partsOf('detector'),
  'alert-projector': partsOf('alert-projector'),
} as const
