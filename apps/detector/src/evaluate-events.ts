import { causedEnvelope, type Envelope, sealEvent } from '@wardline/events'
import type { Keyring } from '@wardline/kernel'
import type { Delivery } from '@wardline/ports'
import { detectorLedger } from '@wardline/registries'
import {
  type AcceptingSubscription,
  type BacklogReporter,
  createLedgerCounter,
  type ServicePorts,
} from '@wardline/service-kit'
import { type AlertTools, alertEnvelope } from './alerts/alert.ts'
import { matchedConditions } from './alerts/matched-conditions.ts'
import { groupOf } from './correlation/group-of-event.ts'
import type { ProgressRecorder } from './correlation/progress.ts'
import { type EventView, viewOf } from './matching/event-view.ts'
import { createOpener } from './open-delivered.ts'
import type { PauseRecorder } from './record-pauses.ts'
import type { Counting, MatchableRule } from './rules/loaded-rule.ts'
import type { RulesByTenant, TenantRules } from './rules/tenant-rules.ts'
import { createSlice } from './slices.ts'

/** Maximum number of conditions sent with a match to its correlation. */
const MAX_MATCH_CONDITIONS = 20
type NormalizedEnvelope = Envelope<'log.event.normalized'>

/**
 * Stage 1 (docs/architecture.md#detection), stateless: evaluates every rule on every normalized event. Single-event
 * rules alert here; matches that correlations count go to stage 2. `evaluated` is counted when both are durable, so
 * when the ledger has nothing pending, no single-event alert is outstanding. A correlation may still wait for its
 * watermark.
 */
export function evaluateEvents(
  ports: Pick<ServicePorts, 'bus' | 'registry' | 'clock' | 'keyring' | 'metrics' | 'log'> & AlertTools,
  rules: RulesByTenant,
  progress: ProgressRecorder,
  pauses: PauseRecorder,
  backlogs: BacklogReporter,
): AcceptingSubscription {
  const { bus, keyring, clock, metrics } = ports
  const ledger = createLedgerCounter(ports.registry, detectorLedger)

  const caused = (envelope: NormalizedEnvelope, tenantRules: TenantRules): Envelope[] => {
    const matches = tenantRules.match(envelope.payload, envelope.payload.event_time)
    if (matches.length === 0) return []
    const view = viewOf(envelope.payload)
    const context = { envelope, view, keyring, idKey: keyring.key(envelope.tenant_id, 'ids'), now: clock.now() }
    return matches.flatMap(({ rule, enabled }) => {
      const began = performance.now()
      const made = [
        ...(enabled && rule.alertsAlone ? [singleAlert(ports, rule, tenantRules.isTyped(rule.ruleId), context)] : []),
        ...rule.countedBy.flatMap(counting =>
          tenantRules.correlation(counting.ruleId) ? (countedMatch(rule, counting, context) ?? []) : [],
        ),
      ]
      // Reporting what matched evaluates the rule's predicates again, so its time counts too.
      if (rule.measured) tenantRules.budget.spent(rule, performance.now() - began)
      return made
    })
  }

  return {
    group: 'detector.match',
    kinds: ['log.event.normalized'],
    rejections: 'none',
    maxBatch: 2_000,
    async handle(batch, { heartbeat }) {
      const opener = createOpener(ports)
      const normalized: NormalizedEnvelope[] = []
      const out: Envelope[] = []
      const slice = createSlice(heartbeat)
      for (const delivery of batch) {
        if (!isNormalized(delivery)) continue
        await slice.next(delivery.envelope.tenant_id)
        const envelope = opener.open(delivery)
        if (!envelope) continue
        normalized.push(envelope)
        // Called for each event and answered from memory, so a new rule takes effect within a second even during a long
        // batch.
        const tenantRules = await rules.of(envelope.tenant_id)
        for (const made of caused(envelope, tenantRules)) out.push(made)
        await pauses.record(envelope, tenantRules)
      }
      for (let from = 0; from < out.length; from += 500) {
        await bus.publish(out.slice(from, from + 500))
        await heartbeat()
      }
      await progress.record(normalized)
      await backlogs.note(
        normalized.flatMap(({ tenant_id: tenantId, payload }) =>
          // What an operator replays was received long ago, and is no backlog.
          payload.received_position ? [{ tenantId, receivedAt: Date.parse(payload.received_at) }] : [],
        ),
      )
      await ledger.add(
        normalized.map(({ tenant_id, payload }) => ({
          tenantId: tenant_id,
          logSourceId: payload.log_source_id,
          position: payload.received_position,
          counts: { evaluated: 1 },
        })),
      )
      metrics.count('detector_events_evaluated_total', {}, normalized.length)
      if (out.length > 0) {
        const alerts = out.filter(envelope => envelope.kind === 'security.alert.created').length
        metrics.count('detector_alerts_total', { rule_kind: 'single' }, alerts)
        metrics.count('detector_correlation_matches_total', {}, out.length - alerts)
      }
      return opener.outcomes(batch)
    },
  }
}

const isNormalized = (delivery: Delivery): delivery is Delivery & { envelope: NormalizedEnvelope } =>
  delivery.envelope.kind === 'log.event.normalized'

interface Context {
  readonly envelope: NormalizedEnvelope
  readonly view: EventView
  readonly keyring: Keyring
  readonly idKey: Uint8Array
  readonly now: number
}

function singleAlert(
  tools: AlertTools,
  { rule, ruleId }: MatchableRule,
  typed: boolean,
  { envelope, view, now }: Context,
): Envelope {
  const { event_id, log_source_id, asset_id, event_time } = envelope.payload
  return alertEnvelope(tools, {
    ruleId,
    hash: rule.hash,
    metadata: rule.metadata,
    typed,
    conditions: matchedConditions(rule.expression, view),
    events: [{ eventId: event_id, logSourceId: log_source_id, assetId: asset_id, time: event_time }],
    group: null,
    groupKey: '',
    cause: envelope,
    now,
  })
}

/**
 * @returns undefined if the event lacks a field that the correlation groups by or counts. It then belongs to no group.
 */
function countedMatch(
  { rule }: MatchableRule,
  { ruleId, correlation, reference }: Counting,
  { envelope, view, keyring, idKey, now }: Context,
): Envelope | undefined {
  const found = groupOf(correlation, rule, reference, view, idKey, ruleId)
  if (!found) return undefined
  const { event_id, log_source_id, asset_id, event_time, received_position } = envelope.payload
  const match = causedEnvelope(envelope, idKey, {
    kind: 'internal.detection.match',
    producer: 'detector',
    subject: { type: 'log_event', id: event_id },
    discriminator: [ruleId, correlation.hash, reference].join('\n'),
    occurredAt: event_time,
    now,
    payload: {
      rule_id: ruleId,
      version_hash: correlation.hash,
      base_rule: reference.slice(0, 128),
      group_key: found.groupKey,
      group: found.group,
      value: found.value,
      event_id,
      log_source_id,
      asset_id,
      event_time,
      matched_conditions: matchedConditions(rule.expression, view, MAX_MATCH_CONDITIONS),
      received_position,
    },
  })
  return sealEvent(keyring, match, { base_rule: '', group: {}, value: null, matched_conditions: [] })
}
