import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { detectionRules } from '@wardline/registries'
import { beyondQuota, DEFAULT_QUOTAS, type ServicePorts } from '@wardline/service-kit'
import type { Workbench } from '../workbench/workbench.ts'
import { ruleFact } from './rule-fact.ts'
import { ruleRecord } from './rule-view.ts'

/**
 * Maximum number of characters of a tenant's uploads together. Every instance that sees the tenant's events compiles
 * all of them.
 */
const MAX_TOTAL = 8 * 1024 * 1024

/**
 * `POST /detection-rules {source, enabled?}`: one rule, or one correlation with the rules that it counts. Takes effect
 * within seconds.
 * @throws Problem 422 `rule_not_compilable` with the line; 422 `rule_too_slow`; 409 `rule_quota_reached`, or `limit_reached` for their size.
 */
export function createDetectionRule(
  { registry, clock, metrics }: Pick<ServicePorts, 'registry' | 'clock' | 'metrics'>,
  workbench: Workbench,
  quota = DEFAULT_QUOTAS.detectionRules,
): OperationHandler<'createDetectionRule'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const { source, enabled = true } = request.body
    const id = newId('rul')
    const [upload] = await workbench.compile(tenantId, [{ id, source, enabled }], '/source')
    if (!upload) throw new Error('the workbench returned no result for a rule')
    const { fault, compiled } = upload.main
    if (fault || !compiled) {
      const { line, reason = 'the rule cannot be compiled' } = fault ?? {}
      const error = { pointer: '/source', message: reason, ...(line === undefined ? {} : { line }) }
      throw new Problem('rule_not_compilable', { errors: [error] })
    }
    const others = await registry.list(detectionRules, tenantId, { limit: quota })
    if (others.length >= quota) throw beyondQuota(metrics, 'rule_quota_reached')
    const total = others.reduce((sum, { doc }) => sum + doc.source.length, source.length)
    if (total > MAX_TOTAL)
      throw new Problem('limit_reached', { detail: `A tenant's own rules have at most ${MAX_TOTAL} characters.` })
    const now = clock.now()
    const at = rfc3339(now)
    const fact = ruleFact(
      request,
      tenantId,
      { ruleId: id, origin: 'uploaded', hash: compiled.hash, enabled },
      'created',
      now,
    )
    const written = await registry.write(
      detectionRules,
      tenantId,
      { id, source, enabled, created_at: at, updated_at: at },
      { expect: 'absent', emit: [fact] },
    )
    if (!written.ok) throw new Problem('state_conflict')
    const record = ruleRecord({
      rule: upload.main,
      enabled,
      version: written.version,
      createdAt: at,
      updatedAt: at,
      pauses: undefined,
      now,
    })
    return {
      status: 201,
      body: record,
      version: written.version,
      headers: { location: `/api/v1/detection-rules/${id}` },
    }
  }
}
