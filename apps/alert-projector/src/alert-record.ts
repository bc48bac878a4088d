import { type AnyEnvelope, causedEnvelope, type Envelope } from '@wardline/events'
import { rfc3339 } from '@wardline/kernel'
import type { AlertDoc, AlertReservation } from '@wardline/registries'

export type Detection = Extract<AnyEnvelope, { kind: 'security.alert.created' }>

/** The alert of a detection, as it is when it is new. */
export function alertOf(detection: Detection, reservation: AlertReservation, now: number): AlertDoc {
  const { alert_id, first_event_at, last_event_at, ...payload } = detection.payload
  const at = rfc3339(now)
  return {
    id: alert_id,
    ...payload,
    first_event_at: inUtc(first_event_at),
    last_event_at: inUtc(last_event_at),
    sequence: reservation.sequence,
    status: 'open',
    correlation_id: detection.correlation_id,
    causation_id: detection.id,
    ticket_id: reservation.ticket_id,
    rule_id: payload.rule.rule_id,
    sigma_id: payload.rule.sigma_id,
    created_at: at,
    updated_at: at,
  }
}

/** `alert.created`: caused by the detection, of its correlation, and of an id that a redelivery derives again. */
export function alertCreated(
  detection: Detection,
  alert: AlertDoc,
  idKey: Uint8Array,
  now: number,
): Envelope<'alert.created'> {
  return causedEnvelope(detection, idKey, {
    kind: 'alert.created',
    producer: 'alert-projector',
    subject: { type: 'alert', id: alert.id },
    now,
    payload: {
      ...detection.payload,
      first_event_at: alert.first_event_at,
      last_event_at: alert.last_event_at,
      sequence: alert.sequence,
      status: alert.status,
      ticket_id: alert.ticket_id,
    },
  })
}

/** The body of `GET /alerts/{alert_id}`. */
export function alertBody(alert: AlertDoc): Record<string, unknown> {
  const { id, rule_id: _, sigma_id: __, ...rest } = alert
  return { alert_id: id, ...rest }
}

/** A time in the one form that times are compared in. */
export const inUtc = (time: string): string => rfc3339(Date.parse(time))
