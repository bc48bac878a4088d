import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import { alerts, logSources } from '@wardline/registries'
import type { PortsOf } from '@wardline/service-kit'
import { alertIdOf } from '../alerts/alert.ts'
import type { Originating } from '../routing/origin-of-event.ts'
import type { SharedRules } from '../rules/shared-rules.ts'
import type { Answer } from '../workbench/explain-rule.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { findRule } from './find-rule.ts'
import { singleRules } from './test-detection-rule.ts'
import type { Uploads } from './uploads.ts'

type Fields = Readonly<Record<string, unknown>>
export type ExplainPorts = Pick<PortsOf<'detector'>, 'registry' | 'clock' | 'keyring' | 'logReader'>

/**
 * `POST /detection-rules/{rule_id}/explain {event_id}`: why a rule did or did not match an event. If an alert recorded
 * the result, that is final. Otherwise the rule is evaluated again on the stored event, which has the source's own
 * fields only if normalizing did not rename them. If that leaves the outcome open, `complete` is false and `matched` is
 * null.
 */
export function explainDetectionRule(
  ports: ExplainPorts,
  shared: () => SharedRules,
  uploads: Uploads,
  workbench: Workbench,
): OperationHandler<'explainDetectionRule'> {
  const { registry, clock, keyring, logReader } = ports
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const found = await findRule({ registry, clock, uploads }, shared(), tenantId, request.params.rule_id ?? '')
    const { event_id: eventId } = request.body
    const read = await logReader.read(tenantId, eventId)
    if (read === 'archived') throw new Problem('event_archived')
    if (!read) throw new Problem('not_found')
    const payload = await storedPayload(tenantId, read.event)
    const idKey = keyring.key(tenantId, 'ids')
    const rules = singleRules(found)
    const evaluated = await workbench.explain(tenantId, rules, payload, '/event_id')
    const explained = await Promise.all(
      rules.map(async (rule, i) => {
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
          : { alert_id: null, ...evaluated[i]! }
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

/** The event code, which normalizing removes from `unmapped` and routing needs. */
function codeOf(event: Fields): Fields {
  const metadata = (event.metadata ?? {}) as Fields
  const text = event.message ?? event.summary
  return {
    ...(metadata.event_code === undefined ? {} : { EventID: metadata.event_code }),
    ...(metadata.log_name === undefined ? {} : { Channel: metadata.log_name }),
    ...(metadata.log_provider === undefined ? {} : { Provider_Name: metadata.log_provider }),
    ...(typeof text === 'string' ? { message: text } : {}),
  }
}

const recorded = (
  conditions: readonly { selection: string; field: string | null; modifier: string; value: string | null }[],
) => conditions.map(condition => ({ ...condition, answer: 'held' as Answer }))
