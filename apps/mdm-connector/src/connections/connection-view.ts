import type { View } from '@wardline/api'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { MdmConnectionDoc, MdmSyncStateDoc } from '@wardline/registries'

/** A connection as the API returns it: with a reference to the secret, never the secret itself. */
export const connectionView = (
  tenant: TenantId,
  { doc, version }: Stored<MdmConnectionDoc>,
  sync: MdmSyncStateDoc | undefined,
): View<'MdmConnection'> => ({
  connection_id: doc.id,
  tenant_id: tenant,
  name: doc.name,
  provider: doc.provider,
  base_url: doc.base_url,
  authority_url: doc.authority_url,
  provider_tenant_id: doc.provider_tenant_id,
  client_id: doc.client_id,
  secret_ref: doc.secret_ref,
  sync_interval_seconds: doc.sync_interval_seconds,
  state: doc.state,
  error_code: doc.error_code,
  last_sync_run_id: sync?.last_run_id ?? null,
  last_sync_at: sync?.last_sync_at ?? null,
  next_sync_at: doc.state === 'paused' || !sync?.next_sync_at ? null : rfc3339(sync.next_sync_at),
  version,
  created_at: doc.created_at,
  updated_at: doc.updated_at,
})
