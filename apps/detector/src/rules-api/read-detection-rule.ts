import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import type { SharedRules } from '../rules/shared-rules.ts'
import { findRule } from './find-rule.ts'
import { ruleRecord } from './rule-view.ts'
import type { Uploads } from './uploads.ts'

/** `GET /detection-rules/{rule_id}`: the rule with its source and compile report. */
export function readDetectionRule(
  { registry, clock }: Pick<ServicePorts, 'registry' | 'clock'>,
  shared: () => SharedRules,
  uploads: Uploads,
): OperationHandler<'readDetectionRule'> {
  return async request => {
    const found = await findRule(
      { registry, clock, uploads },
      shared(),
      tenantPrincipal(request).tenantId,
      request.params.rule_id ?? '',
    )
    return { status: 200, body: ruleRecord(found), version: found.version }
  }
}
