import type { View } from '@wardline/api'
import { rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { RejectionDoc } from '@wardline/registries'

/** A rejection as the API returns it. It never contains the log itself. */
export const rejectionView = ({ doc, version }: Stored<RejectionDoc>): View<'Rejection'> => ({
  rejection_id: doc.id,
  kind: doc.kind,
  envelope_id: doc.envelope_id,
  log_source_id: doc.log_source_id,
  event_id: doc.event_id,
  code: doc.code,
  state: doc.state,
  attempts: doc.attempts,
  replayable: doc.state === 'open' && doc.sealed_envelope !== null,
  rejected_at: doc.rejected_at,
  resolved_at: doc.resolved_at,
  resolution_reason: doc.resolution_reason,
  expires_at: rfc3339(doc.expires_at),
  version,
})
