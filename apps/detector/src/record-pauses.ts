import type { Envelope } from '@wardline/events'
import { rfc3339, type TenantId } from '@wardline/kernel'
import { type DetectionRulePauseDoc, detectionRulePauses, type PausePeriod } from '@wardline/registries'
import { type Job, type ServicePorts, update } from '@wardline/service-kit'
import { type AlertTools, alertEnvelope } from './alerts/alert.ts'
import { matchedConditions } from './alerts/matched-conditions.ts'
import { viewOf } from './matching/event-view.ts'
import type { Pause, Skipped } from './pauses/rule-budget.ts'
import type { RulesByTenant, TenantRules } from './rules/tenant-rules.ts'

/** Number of periods stored for a rule. */
const MAX_PERIODS = 20
type NormalizedEnvelope = Envelope<'log.event.normalized'>

/** Publishes pauses: in the registry, for every instance and the API, and as an alert of the tenant. */
export interface PauseRecorder {
  /**
   * MUST be called before the event is acknowledged.
   * @param cause the event on which the rules exceeded their budget
   */
  record(cause: NormalizedEnvelope, rules: TenantRules): Promise<void>
}

export function createPauseRecorder(
  ports: Pick<ServicePorts, 'registry' | 'clock' | 'keyring' | 'metrics' | 'log'> & AlertTools,
): PauseRecorder {
  const { registry, clock, metrics, log } = ports

  const recordOne = async (pause: Pause, cause: NormalizedEnvelope, rules: TenantRules): Promise<void> => {
    const { tenant_id: tenant } = cause
    const now = clock.now()
    const emit = pauseAlerts(ports, pause, cause, rules, now)
    const { result: recorded } = await update<DetectionRulePauseDoc, boolean>(
      registry,
      detectionRulePauses,
      tenant,
      pause.ruleId,
      current => {
        const known = current?.doc
        // Another instance was first. Its pause applies here too.
        if (known && known.version_hash === pause.hash && Date.parse(known.until) > now) return { result: false }
        return { doc: pauseDocument(pause, known, now), emit, result: true }
      },
    )
    if (!recorded) return
    metrics.count('detector_rules_paused_total', { reason: pause.reason })
    log.warn({ tenant_id: tenant, rule_id: pause.ruleId, reason: pause.reason, level: pause.level }, 'a rule is paused')
  }

  return {
    async record(cause, rules) {
      for (const pause of rules.budget.takePauses()) await recordOne(pause, cause, rules)
    },
  }
}

/** Periodically stores how many events paused rules have skipped. */
export function recordSkippedEvents(
  { registry, clock, metrics }: Pick<ServicePorts, 'registry' | 'clock' | 'metrics'>,
  rules: RulesByTenant,
): Job {
  const add = async (tenant: TenantId, skipped: Skipped): Promise<void> => {
    await update<DetectionRulePauseDoc, undefined>(registry, detectionRulePauses, tenant, skipped.ruleId, current => {
      const since = rfc3339(skipped.since)
      if (!current?.doc.periods.some(period => period.since === since)) return { result: undefined }
      const periods = current.doc.periods.map(period =>
        period.since === since ? withSkipped(period, skipped) : period,
      )
      return { doc: { ...current.doc, periods, updated_at: rfc3339(clock.now()) }, result: undefined }
    })
    metrics.count('detector_events_skipped_total', {}, skipped.events)
  }
  return {
    name: 'record-skipped-events',
    everyMs: 2_000,
    async run() {
      for (const [tenant, budget] of rules.budgets())
        for (const skipped of budget.takeSkipped()) await add(tenant, skipped)
    },
  }
}

function withSkipped(period: PausePeriod, { events, from, to }: Skipped): PausePeriod {
  return {
    ...period,
    events: period.events + events,
    events_from: period.events_from !== null && period.events_from < from ? period.events_from : from,
    events_to: period.events_to !== null && period.events_to > to ? period.events_to : to,
  }
}

function pauseDocument(pause: Pause, before: DetectionRulePauseDoc | undefined, now: number): DetectionRulePauseDoc {
  const since = rfc3339(pause.since)
  const until = rfc3339(pause.until)
  const period = { since, until, events: 0, events_from: null, events_to: null }
  return {
    id: pause.ruleId,
    version_hash: pause.hash,
    since,
    until,
    reason: pause.reason,
    level: pause.level,
    periods: [...(before?.periods ?? []), period].slice(-MAX_PERIODS),
    updated_at: rfc3339(now),
  }
}

/**
 * Alerts about a pause, from rules about the product itself: Wardline's own `wardline_rule_paused.yml`, unless the
 * tenant has disabled it, and any rule of the tenant for `product: wardline`. The alert refers to the event on which
 * the rule exceeded its budget.
 */
function pauseAlerts(
  tools: AlertTools,
  pause: Pause,
  cause: NormalizedEnvelope,
  rules: TenantRules,
  now: number,
): Envelope<'security.alert.created'>[] {
  const { event_id, log_source_id, asset_id, event_time } = cause.payload
  const about = {
    product: { vendor: 'wardline', product: 'wardline', format: 'json' },
    event: {},
    source_fields: { action: 'rule_paused', service: 'detector', rule_id: pause.ruleId, reason: pause.reason },
  }
  const view = viewOf(about)
  const alerting = rules.match(about, event_time).filter(({ rule, enabled }) => enabled && rule.alertsAlone)
  return alerting.slice(0, 16).map(({ rule: { rule, ruleId } }) =>
    alertEnvelope(tools, {
      ruleId,
      hash: rule.hash,
      metadata: rule.metadata,
      typed: rules.isTyped(ruleId),
      conditions: matchedConditions(rule.expression, view),
      events: [{ eventId: event_id, logSourceId: log_source_id, assetId: asset_id, time: event_time }],
      group: { rule_id: pause.ruleId },
      groupKey: `${pause.ruleId}|${pause.hash}`,
      cause,
      now,
    }),
  )
}
