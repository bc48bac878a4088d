import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { alertDestinations } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import type { DestinationPorts } from './context.ts'
import { destinationAnswer, destinationBody, findDestination } from './destination-view.ts'

/** `GET /alert-destinations`, oldest first. */
export const listDestinations =
  ({ registry }: DestinationPorts, cursors: Cursors): OperationHandler<'listAlertDestinations'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const page = await listPage({ registry, cursors }, request, tenantId, alertDestinations, {
      order: { by: 'created_at', direction: 'asc' },
      view: stored => destinationBody(registry, tenantId, stored),
    })
    return { ...page, body: { ...page.body, items: await Promise.all(page.body.items) } }
  }

/** `GET /alert-destinations/{destination_id}`. @throws Problem `not_found`. */
export const readDestination =
  ({ registry }: DestinationPorts): OperationHandler<'readAlertDestination'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await findDestination(registry, tenantId, request.params.destination_id)
    return destinationAnswer(registry, tenantId, stored)
  }
