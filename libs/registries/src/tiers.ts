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
