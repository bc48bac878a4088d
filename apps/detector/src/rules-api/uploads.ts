import type { TenantId } from '@wardline/kernel'
import { Problem } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import type { DetectionRuleDoc } from '@wardline/registries'
import { LRUCache } from 'lru-cache'
import { overrunUpload, type Upload } from '../rules/uploaded-rule.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Rules that the workbench compiles at once. A batch that does not finish in time is compiled rule by rule. */
const BATCH = 25

type StoredRule = Stored<DetectionRuleDoc>

/** Uploaded rules as the API shows them: each version is compiled once, on the workbench. */
export interface Uploads {
  of(tenant: TenantId, rule: StoredRule): Promise<Upload>
  ofAll(tenant: TenantId, rules: readonly StoredRule[]): Promise<readonly Upload[]>
}

export function createUploads(workbench: Workbench): Uploads {
  const known = new LRUCache<string, Upload>({ max: 2_000 })
  const keyOf = (tenant: TenantId, { doc, version }: StoredRule): string => `${tenant}|${doc.id}|${version}`

  const compile = async (tenant: TenantId, rules: readonly StoredRule[]): Promise<readonly Upload[]> => {
    const docs = rules.map(({ doc: { id, source, enabled } }) => ({ id, source, enabled }))
    try {
      return await workbench.compile(tenant, docs, '/source')
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rule_too_slow') throw error
      if (docs.length === 1) return docs.map(overrunUpload)
      const single: Upload[] = []
      for (const rule of rules) single.push(...(await compile(tenant, [rule])))
      return single
    }
  }
  const ofAll = async (tenant: TenantId, rules: readonly StoredRule[]): Promise<readonly Upload[]> => {
    const found = new Map<string, Upload>()
    for (const rule of rules) {
      const upload = known.get(keyOf(tenant, rule))
      if (upload) found.set(rule.doc.id, upload)
    }
    const missing = rules.filter(rule => !found.has(rule.doc.id))
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH)
      const compiled = await compile(tenant, batch)
      batch.forEach((rule, i) => {
        known.set(keyOf(tenant, rule), compiled[i]!)
        found.set(rule.doc.id, compiled[i]!)
      })
    }
    return rules.map(rule => found.get(rule.doc.id)!)
  }
  return { ofAll, of: async (tenant, rule) => (await ofAll(tenant, [rule]))[0]! }
}
