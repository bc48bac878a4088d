import { type Envelope, matchKey } from '@wardline/events'
import { mapLimited, rfc3339 } from '@wardline/kernel'
import type { Position } from '@wardline/ports'
import { type CorrelationGroupDoc, correlationGroups } from '@wardline/registries'
import { allTenants, type Job, type ServicePorts, update } from '@wardline/service-kit'
import { type AlertTools, alertEnvelope, type MatchedCondition } from '../alerts/alert.ts'
import type { CorrelationRule } from '../rules/compile-rules.ts'
import type { RulesByTenant } from '../rules/tenant-rules.ts'
import { withinBounds } from './bounds.ts'
import { groupDocument, identityOf } from './group-state.ts'
import type { WaitingGroup, WaitingGroups } from './waiting-groups.ts'
import type { Watermark } from './watermark.ts'
import { fire, type Satisfied, satisfiedWindows } from './windows.ts'

/** Alerts per write, because the outbox holds 32. The rest fires in the next turn. */
const MAX_ALERTS_PER_WRITE = 16
const PARALLEL = 8
/** A source whose clock is far behind delays a satisfied window by at most this long, by the wall clock. */
const MAX_HOLD_MS = 60_000
const SWEEP_EVERY_MS = 30_000
const SWEEP_PAGE = 500

export interface FiringParts {
  readonly ports: Pick<ServicePorts, 'bus' | 'registry' | 'clock' | 'keyring' | 'metrics' | 'log'> & AlertTools
  readonly rules: RulesByTenant
  readonly waiting: WaitingGroups
  readonly watermark: Watermark
  readonly silenceMs: number
  /** When this instance started to consume, by the wall clock. */
  readonly startedAt: () => number
}

/**
 * Stage 2, second half: a satisfied window fires once the watermark has passed its anchor, with the alert in the outbox
 * of the group's document. The watermark is read first, and trusted only when every match published until then is in
 * its group.
 */
export function fireCorrelations({ ports, rules, waiting, watermark, silenceMs, startedAt }: FiringParts): Job {
  const { bus, registry, clock, metrics, log } = ports
  let sweptAt = Number.NEGATIVE_INFINITY

  const sweep = async (): Promise<void> => {
    sweptAt = clock.now()
    for await (const tenant of allTenants(registry)) {
      const found = await registry.list(correlationGroups, tenant, { where: { waiting: true }, limit: SWEEP_PAGE })
      for (const { doc } of found) waiting.add({ tenant, id: doc.id, ruleId: doc.rule_id, groupKey: doc.group_key })
    }
  }
  /** A watermark that is trusted once the matches before `end` are in their groups. */
  const asked = new Map<string, { readonly passed: number; readonly end: Position }>()

  /**
   * How far windows of the group may fire; undefined while matches that were published before the watermark was read
   * are not in their groups. Under a steady stream of matches the end is always ahead: so the first question is kept
   * until it is answered.
   */
  const trusted = async (group: WaitingGroup, passed: number): Promise<number | undefined> => {
    const key = keyOf(group)
    const question = asked.get(key) ?? { passed, end: await bus.endPosition('internal.detection.match', key) }
    if (waiting.reached(group.tenant, question.end) ?? clock.now() - startedAt() >= silenceMs) {
      asked.delete(key)
      return question.passed
    }
    asked.set(key, question)
    return undefined
  }
  const forget = (group: WaitingGroup): void => {
    asked.delete(keyOf(group))
    waiting.remove(group)
  }
  const visit = async (group: WaitingGroup, passed: number): Promise<void> => {
    const tenantRules = await rules.of(group.tenant)
    const rule = tenantRules.correlation(group.ruleId)
    const stored = await registry.read(correlationGroups, group.tenant, group.id)
    if (!stored?.doc.waiting || !rule || rule.hash !== stored.doc.version_hash) return forget(group)
    const { waiting_for: anchor, waiting_since: since } = stored.doc
    const heldTooLong = since !== null && clock.now() - since >= MAX_HOLD_MS
    if (anchor === null) return
    const until = heldTooLong
      ? Math.max(passed, anchor + 1)
      : anchor < passed
        ? await trusted(group, passed)
        : undefined
    if (until === undefined || anchor >= until) return
    const alerts = await fireGroup(group, rule, tenantRules.isTyped(group.ruleId), until)
    if (alerts > 0) metrics.count('detector_alerts_total', { rule_kind: 'correlation' }, alerts)
  }
  const fireGroup = async (
    group: WaitingGroup,
    rule: CorrelationRule,
    typed: boolean,
    until: number,
  ): Promise<number> => {
    const { stored, result } = await update(registry, correlationGroups, group.tenant, group.id, current => {
      const fired = current ? satisfiedWindows(rule, current.doc, until, MAX_ALERTS_PER_WRITE) : []
      if (!current) return { result: 0 }
      if (fired.length === 0) {
        // An erasure has removed events of the window that waited: look again at what the others make.
        const doc = groupDocument(identityOf(current.doc), rule, current.doc, current.doc, clock.now())
        return doc.waiting_for === current.doc.waiting_for ? { result: 0 } : { doc, result: 0 }
      }
      const { counted } = withinBounds(rule, fire(current.doc, fired), until)
      const emit = fired.map(window => correlationAlert(ports, group, rule, typed, current.doc, window, clock.now()))
      const doc = groupDocument(identityOf(current.doc), rule, counted, current.doc, clock.now())
      return { doc, emit, result: fired.length }
    })
    if (!stored?.doc.waiting) forget(group)
    return result
  }

  return {
    name: 'fire-correlations',
    everyMs: 250,
    async run({ signal }) {
      if (clock.now() - sweptAt >= SWEEP_EVERY_MS) await sweep()
      const byTenant = Map.groupBy(waiting.list(), group => group.tenant)
      for (const [tenant, groups] of byTenant) {
        const passed = await watermark.of(tenant)
        const visitAlone = async (group: WaitingGroup): Promise<void> => {
          if (signal.aborted) return
          try {
            await visit(group, passed)
          } catch (error) {
            log.warn({ err: error }, 'a correlation group could not be evaluated and keeps waiting')
          }
        }
        await mapLimited(groups, visitAlone, PARALLEL)
      }
    },
  }
}

/** The key under which the group's matches are published. */
const keyOf = ({ tenant, ruleId, groupKey }: WaitingGroup): string => matchKey(tenant, ruleId, groupKey)

function correlationAlert(
  tools: AlertTools,
  { tenant, ruleId, groupKey }: WaitingGroup,
  rule: CorrelationRule,
  typed: boolean,
  { group }: CorrelationGroupDoc,
  window: Satisfied,
  now: number,
): Envelope<'security.alert.created'> {
  const last = window.at(-1)!
  return alertEnvelope(tools, {
    ruleId,
    hash: rule.hash,
    metadata: rule.metadata,
    typed,
    conditions: conditionsOf(rule, group, window),
    events: distinctEvents(window).map(({ id, src, ast, t }) => ({
      eventId: id,
      logSourceId: src,
      assetId: ast,
      time: rfc3339(t),
    })),
    group,
    groupKey,
    cause: { id: last.env, tenant_id: tenant, correlation_id: last.cor },
    now,
  })
}

/** A temporal correlation may contain an event once for each of its rules. */
function distinctEvents(window: Satisfied): Satisfied {
  const seen = new Set<string>()
  return window.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The conditions that a correlation matched: its comparison with the count, and the group's values. */
function conditionsOf(
  rule: CorrelationRule,
  group: Readonly<Record<string, string>>,
  window: Satisfied,
): MatchedCondition[] {
  const counted =
    rule.type === 'event_count'
      ? window.length
      : new Set(window.map(event => (rule.type === 'value_count' ? event.v : event.b))).size
  const field = rule.fields.length > 0 ? rule.fields.join(',').slice(0, 256) : null
  const comparisons = rule.conditions.map(({ operator, than }) => `${rule.type}|${operator}|${than}`)
  return [
    ...(comparisons.length > 0 ? comparisons : [rule.type]).map(modifier => ({
      selection: 'correlation',
      field,
      modifier,
      value: String(counted),
    })),
    ...Object.entries(group).map(([name, value]) => ({
      selection: 'group-by',
      field: name.slice(0, 256),
      modifier: '',
      value: value.slice(0, 256),
    })),
  ]
}
