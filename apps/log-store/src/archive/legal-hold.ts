import type { View } from '@wardline/api'
import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type LegalHoldDoc, legalHolds } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { HOLD_ID } from '../tiers/tenant-end.ts'
import { tierFact } from '../tiers/tier-facts.ts'

type StoredHold = Stored<LegalHoldDoc> | undefined

/** The version, as for the retention settings: 1 before the first change. */
const versionOf = (stored: StoredHold): number => (stored?.version ?? 0) + 1

const view = (stored: StoredHold): View<'LegalHold'> => ({
  active: stored?.doc.active ?? false,
  reason: stored?.doc.reason ?? null,
  version: versionOf(stored),
  updated_at: stored?.doc.updated_at ?? null,
})

/** `GET /settings/legal-hold`. */
export const readLegalHold =
  ({ registry }: ServicePorts): OperationHandler<'readLegalHold'> =>
  async request => {
    const stored = await registry.read(legalHolds, tenantPrincipal(request).tenantId, HOLD_ID)
    return { status: 200, body: view(stored), version: versionOf(stored) }
  }

/** `PATCH /settings/legal-hold`. Takes effect immediately: every removal checks the legal hold first. */
export const updateLegalHold =
  ({ registry, clock, keyring }: ServicePorts): OperationHandler<'updateLegalHold'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(legalHolds, tenantId, HOLD_ID)
    requireIfMatch(request, versionOf(stored))
    const now = clock.now()
    const asked = request.body
    const { active, reason } = { active: stored?.doc.active ?? false, reason: stored?.doc.reason ?? null, ...asked }
    const doc: LegalHoldDoc = { id: HOLD_ID, active, reason, updated_at: rfc3339(now) }
    const fact = tierFact(keyring, tenantId, now, {
      type: 'settings_change',
      subject: { type: 'legal_hold', id: HOLD_ID },
      summary: active ? 'A legal hold keeps all log events.' : 'The legal hold on log events is not active.',
      details: { active },
      once: ['legal-hold', request.requestId],
      correlationId: request.correlationId,
    })
    const written = await registry.write(legalHolds, tenantId, doc, {
      expect: stored?.version ?? 'absent',
      emit: [fact],
    })
    if (!written.ok) throw new Problem('precondition_failed')
    const changed = { doc, version: written.version }
    return { status: 200, body: view(changed), version: versionOf(changed) }
  }
