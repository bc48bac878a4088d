import {
  type AnyEnvelope,
  causedEnvelope,
  type Envelope,
  type SecurityAlertCreatedPayload,
  sealEvent,
} from '@wardline/events'
import { derivedId, type Keyring } from '@wardline/kernel'
import type { RedactorOf } from '@wardline/redaction'
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
  /** Whether people of the tenant may have written the rule. */
  readonly typed: boolean
  readonly conditions: readonly MatchedCondition[]
  /** All events behind the alert, in order of event time. The last one is the anchor. */
  readonly events: readonly AlertEvent[]
  readonly group: Readonly<Record<string, string>> | null
  readonly groupKey: string
  /** The last event's normalized envelope, or a substitute for it. Gives correlation_id and causation_id. */
  readonly cause: Pick<AnyEnvelope, 'id' | 'tenant_id' | 'correlation_id'>
  readonly now: number
}

/** What makes an alert that names nobody outside of its sealed part. */
export interface AlertTools {
  readonly keyring: Keyring
  readonly redactorOf: RedactorOf
}

/**
 * `security.alert.created`. Outside of its sealed part the group and the conditions have pseudonyms, and the words of a
 * rule that people of the tenant wrote are redacted. The ids of alert and envelope are derived from tenant (by the key), rule, version, group
 * and anchor, so the same events and the same version of a rule give the same ids (docs/architecture.md#events).
 */
export function alertEnvelope(
  { keyring, redactorOf }: AlertTools,
  parts: AlertParts,
): Envelope<'security.alert.created'> {
  const { ruleId, hash, metadata, events, groupKey, typed } = parts
  const tenantId = parts.cause.tenant_id
  const idKey = keyring.key(tenantId, 'ids')
  const redactor = redactorOf(tenantId)
  const anchor = events.at(-1)!
  const alertId = alertIdOf(idKey, ruleId, hash, groupKey, anchor.eventId)
  const refs = events.slice(0, MAX_REFS).map(event => event.eventId)
  const clear = {
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
    group: parts.group,
  }
  const envelope = causedEnvelope(parts.cause, idKey, {
    kind: 'security.alert.created',
    producer: 'detector',
    subject: { type: 'alert', id: alertId },
    discriminator: alertId,
    occurredAt: anchor.time,
    now: parts.now,
    payload: {
      alert_id: alertId,
      ...clear,
      log_event_refs: refs,
      normalized_event_refs: refs,
      source_log_ids: distinct(events.map(event => event.logSourceId)),
      refs_truncated: events.length > MAX_REFS,
      asset_ids: distinct(events.flatMap(event => event.assetId ?? [])),
      confidence: confidenceOf(metadata.status),
      severity: metadata.level,
      count: events.length,
      first_event_at: events[0]!.time,
      last_event_at: anchor.time,
    },
  })
  const { rule, ...values } = redactor.alert(clear, typed)
  return sealEvent(keyring, envelope, typed ? { ...values, rule } : values)
}

export const alertIdOf = (idKey: Uint8Array, ruleId: string, hash: string, groupKey: string, anchor: string): string =>
  derivedId('alr', idKey, ruleId, hash, groupKey, anchor)

const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, MAX_REFS)
