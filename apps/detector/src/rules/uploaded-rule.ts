import type { DetectionRuleDoc } from '@wardline/registries'
import { programsOf } from '../sigma/expression.ts'
import { refuseLargeRule } from '../sigma/regex-bounds.ts'
import { type Fault, faultData, RuleFault } from '../sigma/rule-fault.ts'
import { compileRules } from './compile-rules.ts'
import { type LoadedRule, loadRules, type RuleSet } from './loaded-rule.ts'

/** An upload: one Sigma rule, or one correlation with the rules that it counts. All of it has the upload's rule_id. */
export interface Upload {
  readonly enabled: boolean
  readonly main: LoadedRule
  readonly rules: RuleSet
}

export type UploadDoc = Pick<DetectionRuleDoc, 'id' | 'source' | 'enabled'>

/** Longest upload in characters, as in the API's schema. */
export const MAX_UPLOAD = 262_144

/**
 * Compiles a stored upload. An upload that this version can no longer compile is loaded with its fault and matches
 * nothing.
 */
export function loadUpload(doc: UploadDoc): Upload {
  const reports = compileRules([{ name: 'upload', text: doc.source }])
  return uploadOf(
    doc,
    loadRules(reports, 'uploaded', () => doc.id),
  )
}

/** An upload that did not compile in time. It is listed with that fault and matches nothing. */
export function overrunUpload(doc: UploadDoc): Upload {
  const fault: Fault = { code: 'compile_timeout', reason: 'the rule takes too long to compile', line: undefined }
  return uploadOf(
    doc,
    loadRules([], 'uploaded', () => doc.id),
    fault,
  )
}

function uploadOf(doc: UploadDoc, rules: RuleSet, overrun?: Fault): Upload {
  const correlations = rules.listed.filter(rule => rule.compiled?.kind === 'correlation')
  const main = correlations[0] ?? rules.listed[0]
  const fault = overrun ?? rules.listed.find(rule => rule.fault)?.fault ?? shapeFault(rules) ?? sizeFault(rules)
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

/**
 * The cost of an upload is bounded as a whole, because a correlation may contain many rules and filters add to each.
 */
function sizeFault({ matchable }: RuleSet): Fault | undefined {
  try {
    refuseLargeRule(programsOf(matchable.map(({ rule }) => rule.expression)), 1)
    return undefined
  } catch (error) {
    if (error instanceof RuleFault) return faultData(error)
    throw error
  }
}

function shapeFault({ listed }: RuleSet): Fault | undefined {
  if (listed.length === 0) return malformed('the upload contains no rule')
  const correlations = listed.filter(rule => rule.compiled?.kind === 'correlation')
  if (correlations.length === 0 && listed.length === 1) return undefined
  const alone = listed.some(rule => rule.compiled?.kind === 'single' && rule.baseOf.length === 0)
  if (correlations.length === 1 && !alone) return undefined
  return malformed('an upload is one rule, or one correlation and the rules that it counts')
}

const malformed = (reason: string): Fault => ({ code: 'rule_malformed', reason, line: 1 })
