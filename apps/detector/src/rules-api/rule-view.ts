import type { View } from '@wardline/api'
import type { DetectionRulePauseDoc } from '@wardline/registries'
import type { LoadedRule } from '../rules/loaded-rule.ts'
import { levelOf } from '../rules/loaded-rule.ts'
import { programsOf } from '../sigma/expression.ts'
import { reachOf } from '../sigma/regex-bounds.ts'
import type { LogSource } from '../sigma/rule.ts'

/** A rule with a tenant's settings for it. */
export interface TenantRule {
  readonly rule: LoadedRule
  readonly enabled: boolean
  readonly version: number
  readonly createdAt: string | null
  readonly updatedAt: string | null
  /** Its recorded pauses, whether one is active now or not. */
  readonly pauses: DetectionRulePauseDoc | undefined
  /** When this was read, in milliseconds since the epoch. */
  readonly now: number
}

/** The compile report of a rule (openapi/detection.yaml). `line` is the line in the rule's file. */
export function compileReport({ compiled, fault }: LoadedRule): View<'RuleCompileReport'> {
  if (!fault) return { status: compiled ? 'ok' : 'refused' }
  return {
    status: 'refused',
    code: fault.code,
    reason: fault.reason,
    ...(fault.line === undefined ? {} : { line: fault.line }),
  }
}

/** An item of `GET /detection-rules`. `file` is the path in its folder; null for uploads. */
export function ruleItem(found: TenantRule): View<'DetectionRuleItem'> {
  const { rule, enabled } = found
  return {
    rule_id: rule.ruleId,
    sigma_id: rule.sigmaId,
    title: rule.title,
    level: levelOf(rule),
    enabled,
    origin: rule.origin,
    kind: rule.compiled?.kind === 'correlation' ? 'correlation' : 'single',
    file: rule.file,
    compile: compileReport(rule),
    paused: currentPause(found),
  }
}

/** The active pause; null while the rule is evaluated. */
function currentPause({ rule, pauses, now }: TenantRule): View<'RulePause'> {
  if (!pauses || pauses.version_hash !== rule.compiled?.hash || Date.parse(pauses.until) <= now) return null
  const { since, until, reason } = pauses
  return { since, until, reason }
}

/** The smallest number of characters that any regular expression of the rule reads; null if it has none. */
function regexReach({ compiled }: LoadedRule): number | null {
  const singles = compiled?.kind === 'correlation' ? compiled.bases.map(base => base.rule) : compiled ? [compiled] : []
  const programs = [...programsOf(singles.map(single => single.expression))]
  return programs.length === 0 ? null : reachOf(Math.max(...programs))
}

/** The parts of a log source that the rule names. */
const namedParts = ({ category, product, service }: LogSource) => ({
  ...(category === undefined ? {} : { category }),
  ...(product === undefined ? {} : { product }),
  ...(service === undefined ? {} : { service }),
})

/** The single record: the item, and everything else known about the rule. */
export function ruleRecord(found: TenantRule): View<'DetectionRule'> {
  const { rule, version, createdAt, updatedAt } = found
  const { compiled } = rule
  const correlation = compiled?.kind === 'correlation' ? compiled : undefined
  return {
    ...ruleItem(found),
    description: compiled?.metadata.description ?? null,
    author: compiled?.metadata.author ?? null,
    license: compiled?.metadata.license ?? null,
    status: compiled?.metadata.status ?? null,
    tags: compiled?.metadata.tags ?? [],
    version_hash: compiled?.hash ?? null,
    log_source: compiled?.kind === 'single' ? namedParts(compiled.logSource) : null,
    correlation: correlation
      ? {
          type: correlation.type,
          rules: correlation.bases.map(base => base.reference),
          group_by: correlation.groupBy,
          timespan_seconds: correlation.timespanMs / 1000,
        }
      : null,
    /** Whether it alerts by itself and is not only counted by a correlation. */
    alerts: correlation !== undefined || (compiled !== undefined && rule.alertsAlone),
    regex_reach: regexReach(rule),
    pauses: found.pauses?.periods ?? [],
    source: rule.source,
    created_at: createdAt,
    updated_at: updatedAt,
    version,
  }
}
