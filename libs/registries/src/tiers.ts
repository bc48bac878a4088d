import { type Document, defineCollection } from './collection.ts'

/** A partition on its way to the next tier, kept under the platform tenant; `id` is the partition's. Gone once it has arrived. */
export interface TierMoveDoc extends Document {
  readonly day: string
  readonly retention_class: string
  readonly to: 'warm' | 'cold'
  /**
   * `copying`: into the archive, tenant by tenant (each one's archive record is its progress). `dropping`: everything
   * is in the archive, and verified.
   */
  readonly state: 'sealing' | 'copying' | 'dropping'
  readonly tenants: number
  readonly tenants_done: number
  readonly events: number
  readonly started_at: string
  readonly updated_at: string
}

export const tierMoves = defineCollection<TierMoveDoc>({
  name: 'tier_moves',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { started_at: 'text' },
  indexes: [['started_at']],
  essential: true,
})

/** The process that currently moves partitions, under the platform tenant: one document. */
export interface TierLeaseDoc extends Document {
  readonly holder: string
  /** Milliseconds since the epoch. */
  readonly until: number
  /** When all tenants were last checked. */
  readonly swept_at: number
}

export const tierLeases = defineCollection<TierLeaseDoc>({
  name: 'tier_leases',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

/**
 * A tenant that waits for the tier mover, under the platform tenant; `id` is the tenant's. Only a hint: the mover
 * checks all tenants from time to time.
 */
export interface TierRequestDoc extends Document {
  readonly requested_at: string
}

export const tierRequests = defineCollection<TierRequestDoc>({
  name: 'tier_requests',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})

/**
 * While it is active, none of the tenant's logs are removed: not by age, not by erasure, and not by destroying a key.
 * One document, `id` is `legal-hold`.
 */
export interface LegalHoldDoc extends Document {
  readonly active: boolean
  readonly reason: string | null
  readonly updated_at: string
}

export const legalHolds = defineCollection<LegalHoldDoc>({
  name: 'legal_holds',
  owner: 'log-store',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

export const ERASURE_SUBJECTS = ['user', 'ip', 'host', 'asset_id'] as const
export type ErasureSubject = (typeof ERASURE_SUBJECTS)[number]

/** The removal of one subject's events from every tier. */
export interface LogErasureDoc extends Document {
  readonly state: 'queued' | 'running' | 'done'
  readonly subject_type: ErasureSubject
  /** The subject, sealed with the keyring's `archive` key; null once it is done. */
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
}

export const logErasures = defineCollection<LogErasureDoc>({
  name: 'log_erasures',
  owner: 'log-store',
  schemaVersion: 1,
  fields: { state: 'text', requested_at: 'text' },
  indexes: [['requested_at'], ['state', 'requested_at']],
  essential: true,
})
