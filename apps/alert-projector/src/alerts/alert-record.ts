import type { View } from '@wardline/api'
import { causedEnvelope, type Envelope, sealEvent } from '@wardline/events'
import { type Keyring, type RecordEpoch, rfc3339, type TenantId } from '@wardline/kernel'
import type { AlertDoc, AlertReservation } from '@wardline/registries'
import type { ClearDetection, Detection } from './clear-detection.ts'
import { clearPart, type OutgoingAlert } from './outgoing-alerts.ts'

/** The new alert for a detection. */
export function alertOf(
  detection: ClearDetection,
  reservation: AlertReservation,
  now: number,
  epoch: RecordEpoch,
): AlertDoc {
  const at = rfc3339(now)
  const { alert_id, ...known } = knownMembers(detection.payload)
  return {
    id: alert_id,
    ...known,
    sequence: reservation.sequence,
    status: 'open',
    correlation_id: detection.correlation_id,
    causation_id: detection.id,
    ticket_id: reservation.ticket_id,
    rule_id: known.rule.rule_id,
    sigma_id: known.rule.sigma_id,
    ...(detection.publicRule ? { rule_public: true } : {}),
    created_at: at,
    updated_at: at,
    ...epoch,
  }
}

/**
 * Only the members that v1 has. A reader tolerates members that a later v1 adds, but a producer must not pass them on.
 */
function knownMembers(p: Detection['payload']): Detection['payload'] {
  const { rule_id, sigma_id, title, author, license, version_hash, level, tags } = p.rule
  return {
    alert_id: p.alert_id,
    rule: { rule_id, sigma_id, title, author, license, version_hash, level, tags },
    matched_conditions: p.matched_conditions.map(({ selection, field, modifier, value }) => ({
      selection,
      field,
      modifier,
      value,
    })),
    log_event_refs: p.log_event_refs,
    normalized_event_refs: p.normalized_event_refs,
    source_log_ids: p.source_log_ids,
    refs_truncated: p.refs_truncated,
    asset_ids: p.asset_ids,
    confidence: p.confidence,
    severity: p.severity,
    group: p.group,
    count: p.count,
    first_event_at: inUtc(p.first_event_at),
    last_event_at: inUtc(p.last_event_at),
  }
}

/**
 * `alert.created` of a stored alert: caused by its detection, with the detection's correlation id, and with an id that
 * is the same whenever it is made. People are in its sealed part and in its JWE only.
 */
export function alertCreated(
  tenant: TenantId,
  stored: AlertDoc,
  { alert, jwe }: OutgoingAlert,
  keyring: Keyring,
  now: number,
): Envelope<'alert.created'> {
  const cause = { id: alert.causation_id, tenant_id: tenant, correlation_id: alert.correlation_id }
  const envelope = causedEnvelope(cause, keyring.key(tenant, 'ids'), {
    kind: 'alert.created',
    producer: 'alert-projector',
    subject: { type: 'alert', id: alert.id },
    occurredAt: alert.created_at,
    now,
    payload: {
      ...knownMembers({ ...stored, alert_id: stored.id }),
      sequence: alert.sequence,
      status: 'open',
      ticket_id: alert.ticket_id,
      ...(jwe ? { jwe } : {}),
    },
  })
  return sealEvent(keyring, envelope, clearPart(knownMembers({ ...alert, alert_id: alert.id })))
}

/** The body of `GET /alerts/{alert_id}`. */
export function alertBody(alert: AlertDoc): View<'Alert'> {
  const { id, rule_id: _, sigma_id: __, rule_public: ___, ...rest } = alert
  return { alert_id: id, ...rest }
}

/**
 * A time in the form in which times are compared. A time that cannot be parsed (a leap second) is returned unchanged.
 */
export function inUtc(time: string): string {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? time : rfc3339(ms)
}
