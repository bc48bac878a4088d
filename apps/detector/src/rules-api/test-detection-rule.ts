import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { ServicePorts } from '@wardline/service-kit'
import type { SharedRules } from '../rules/shared-rules.ts'
import type { SingleRule } from '../sigma/rule.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type FoundRule, findRule } from './find-rule.ts'
import type { Uploads } from './uploads.ts'

/**
 * `POST /detection-rules/{rule_id}/test {event}`: evaluates the rule on an event that the caller makes up, with the
 * field names that the rule uses. Routing is reported but does not decide: `routed` says whether the event would reach
 * the rule.
 */
export function testDetectionRule(
  { registry, clock }: Pick<ServicePorts, 'registry' | 'clock'>,
  shared: () => SharedRules,
  uploads: Uploads,
  workbench: Workbench,
): OperationHandler<'testDetectionRule'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const found = await findRule({ registry, clock, uploads }, shared(), tenantId, request.params.rule_id ?? '')
    const { event, product = {} } = request.body
    const payload = {
      source_fields: event,
      event,
      product: { vendor: product.vendor ?? null, product: product.product ?? null, format: product.format ?? 'json' },
    }
    const tested = await workbench.test(tenantId, singleRules(found), payload, '/event')
    const hit = tested.find(result => result.matched) ?? tested[0]!
    return {
      status: 200,
      body: {
        rule_id: found.rule.ruleId,
        matched: hit.matched,
        routed: hit.routed,
        matched_conditions: hit.conditions,
        rules: tested.map(({ title, matched, routed }) => ({ title, matched, routed })),
      },
    }
  }
}

/**
 * The single-event rules in a rule: the rule itself, or the rules that its correlation counts.
 * @throws Problem 409 `state_conflict` for a rule that is not compiled.
 */
export function singleRules({ rule }: Pick<FoundRule, 'rule'>): readonly SingleRule[] {
  if (!rule.compiled) throw new Problem('state_conflict', { detail: 'The rule is not compiled.' })
  return rule.compiled.kind === 'single' ? [rule.compiled] : rule.compiled.bases.map(base => base.rule)
}
