import { derivedId, newId, rfc3339, severityId, type TenantId } from '@wardline/kernel'
import {
  type AlertDeliveryDoc,
  type AlertDestinationDoc,
  type AlertDoc,
  alertDeliveries,
  alertDestinations,
  alerts,
} from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { alertBody } from '../alerts/alert-record.ts'
import type { DestinationPorts } from './context.ts'
import { type Sent, sendWebhook } from './send-webhook.ts'

/** Longer than one delivery takes. Every delivery renews the lease. */
const LEASE_MS = 60_000
/** Alerts per turn. Then it is the turn of other destinations. */
const TURN = 100
const FIRST_WAIT_MS = 5_000
const LAST_WAIT_MS = 3_600_000
/** Attempts to deliver an alert that the endpoint refuses, over about six hours, before it is skipped. */
export const REFUSED_ATTEMPTS = 15

/**
 * Delivers the waiting alerts to one destination in the order of `sequence`, one at a time: at least once, with an id
 * that stays the same. While the endpoint does not accept an alert, the ones after it wait too. Alerts are stored
 * anyway, so no queue is needed.
 * @returns the number of alerts that were delivered or skipped.
 */
export async function deliverAlerts(
  ports: DestinationPorts,
  tenant: TenantId,
  destinationId: string,
  signal: AbortSignal,
): Promise<number> {
  const { registry } = ports
  const destination = (await registry.read(alertDestinations, tenant, destinationId))?.doc
  if (!destination) return forget(ports, tenant, destinationId)
  const taken = await takeLease(ports, tenant, destination)
  if (!taken) return 0
  let place = taken
  let done = 0
  try {
    for (const alert of await waiting(ports, tenant, place.position)) {
      if (signal.aborted) break
      const next = await deliverOne(ports, tenant, destination, place, alert, signal)
      if (!(await keep(ports, tenant, next))) break
      place = next
      if (next.position !== alert.sequence) break
      done++
    }
  } finally {
    await release(ports, tenant, place)
  }
  return done
}

/** Alerts after `position`, up to the first sequence that is not settled. */
async function waiting({ registry, sequence }: DestinationPorts, tenant: TenantId, position: number) {
  const frontier = await sequence.frontier(tenant)
  if (position >= frontier - 1) return []
  const page = await registry.list(alerts, tenant, {
    where: { sequence: { gte: position + 1, lt: frontier } },
    order: { by: 'sequence', direction: 'asc' },
    limit: TURN,
  })
  return page.map(stored => stored.doc)
}

async function deliverOne(
  ports: DestinationPorts,
  tenant: TenantId,
  destination: AlertDestinationDoc,
  place: AlertDeliveryDoc,
  alert: AlertDoc,
  signal: AbortSignal,
): Promise<AlertDeliveryDoc> {
  const { clock, keyring, metrics, outgoing } = ports
  const past = { ...place, position: alert.sequence, attempts: 0, due_at: clock.now() }
  if (severityId(alert.severity) < severityId(destination.min_severity)) return past
  const id = derivedId('env', keyring.key(tenant, 'ids'), 'webhook', destination.id, alert.id)
  const { alert: redacted, jwe } = await outgoing.of(tenant, alert)
  const data = { ...alertBody(redacted), ...(jwe ? { jwe } : {}) }
  const sent = await sendWebhook(ports, tenant, destination, { id, type: 'alert.created', data }, signal)
  metrics.count('alert_deliveries_total', { outcome: sent.outcome })
  if (sent.outcome === 'delivered') {
    const at = rfc3339(clock.now())
    return { ...past, delivered: place.delivered + 1, last_delivered_at: at, failing_since: null, error_code: null }
  }
  if (sent.outcome === 'gone') await pause(ports, tenant, destination)
  if (sent.outcome === 'refused' && place.attempts + 1 >= REFUSED_ATTEMPTS)
    return { ...past, skipped: place.skipped + 1, error_code: sent.code }
  return failed(place, sent, clock.now())
}

function failed(place: AlertDeliveryDoc, sent: Exclude<Sent, { outcome: 'delivered' }>, now: number): AlertDeliveryDoc {
  const wait = Math.min(
    LAST_WAIT_MS,
    Math.max(sent.retryAfterMs ?? 0, FIRST_WAIT_MS * 2 ** Math.min(place.attempts, 20)),
  )
  return {
    ...place,
    attempts: place.attempts + 1,
    failing_since: place.failing_since ?? rfc3339(now),
    error_code: sent.code,
    // Half of the wait is random, so deliveries that failed together are not retried together.
    due_at: sent.outcome === 'gone' ? null : now + Math.round(wait * (0.75 + Math.random() / 2)),
  }
}

/**
 * Pauses a destination whose endpoint wants no more deliveries (410, as in Standard Webhooks). An operator can activate
 * it again.
 */
const pause = ({ registry, clock }: DestinationPorts, tenant: TenantId, { id }: AlertDestinationDoc) =>
  update(registry, alertDestinations, tenant, id, stored =>
    stored ? { doc: { ...stored.doc, state: 'paused' as const, updated_at: rfc3339(clock.now()) } } : undefined,
  )

/** @returns undefined when the destination is not due or another instance has the lease. */
async function takeLease(
  { registry, clock }: DestinationPorts,
  tenant: TenantId,
  { id, state }: AlertDestinationDoc,
): Promise<AlertDeliveryDoc | undefined> {
  const holder = newId('req')
  const { stored: taken } = await update(registry, alertDeliveries, tenant, id, stored => {
    const now = clock.now()
    if (!stored || stored.doc.due_at === null || stored.doc.due_at > now) return undefined
    if (stored.doc.lease !== null && stored.doc.lease.until > now) return undefined
    if (state !== 'active') return { doc: { ...stored.doc, due_at: null } }
    return { doc: { ...stored.doc, lease: { holder, until: now + LEASE_MS } } }
  })
  return taken?.doc.lease?.holder === holder ? taken.doc : undefined
}

/**
 * Saves the position and renews the lease.
 * @returns false when another instance has the lease by now. The last alert may then be sent again.
 */
async function keep(
  { registry, clock }: DestinationPorts,
  tenant: TenantId,
  place: AlertDeliveryDoc,
): Promise<boolean> {
  const holder = place.lease?.holder
  const { stored } = await update(registry, alertDeliveries, tenant, place.id, current =>
    holder !== undefined && current?.doc.lease?.holder === holder
      ? { doc: { ...place, lease: { holder, until: clock.now() + LEASE_MS } } }
      : undefined,
  )
  return stored?.doc.lease?.holder === holder
}

/** Releases the lease and leaves everything else unchanged. */
const release = ({ registry }: DestinationPorts, tenant: TenantId, { id, lease }: AlertDeliveryDoc) =>
  update(registry, alertDeliveries, tenant, id, stored =>
    stored && stored.doc.lease?.holder === lease?.holder ? { doc: { ...stored.doc, lease: null } } : undefined,
  )

/** Removes the delivery position of a deleted destination. */
async function forget({ registry }: DestinationPorts, tenant: TenantId, id: string): Promise<0> {
  const place = await registry.read(alertDeliveries, tenant, id)
  if (place) await registry.remove(alertDeliveries, tenant, id, place.version)
  return 0
}
