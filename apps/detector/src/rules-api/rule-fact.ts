import { type Envelope, originEnvelope } from '@wardline/events'
import type { OperationRequest } from '@wardline/http'
import type { TenantId } from '@wardline/kernel'

/** Evidence that a rule has changed: ids and codes only, never the rule's text. */
export function ruleFact(
  request: Pick<OperationRequest, 'correlationId'>,
  tenantId: TenantId,
  rule: { readonly ruleId: string; readonly origin: string; readonly hash: string | null; readonly enabled: boolean },
  change: 'created' | 'enabled' | 'disabled',
  now: number,
): Envelope<'internal.evidence.fact'> {
  return originEnvelope({
    kind: 'internal.evidence.fact',
    tenantId,
    producer: 'detector',
    subject: { type: 'evidence_fact', id: rule.ruleId },
    correlationId: request.correlationId,
    now,
    payload: {
      evidence_type: 'rule_change',
      subject: { type: 'detection_rule', id: rule.ruleId },
      summary: `A detection rule was ${change}.`,
      controls: ['soc2:CC7.2', 'iso27001:A.8.16'],
      details: { change, origin: rule.origin, version_hash: rule.hash, enabled: rule.enabled },
    },
  })
}
