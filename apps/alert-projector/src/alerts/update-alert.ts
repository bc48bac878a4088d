import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { type Clock, Problem, rfc3339 } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type AlertDoc, alerts } from '@wardline/registries'
import { alertAnswer } from './read-alert.ts'

/**
 * `PATCH /alerts/{alert_id}`: moves an alert between open, acknowledged and closed, in any direction.
 * @throws Problem `not_found`, `precondition_required`, `precondition_failed`.
 */
export function updateAlert({
  registry,
  clock,
}: {
  readonly registry: Registry
  readonly clock: Clock
}): OperationHandler<'updateAlert'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(alerts, tenantId, request.params.alert_id ?? '')
    if (!stored) throw new Problem('not_found')
    requireIfMatch(request, stored.version)
    const { status } = request.body
    if (status === undefined || status === stored.doc.status) return alertAnswer(stored)
    const doc: AlertDoc = { ...stored.doc, status, updated_at: rfc3339(clock.now()) }
    const result = await registry.write(alerts, tenantId, doc, { expect: stored.version })
    if (!result.ok) throw new Problem('precondition_failed')
    return alertAnswer({ doc, version: result.version })
  }
}
