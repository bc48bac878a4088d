import { type Document, defineCollection } from './collection.ts'

/** A tenant. Kept under the platform tenant; `id` is the tenant's own id. */
export interface TenantDoc extends Document {
  readonly name: string
  /** `platform` marks the platform's own record, which no list shows. */
  readonly state: 'active' | 'suspended' | 'platform'
  readonly created_at: string
  /** Whether alerts of high or critical severity open a ticket. */
  readonly auto_tickets: boolean
  /** Set once the tenant's first account exists: a later one by a platform_admin is refused. */
  readonly first_account_at: string | null
}

export const tenants = defineCollection<TenantDoc>({
  name: 'tenants',
  owner: 'gateway',
  schemaVersion: 1,
  fields: { name: 'text', state: 'text', created_at: 'text' },
  indexes: [['created_at'], ['state', 'created_at']],
  essential: true,
})
