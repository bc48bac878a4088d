import type { View } from '@wardline/api'
import { type OperationHandler, type OperationResult, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type TicketDoc, tickets } from '@wardline/registries'

/** `GET /tickets/{ticket_id}`. @throws Problem `not_found`. */
export function readTicket({ registry }: { readonly registry: Registry }): OperationHandler<'readTicket'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    return ticketAnswer(200, await findTicket(registry, tenantId, request.params.ticket_id))
  }
}

/** @throws Problem `not_found`, the same for another tenant's ticket. */
export async function findTicket(
  registry: Registry,
  tenant: TenantId,
  id: string | undefined,
): Promise<Stored<TicketDoc>> {
  const stored = await registry.read(tickets, tenant, id ?? '')
  if (!stored) throw new Problem('not_found')
  return stored
}

/**
 * The body of `GET /tickets/{ticket_id}`. Comments do not affect it, so an auditor learns nothing about internal ones.
 */
export function ticketBody({ doc, version }: Stored<TicketDoc>): View<'Ticket'> {
  const { id, ...rest } = doc
  return { ticket_id: id, ...rest, version }
}

/** One ticket, with its ETag. */
export function ticketAnswer(status: number, stored: Stored<TicketDoc>): OperationResult<View<'Ticket'>> {
  return { status, body: ticketBody(stored), version: stored.version }
}
