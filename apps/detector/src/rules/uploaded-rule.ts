import type { DetectionRuleDoc } from '@wardline/registries'
import { programsOf } from '../sigma/expression.ts'
import { refuseLargeRule } from '../sigma/regex-bounds.ts'
import { RuleFault } from '../sigma/rule-fault.ts'
import { compileRules } from './compile-rules.ts'
import { type LoadedRule, loadRules, type RuleSet } from './loaded-rule.ts'

/** An upload: one Sigma rule, or one correlation with the rules that it counts. All of it goes by the upload's rule_id. */
export interface Upload {
  readonly enabled: boolean
  readonly main: LoadedRule
  readonly rules: RuleSet
}

/** Longest upload in characters; the API's schema says the same. */
export const MAX_UPLOAD = 262_144

/** A stored upload, compiled. One that this version cannot compile any more is loaded with its fault, and matches nothing. */
export function loadUpload(doc: Pick<DetectionRuleDoc, 'id' | 'source' | 'enabled'>): Upload {
  const reports = compileRules([{ name: 'upload', text: doc.source }])
  const rules = loadRules(reports, 'uploaded', () => doc.id)
  const correlations = rules.listed.filter(rule => rule.compiled?.kind === 'correlation')
  const main = correlations[0] ?? rules.listed[0]
  const fault = rules.listed.find(rule => rule.fault)?.fault ?? shapeFault(rules) ?? sizeFault(rules)
  const found: LoadedRule = {
    ruleId: doc.id,
    origin: 'uploaded',
    title: main?.title ?? 'upload',
    sigmaId: main?.sigmaId ?? null,
    file: null,
    baseOf: [],
    alertsAlone: main?.alertsAlone ?? false,
    source: doc.source,
    compiled: fault ? undefined : main?.compiled,
    fault,
  }
  return { enabled: doc.enabled, main: found, rules: fault ? loadRules([], 'uploaded', () => doc.id) : rules }
}

/** What an upload costs is bounded as a whole: a correlation may bring many rules, and filters add to each. */
function sizeFault({ matchable }: RuleSet): RuleFault | undefined {
  try {
    refuseLargeRule(programsOf(matchable.map(({ rule }) => rule.expression)), 1)
    return undefined
  } catch (error) {
    if (error instanceof RuleFault) return error
    throw error
  }
}

function shapeFault({ listed }: RuleSet): RuleFault | undefined {
  if (listed.length === 0) return new RuleFault('rule_malformed', 'there is no rule in it', 1)
  const correlations = listed.filter(rule => rule.compiled?.kind === 'correlation')
  if (correlations.length === 0 && listed.length === 1) return undefined
  const alone = listed.some(rule => rule.compiled?.kind === 'single' && rule.baseOf.length === 0)
  if (correlations.length === 1 && !alone) return undefined
  return new RuleFault('rule_malformed', 'an upload is one rule, or one correlation and the rules that it counts', 1)
}
