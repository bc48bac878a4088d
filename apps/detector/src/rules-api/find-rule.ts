import { type Clock, Problem, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { detectionRuleOverrides, detectionRulePauses, detectionRules } from '@wardline/registries'
import type { SharedRules } from '../rules/shared-rules.ts'
import type { Upload } from '../rules/uploaded-rule.ts'
import type { TenantRule } from './rule-view.ts'
import type { Uploads } from './uploads.ts'

export interface FoundRule extends TenantRule {
  /** For uploads: the rule and, for a correlation, the rules that it counts. */
  readonly upload: Upload | undefined
  /** Version of the stored document behind it; undefined if a shared rule has none yet. */
  readonly stored: number | undefined
}

export interface FindingParts {
  readonly registry: Registry
  readonly clock: Clock
  readonly uploads: Uploads
}

/**
 * A rule as one tenant sees it. A shared rule has version 1 until the tenant changes one of its settings.
 * @throws Problem `not_found`, also for another tenant's rule.
 */
export async function findRule(
  { registry, clock, uploads }: FindingParts,
  shared: SharedRules,
  tenant: TenantId,
  ruleId: string,
): Promise<FoundRule> {
  const rule = shared.byId.get(ruleId)
  const pauses = (await registry.read(detectionRulePauses, tenant, ruleId))?.doc
  const read = { pauses, now: clock.now() }
  if (rule) {
    const override = await registry.read(detectionRuleOverrides, tenant, ruleId)
    return {
      ...read,
      rule,
      upload: undefined,
      enabled: override?.doc.enabled ?? true,
      version: (override?.version ?? 0) + 1,
      stored: override?.version,
      createdAt: null,
      updatedAt: override?.doc.updated_at ?? null,
    }
  }
  const own = await registry.read(detectionRules, tenant, ruleId)
  if (!own) throw new Problem('not_found')
  const upload = await uploads.of(tenant, own)
  return {
    ...read,
    rule: upload.main,
    upload,
    enabled: own.doc.enabled,
    version: own.version,
    stored: own.version,
    createdAt: own.doc.created_at,
    updatedAt: own.doc.updated_at,
  }
}
