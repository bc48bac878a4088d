import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type TenantId } from '@wardline/kernel'
import type { WriteResult } from '@wardline/ports'
import {
  type DetectionRulePauseDoc,
  detectionRuleOverrides,
  detectionRulePauses,
  detectionRules,
} from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'
import type { SharedRules } from '../rules/shared-rules.ts'
import { type FoundRule, findRule } from './find-rule.ts'
import { ruleFact } from './rule-fact.ts'
import { ruleRecord } from './rule-view.ts'
import type { Uploads } from './uploads.ts'

/**
 * `PATCH /detection-rules/{rule_id} {enabled}`. Enabling ends a pause. For shared rules, the change applies only to
 * this tenant.
 */
export function updateDetectionRule(
  ports: Pick<ServicePorts, 'registry' | 'clock'>,
  shared: () => SharedRules,
  uploads: Uploads,
): OperationHandler<'updateDetectionRule'> {
  const { registry, clock } = ports
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const found = await findRule({ registry, clock, uploads }, shared(), tenantId, request.params.rule_id ?? '')
    requireIfMatch(request, found.version)
    const { enabled: wanted } = request.body
    const enabled = wanted ?? found.enabled
    const ended = wanted === true ? await endPause(tenantId, found) : found.pauses
    if (enabled === found.enabled)
      return { status: 200, body: ruleRecord({ ...found, pauses: ended }), version: found.version }
    const now = clock.now()
    const { rule } = found
    const fact = ruleFact(
      request,
      tenantId,
      { ruleId: rule.ruleId, origin: rule.origin, hash: rule.compiled?.hash ?? null, enabled },
      enabled ? 'enabled' : 'disabled',
      now,
    )
    const written = await write(tenantId, found, enabled, rfc3339(now), fact)
    if (!written.ok) throw new Problem('precondition_failed')
    const version = found.upload ? written.version : written.version + 1
    const changed: FoundRule = { ...found, pauses: ended, enabled, version, updatedAt: rfc3339(now) }
    return { status: 200, body: ruleRecord(changed), version }
  }

  /** Enabling a rule means that it must be evaluated from now on, so it ends a pause. */
  async function endPause(tenant: TenantId, { rule }: FoundRule): Promise<DetectionRulePauseDoc | undefined> {
    const now = rfc3339(clock.now())
    const { stored } = await update<DetectionRulePauseDoc, undefined>(
      registry,
      detectionRulePauses,
      tenant,
      rule.ruleId,
      current => {
        if (!current || current.doc.until <= now) return { result: undefined }
        const periods = current.doc.periods.map(period => (period.until > now ? { ...period, until: now } : period))
        return { doc: { ...current.doc, periods, until: now, updated_at: now }, result: undefined }
      },
    )
    return stored?.doc
  }

  async function write(
    tenant: TenantId,
    { rule, upload, stored, createdAt }: FoundRule,
    enabled: boolean,
    at: string,
    fact: ReturnType<typeof ruleFact>,
  ): Promise<WriteResult> {
    const options = { expect: stored ?? ('absent' as const), emit: [fact] }
    if (!upload)
      return registry.write(detectionRuleOverrides, tenant, { id: rule.ruleId, enabled, updated_at: at }, options)
    const doc = { id: rule.ruleId, source: rule.source, enabled, created_at: createdAt ?? at, updated_at: at }
    return registry.write(detectionRules, tenant, doc, options)
  }
}
