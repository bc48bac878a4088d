import type { ServiceName } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

/** How far a stage of the pipeline is behind with one tenant. One per tenant: {@link TENANT_BACKLOG}. */
export interface TenantBacklogDoc extends Document {
  /** How long the tenant's oldest log of a batch had waited, in milliseconds. */
  readonly delay_ms: number
  /** When that batch was handled (milliseconds since the epoch). An old value says nothing about now. */
  readonly seen_at: number
  /** Milliseconds since the epoch. */
  readonly expires_at: number
}

export const TENANT_BACKLOG = 'backlog'

const backlogsOf = (owner: ServiceName): Collection<TenantBacklogDoc> =>
  defineCollection<TenantBacklogDoc>({
    name: `tenant_backlogs_${owner}`,
    owner,
    schemaVersion: 1,
    fields: { expires_at: 'number' },
    indexes: [],
    expiresBy: 'expires_at',
  })

/** One collection per stage. Only tenants that were behind have a document. */
export const tenantBacklogs = { normalizer: backlogsOf('normalizer'), detector: backlogsOf('detector') } as const
