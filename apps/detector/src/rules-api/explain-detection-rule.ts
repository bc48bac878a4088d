import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import { alerts, logSources } from '@wardline/registries'
import type { PortsOf } from '@wardline/service-kit'
import { alertIdOf } from '../alerts/alert.ts'
import { directAnswers } from '../alerts/matched-conditions.ts'
import { fieldReader, valuesOf, viewOf } from '../matching/event-view.ts'
import { routes } from '../routing/log-sources.ts'
import { type Originating, originOfEvent } from '../routing/origin-of-event.ts'
import type { SharedRules } from '../rules/shared-rules.ts'
import type { Expression } from '../sigma/expression.ts'
import type { Predicate } from '../sigma/predicate.ts'
import type { SingleRule } from '../sigma/rule.ts'
import { findRule } from './find-rule.ts'
import { singleRules } from './test-detection-rule.ts'

const MAX_CONDITIONS = 200
/** How a question of the rule was answered; `unknown`: the stored event does not keep the field, so nobody can tell any more. */
type Answer = 'held' | 'not_held' | 'unknown'
type Fields = Readonly<Record<string, unknown>>
export type ExplainPorts = Pick<PortsOf<'detector'>, 'registry' | 'keyring' | 'logReader'>

/**
 * `POST /detection-rules/{rule_id}/explain {event_id}`: why a rule did or did not match an event. What an alert recorded is final. Without one
 * the rule is asked again over the stored event, which keeps the source's own fields only where normalizing did not give them another name:
 * `complete` is false, and `matched` null, where that leaves the outcome open.
 */
export function explainDetectionRule(ports: ExplainPorts, shared: () => SharedRules): OperationHandler {
  const { registry, keyring, logReader } = ports
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const found = await findRule(registry, shared(), tenantId, request.params.rule_id ?? '')
    const { event_id: eventId } = request.body as { event_id: string }
    const read = await logReader.read(tenantId, eventId)
    if (read === 'archived') throw new Problem('event_archived')
    if (!read) throw new Problem('not_found')
    const payload = await storedPayload(tenantId, read.event)
    const idKey = keyring.key(tenantId, 'ids')
    const explained = await Promise.all(
      singleRules(found).map(async rule => {
        const alertId = alertIdOf(idKey, found.rule.ruleId, rule.hash, '', eventId)
        const alert = await registry.read(alerts, tenantId, alertId)
        return alert
          ? {
              title: rule.metadata.title,
              matched: true,
              complete: true,
              routed: true,
              alert_id: alertId,
              conditions: recorded(alert.doc.matched_conditions),
            }
          : { alert_id: null, ...evaluated(rule, payload) }
      }),
    )
    const first = explained.find(rule => rule.matched) ?? explained[0]!
    const { matched, complete, routed, alert_id, conditions } = first
    return {
      status: 200,
      body: {
        rule_id: found.rule.ruleId,
        event_id: eventId,
        matched,
        complete,
        routed,
        alert_id,
        conditions,
        rules: explained,
      },
    }
  }

  async function storedPayload(tenant: TenantId, event: Fields): Promise<Originating> {
    const source =
      typeof event.log_source_id === 'string' ? await registry.read(logSources, tenant, event.log_source_id) : undefined
    const parser = (event.parser ?? {}) as { name?: unknown }
    const format =
      source && source.doc.format !== 'auto'
        ? source.doc.format
        : typeof parser.name === 'string'
          ? parser.name
          : 'auto'
    const unmapped = typeof event.unmapped === 'object' && event.unmapped !== null ? (event.unmapped as Fields) : {}
    const product = { vendor: source?.doc.vendor ?? null, product: source?.doc.product ?? null, format }
    return { product, event, source_fields: { ...codeOf(event), ...unmapped } }
  }
}

/** What normalizing takes out of `unmapped` and routing needs. */
function codeOf(event: Fields): Fields {
  const metadata = (event.metadata ?? {}) as Fields
  return {
    ...(metadata.event_code === undefined ? {} : { EventID: metadata.event_code }),
    ...(metadata.log_name === undefined ? {} : { Channel: metadata.log_name }),
    ...(metadata.log_provider === undefined ? {} : { Provider_Name: metadata.log_provider }),
    ...(typeof event.summary === 'string' ? { message: event.summary } : {}),
  }
}

const recorded = (
  conditions: readonly { selection: string; field: string | null; modifier: string; value: string | null }[],
) => conditions.map(condition => ({ ...condition, answer: 'held' as Answer }))

function evaluated(rule: SingleRule, payload: Originating) {
  const view = viewOf(payload)
  const ask = directAnswers(view)
  const kept = (field: string | null): boolean => field === null || valuesOf(fieldReader(field)(payload)).present
  const conditions: {
    selection: string
    field: string | null
    modifier: string
    value: string | null
    answer: Answer
  }[] = []
  const visit = (expression: Expression): void => {
    if (conditions.length >= MAX_CONDITIONS) return
    if (expression.op !== 'is') {
      for (const term of expression.op === 'not' ? [expression.term] : expression.terms) visit(term)
      return
    }
    const { predicate, selection } = expression
    const answer: Answer = !kept(predicate.field) ? 'unknown' : ask(predicate) ? 'held' : 'not_held'
    const value = predicate.field === null ? null : (view.values(predicate.field).texts[0]?.slice(0, 256) ?? null)
    conditions.push({ selection, field: predicate.field, modifier: predicate.modifier, value, answer })
  }
  visit(rule.expression)
  const routed = routes(rule.logSource, originOfEvent(payload))
  const outcome = tellable(rule.expression, predicate => (kept(predicate.field) ? ask(predicate) : undefined))
  const matched = !routed ? false : (outcome ?? null)
  return { title: rule.metadata.title, matched, complete: matched !== null, routed, conditions }
}

/** The expression over answers of which some are unknown (Kleene): undefined where the unknown ones decide. */
function tellable(expression: Expression, ask: (predicate: Predicate) => boolean | undefined): boolean | undefined {
  if (expression.op === 'is') return ask(expression.predicate)
  if (expression.op === 'not') {
    const inner = tellable(expression.term, ask)
    return inner === undefined ? undefined : !inner
  }
  const decisive = expression.op === 'or'
  const answers = expression.terms.map(term => tellable(term, ask))
  if (answers.includes(decisive)) return decisive
  return answers.includes(undefined) ? undefined : !decisive
}
