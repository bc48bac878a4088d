import { createCursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  type DetectionRulePauseDoc,
  detectionRuleOverrides,
  detectionRulePauses,
  detectionRules,
} from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import type { SharedRules } from '../rules/shared-rules.ts'
import { ruleItem, type TenantRule } from './rule-view.ts'
import type { Uploads } from './uploads.ts'

interface Filters {
  readonly origin?: string
  readonly enabled?: boolean
  readonly status?: string
  readonly sigma_id?: string
  readonly limit?: number
}

/**
 * `GET /detection-rules ?origin&enabled&status&sigma_id&limit&cursor`: every rule of the tenant by rule_id, including
 * refused ones.
 */
export function listDetectionRules(
  { registry, clock, keyring }: Pick<ServicePorts, 'registry' | 'clock' | 'keyring'>,
  shared: () => SharedRules,
  uploads: Uploads,
): OperationHandler<'listDetectionRules'> {
  const cursors = createCursors(keyring)
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const filters = request.query
    const limit = filters.limit ?? 50
    const after = cursors.decode<string>(request) ?? ''
    const overrides = await overridesOf(registry, tenantId)
    const now = clock.now()
    const pausesOf = await pausesAt(registry, tenantId, now)
    const own = await uploadsAfter(registry, tenantId, after)
    const compiled = await uploads.ofAll(tenantId, own)
    const all: TenantRule[] = [
      ...shared()
        .listed.filter(rule => rule.ruleId > after)
        .map(rule => ({
          rule,
          enabled: overrides.get(rule.ruleId) ?? true,
          version: 1,
          createdAt: null,
          updatedAt: null,
          pauses: pausesOf.get(rule.ruleId),
          now,
        })),
      ...own.map(({ doc, version }, i) => ({
        rule: compiled[i]!.main,
        enabled: doc.enabled,
        version,
        createdAt: doc.created_at,
        updatedAt: doc.updated_at,
        pauses: pausesOf.get(doc.id),
        now,
      })),
    ]
    const wanted = all.filter(rule => passes(rule, filters)).sort((a, b) => (a.rule.ruleId < b.rule.ruleId ? -1 : 1))
    const page = wanted.slice(0, limit)
    const next = wanted.length > limit ? cursors.encode(request, page.at(-1)!.rule.ruleId) : null
    return { status: 200, body: { items: page.map(ruleItem), next_cursor: next } }
  }
}

function passes({ rule, enabled }: TenantRule, filters: Filters): boolean {
  return (
    (filters.origin === undefined || rule.origin === filters.origin) &&
    (filters.enabled === undefined || enabled === filters.enabled) &&
    (filters.status === undefined || (rule.fault ? 'refused' : 'ok') === filters.status) &&
    (filters.sigma_id === undefined || rule.sigmaId === filters.sigma_id)
  )
}

async function overridesOf(registry: Registry, tenant: TenantId): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>()
  for (let after: string | undefined; ; ) {
    const page = await registry.list(detectionRuleOverrides, tenant, {
      order: { by: 'id', direction: 'asc' },
      ...(after === undefined ? {} : { after: { value: after, id: after } }),
      limit: 1_000,
    })
    for (const { doc } of page) found.set(doc.id, doc.enabled)
    if (page.length < 1_000) return found
    after = page.at(-1)!.doc.id
  }
}

/** The current pauses. Few rules have one. */
async function pausesAt(
  registry: Registry,
  tenant: TenantId,
  now: number,
): Promise<ReadonlyMap<string, DetectionRulePauseDoc>> {
  const found = await registry.list(detectionRulePauses, tenant, {
    where: { until: { gte: rfc3339(now) } },
    order: { by: 'until', direction: 'asc' },
    limit: 1_000,
  })
  return new Map(found.map(({ doc }) => [doc.id, doc]))
}

/** One read is enough, because a tenant has at most a thousand uploads. */
const uploadsAfter = (registry: Registry, tenant: TenantId, after: string) =>
  registry.list(detectionRules, tenant, {
    order: { by: 'id', direction: 'asc' },
    ...(after === '' ? {} : { after: { value: after, id: after } }),
    limit: 1_000,
  })
