import { type AnyEnvelope, causedEnvelope, type Envelope, type SecurityAlertCreatedPayload } from '@wardline/events'
import { derivedId } from '@wardline/kernel'
import { confidenceOf, type RuleMetadata } from '../sigma/rule.ts'

type Alert = SecurityAlertCreatedPayload
export type MatchedCondition = Alert['matched_conditions'][number]

/** Maximum number of references in an alert; `count` is the true number (docs/architecture.md#alerts-and-tickets). */
export const MAX_REFS = 100

/** One event behind an alert. */
export interface AlertEvent {
  readonly eventId: string
  readonly logSourceId: string
  readonly assetId: string | null
  /** RFC 3339. */
  readonly time: string
}

export interface AlertParts {
  readonly ruleId: string
  readonly hash: string
  readonly metadata: RuleMetadata
  readonly conditions: readonly MatchedCondition[]
  /** All events behind the alert, in order of event time. The last one is the anchor. */
  readonly events: readonly AlertEvent[]
  readonly group: Readonly<Record<string, string>> | null
  readonly groupKey: string
  /** The last event's normalized envelope, or a substitute for it. Gives correlation_id and causation_id. */
  readonly cause: Pick<AnyEnvelope, 'id' | 'tenant_id' | 'correlation_id'>
  readonly now: number
}

/**
 * `security.alert.created`. The ids of alert and envelope are derived from tenant (by the key), rule, version, group
 * and anchor, so the same events and the same version of a rule give the same ids (docs/architecture.md#events).
 * @param idKey the tenant's `ids` key
 */
export function alertEnvelope(idKey: Uint8Array, parts: AlertParts): Envelope<'security.alert.created'> {
  const { ruleId, hash, metadata, events, groupKey } = parts
  const anchor = events.at(-1)!
  const alertId = alertIdOf(idKey, ruleId, hash, groupKey, anchor.eventId)
  const refs = events.slice(0, MAX_REFS).map(event => event.eventId)
  return causedEnvelope(parts.cause, idKey, {
    kind: 'security.alert.created',
    producer: 'detector',
    subject: { type: 'alert', id: alertId },
    discriminator: alertId,
    occurredAt: anchor.time,
    now: parts.now,
    payload: {
      alert_id: alertId,
      rule: {
        rule_id: ruleId,
        sigma_id: metadata.sigmaId,
        title: metadata.title,
        author: metadata.author,
        license: metadata.license,
        version_hash: hash,
        level: metadata.level,
        tags: [...metadata.tags],
      },
      matched_conditions: [...parts.conditions],
      log_event_refs: refs,
      normalized_event_refs: refs,
      source_log_ids: distinct(events.map(event => event.logSourceId)),
      refs_truncated: events.length > MAX_REFS,
      asset_ids: distinct(events.flatMap(event => event.assetId ?? [])),
      confidence: confidenceOf(metadata.status),
      severity: metadata.level,
      group: parts.group,
      count: events.length,
      first_event_at: events[0]!.time,
      last_event_at: anchor.time,
    },
  })
}

export const alertIdOf = (idKey: Uint8Array, ruleId: string, hash: string, groupKey: string, anchor: string): string =>
  derivedId('alr', idKey, ruleId, hash, groupKey, anchor)

const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, MAX_REFS)
