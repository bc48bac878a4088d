import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { alertDestinations } from '@wardline/registries'
import type { DestinationPorts } from './context.ts'
import { findDestination } from './destination-view.ts'

/**
 * `DELETE /alert-destinations/{destination_id}`: a delivery in progress is the last one. The deliverer removes the
 * delivery position.
 */
export const deleteDestination =
  ({ registry }: DestinationPorts): OperationHandler<'deleteAlertDestination'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { doc, version } = await findDestination(registry, tenantId, request.params.destination_id)
    if (!(await registry.remove(alertDestinations, tenantId, doc.id, version))) throw new Problem('state_conflict')
    return { status: 204 }
  }
