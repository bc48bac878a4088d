import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { type Clock, invalid, type Keyring, newestMark, newId, rfc3339 } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alerts, type TicketDoc, tickets } from '@wardline/registries'
import { ticketAnswer } from './read-ticket.ts'

/** `POST /tickets`. @throws Problem `validation_failed` when `alert_id` names no alert of the tenant. */
export function createTicket({
  registry,
  clock,
  keyring,
}: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
}): OperationHandler<'createTicket'> {
  return async request => {
    const { tenantId, id: createdBy } = tenantPrincipal(request)
    const { title, description, alert_id = null, assignee = null } = request.body
    if (alert_id !== null && !(await registry.read(alerts, tenantId, alert_id))) {
      throw invalid('/alert_id', 'an existing alert is expected')
    }
    const at = rfc3339(clock.now())
    const doc: TicketDoc = {
      id: newId('tkt'),
      title,
      description,
      status: 'open',
      alert_id,
      assignee,
      created_by: createdBy,
      created_at: at,
      updated_at: at,
      ...newestMark(keyring),
    }
    const result = await registry.write(tickets, tenantId, doc, { expect: 'absent' })
    if (!result.ok) throw new Error('a new ticket id already exists')
    return ticketAnswer(201, { doc, version: result.version })
  }
}
