import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { invalid, Problem, rfc3339 } from '@wardline/kernel'
import { type AlertDestinationDoc, alertDeliveries, alertDestinations } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { apply } from 'json-merge-patch'
import type { DestinationPorts } from './context.ts'
import { destinationAnswer, findDestination } from './destination-view.ts'

type Changeable = Pick<AlertDestinationDoc, 'url' | 'description' | 'min_severity' | 'state'>

/**
 * `PATCH /alert-destinations/{destination_id}`, JSON Merge Patch. Alerts created while it was paused are delivered once
 * it is active again. Any change makes a waiting delivery retry immediately.
 * @throws Problem `not_found`, `precondition_required`, `precondition_failed`, `validation_failed`.
 */
export const updateDestination =
  ({ registry, clock, egress }: DestinationPorts): OperationHandler<'updateAlertDestination'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await findDestination(registry, tenantId, request.params.destination_id)
    requireIfMatch(request, stored.version)
    const { url, description, min_severity, state } = stored.doc
    const patched = apply({ url, description, min_severity, state }, request.body) as Partial<Changeable>
    const after = { url, min_severity, state, ...patched, description: patched.description ?? null }
    const fault = egress.urlFault(after.url)
    if (fault !== undefined) throw invalid('/url', fault)
    const now = clock.now()
    const doc: AlertDestinationDoc = { ...stored.doc, ...after, updated_at: rfc3339(now) }
    const written = await registry.write(alertDestinations, tenantId, doc, { expect: stored.version })
    if (!written.ok) throw new Problem('precondition_failed')
    await update(registry, alertDeliveries, tenantId, doc.id, place =>
      place ? { doc: { ...place.doc, due_at: doc.state === 'active' ? now : null } } : undefined,
    )
    return destinationAnswer(registry, tenantId, { doc, version: written.version })
  }
