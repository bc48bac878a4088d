import { type Envelope, originEnvelope } from '@wardline/events'
import { type OperationHandler, type OperationRequest, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { type Clock, type Keyring, Problem, renewedMark, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type TicketDoc, tickets } from '@wardline/registries'
import { apply } from 'json-merge-patch'
import { SYSTEM_PRINCIPAL } from './automatic-ticket.ts'
import { findTicket, ticketAnswer } from './read-ticket.ts'

type Changeable = Pick<TicketDoc, 'title' | 'description' | 'status' | 'assignee'>

/**
 * `PATCH /tickets/{ticket_id}`: title, description, status, assignee (null removes it). Closing a ticket creates
 * evidence.
 * @throws Problem `not_found`, `precondition_required`, `precondition_failed`.
 */
export function updateTicket({
  registry,
  clock,
  keyring,
}: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
}): OperationHandler<'updateTicket'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await findTicket(registry, tenantId, request.params.ticket_id)
    requireIfMatch(request, stored.version)
    const before = stored.doc
    const after = patched(before, request.body)
    if (!changed(before, after)) return ticketAnswer(200, stored)
    const now = clock.now()
    const renamed = changed(before, after, ['title', 'description', 'assignee'])
    const doc: TicketDoc = {
      ...{ ...before, ...after, updated_at: rfc3339(now) },
      ...(renamed ? renewedMark(keyring, before) : {}),
    }
    const closed = doc.status === 'closed' && before.status !== 'closed'
    const result = await registry.write(tickets, tenantId, doc, {
      expect: stored.version,
      ...(closed ? { emit: [closure(request, tenantId, doc, now)] } : {}),
    })
    if (!result.ok) throw new Problem('precondition_failed')
    return ticketAnswer(200, { doc, version: result.version })
  }
}

function patched(ticket: TicketDoc, patch: unknown): Changeable {
  const { title, description, status, assignee } = ticket
  const merged = apply({ title, description, status, assignee }, patch) as Partial<Changeable>
  return { title, description, status, ...merged, assignee: merged.assignee ?? null }
}

const MEMBERS: readonly (keyof Changeable)[] = ['title', 'description', 'status', 'assignee']

const changed = (before: Changeable, after: Changeable, members = MEMBERS): boolean =>
  members.some(key => before[key] !== after[key])

/** The fact that a ticket was closed: ids and times, none of its text. */
function closure(
  request: OperationRequest,
  tenantId: TenantId,
  ticket: TicketDoc,
  now: number,
): Envelope<'internal.evidence.fact'> {
  const automatic = ticket.created_by === SYSTEM_PRINCIPAL
  return originEnvelope({
    kind: 'internal.evidence.fact',
    tenantId,
    producer: 'alert-projector',
    subject: { type: 'evidence_fact', id: ticket.id },
    correlationId: request.correlationId,
    now,
    payload: {
      evidence_type: 'ticket_closure',
      subject: { type: 'ticket', id: ticket.id },
      summary: ticket.alert_id === null ? 'A ticket was closed.' : 'A ticket about an alert was closed.',
      controls: [],
      details: { alert_id: ticket.alert_id, automatic, opened_at: ticket.created_at, closed_at: ticket.updated_at },
    },
  })
}
