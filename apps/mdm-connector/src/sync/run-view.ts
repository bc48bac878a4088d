import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { MdmSyncRunDoc } from '@wardline/registries'

/** A sync run as the API returns it: counts, codes and ids. */
export const runView = (tenant: TenantId, doc: MdmSyncRunDoc): View<'MdmSyncRun'> => ({
  sync_run_id: doc.id,
  tenant_id: tenant,
  connection_id: doc.connection_id,
  trigger: doc.trigger,
  state: doc.state,
  error_code: doc.error_code,
  counts: doc.counts,
  complete: doc.complete,
  drift: doc.drift,
  requested_at: doc.requested_at,
  started_at: doc.started_at,
  finished_at: doc.finished_at,
})
