import type { Envelope } from '@wardline/events'
import {
  atLeast,
  type Clock,
  type Keyring,
  newestMark,
  PLATFORM_TENANT,
  rfc3339,
  type TenantId,
} from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type AlertReservation, type TicketDoc, tenants, tickets } from '@wardline/registries'

type Detection = Envelope<'security.alert.created'>

/** The author of tickets that no person opened. */
export const SYSTEM_PRINCIPAL = 'alert-projector'

const MAX_TITLE = 256

/** Whether the tenant wants a ticket for an alert: for high and critical ones, unless its setting says no. */
export async function wantsTicketFor(registry: Registry, tenant: TenantId): Promise<(d: Detection) => boolean> {
  const setting = (await registry.read(tenants, PLATFORM_TENANT, tenant))?.doc.auto_tickets ?? true
  return detection => setting && atLeast(detection.payload.severity, 'high')
}

/** Opens the ticket that an alert's reservation names. Repeated calls open only one. */
export async function openAutomaticTicket(
  { registry, clock, keyring }: { readonly registry: Registry; readonly clock: Clock; readonly keyring: Keyring },
  detection: Detection,
  reservation: AlertReservation,
): Promise<void> {
  if (reservation.ticket_id === null) return
  const at = rfc3339(clock.now())
  const ticket: TicketDoc = {
    id: reservation.ticket_id,
    ...ticketText(detection),
    status: 'open',
    alert_id: reservation.alert_id,
    assignee: null,
    created_by: SYSTEM_PRINCIPAL,
    created_at: at,
    updated_at: at,
    ...newestMark(keyring),
  }
  await registry.write(tickets, detection.tenant_id, ticket, { expect: 'absent' })
}

/** The rule's title, ids and counts. Nothing that the events say about anybody. */
function ticketText({ payload }: Detection): Pick<TicketDoc, 'title' | 'description'> {
  const { rule, severity, confidence, count } = payload
  return {
    title: [...`${severity}: ${rule.title}`].slice(0, MAX_TITLE).join(''),
    description: [
      `Alert ${payload.alert_id} of severity ${severity} and confidence ${confidence}.`,
      `Rule ${rule.rule_id} "${rule.title}" matched ${count} ${count === 1 ? 'event' : 'events'}`,
      `from ${payload.first_event_at} to ${payload.last_event_at}.`,
    ].join('\n'),
  }
}
