import { type Envelope, originEnvelope } from '@wardline/events'
import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import { periodsAt, RETENTION_ID, withClass } from '@wardline/log-event'
import { type RetentionSettingsDoc, retentionSettings } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { requireWithinBounds, shortens } from './retention-bounds.ts'
import { retentionView, versionOf } from './retention-view.ts'

/**
 * A change that shortens anything waits this long (docs/architecture.md#retention), so that a mistake can be undone.
 */
const SHORTENING_DELAY_MS = 7 * 24 * 3_600_000

/** `PATCH /settings/retention`. */
export const updateRetention =
  ({ registry, clock }: ServicePorts): OperationHandler<'updateRetention'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(retentionSettings, tenantId, RETENTION_ID)
    requireIfMatch(request, versionOf(stored))
    const now = clock.now()
    const asked = { ...(stored?.doc ?? periodsAt(undefined, now)), ...request.body }
    requireWithinBounds(asked)

    const previous = periodsAt(stored?.doc, now)
    const doc: RetentionSettingsDoc = {
      id: RETENTION_ID,
      ...withClass(asked),
      applies_from: rfc3339(shortens(previous, asked) ? now + SHORTENING_DELAY_MS : now),
      previous: withClass(previous),
      updated_at: rfc3339(now),
    }
    const written = await registry.write(retentionSettings, tenantId, doc, {
      expect: stored?.version ?? 'absent',
      emit: [changedFact(tenantId, doc, request.correlationId, now)],
    })
    if (!written.ok) throw new Problem('precondition_failed')
    const changed = { doc, version: written.version }
    return { status: 200, body: retentionView(changed), version: versionOf(changed) }
  }

function changedFact(
  tenantId: TenantId,
  doc: RetentionSettingsDoc,
  correlationId: string,
  now: number,
): Envelope<'internal.evidence.fact'> {
  const { hot_days, warm_days, cold_days, retention_class, applies_from } = doc
  return originEnvelope({
    kind: 'internal.evidence.fact',
    tenantId,
    producer: 'log-store',
    subject: { type: 'evidence_fact', id: RETENTION_ID },
    correlationId,
    now,
    payload: {
      evidence_type: 'settings_change',
      subject: { type: 'retention_settings', id: RETENTION_ID },
      summary: 'The retention of log events was changed.',
      controls: ['soc2:C1.1', 'soc2:C1.2'],
      details: { hot_days, warm_days, cold_days, retention_class, applies_from, previous: doc.previous },
    },
  })
}
