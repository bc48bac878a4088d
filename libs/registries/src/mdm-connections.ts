import { type Document, defineCollection } from './collection.ts'

export type MdmProviderName = 'microsoft_graph' | 'jamf_pro'

/** A connection to a device-management provider. Its secret is a reference, never the secret. */
export interface MdmConnectionDoc extends Document {
  readonly name: string
  readonly provider: MdmProviderName
  /** Origin (and path) of the provider's API; null for the provider's own default. */
  readonly base_url: string | null
  /** Origin of the token service, if the provider has its own. */
  readonly authority_url: string | null
  readonly provider_tenant_id: string | null
  readonly client_id: string | null
  readonly secret_ref: { readonly provider: 'env' | 'file' | 'vault'; readonly name: string; readonly purpose: 'mdm' }
  readonly sync_interval_seconds: number
  /** `error`: the newest sync failed for a reason that an operator must fix; it is tried again anyway. */
  readonly state: 'active' | 'paused' | 'error'
  readonly error_code: string | null
  /** Raised with every change of the provider's address or credentials: an earlier walk is not continued. */
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
}

export const mdmConnections = defineCollection<MdmConnectionDoc>({
  name: 'mdm_connections',
  owner: 'mdm-connector',
  schemaVersion: 1,
  fields: { state: 'text', provider: 'text', created_at: 'text' },
  indexes: [['created_at'], ['state', 'created_at']],
})
