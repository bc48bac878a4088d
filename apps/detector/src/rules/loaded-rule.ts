import type { Severity } from '@wardline/kernel'
import { asksSlowly } from '../sigma/expression.ts'
import type { SingleRule } from '../sigma/rule.ts'
import { type Fault, faultData } from '../sigma/rule-fault.ts'
import type { CompiledRule, CorrelationRule, RuleReport } from './compile-rules.ts'

export type RuleOrigin = 'own' | 'dir' | 'uploaded'

/** A rule as listed: compiled, or with the reason why not. */
export interface LoadedRule {
  readonly ruleId: string
  readonly origin: RuleOrigin
  readonly title: string
  readonly sigmaId: string | null
  readonly source: string
  /** Path in its folder; null for uploads. */
  readonly file: string | null
  readonly compiled: CompiledRule | undefined
  readonly fault: Fault | undefined
  /** Correlations that count its matches. It alerts by itself unless it only serves them. */
  readonly baseOf: readonly string[]
  readonly alertsAlone: boolean
}

/** A rule in the matcher, and the use of its matches. */
export interface MatchableRule {
  readonly rule: SingleRule
  readonly ruleId: string
  readonly alertsAlone: boolean
  /** Whether its time is measured, because it has tests whose time grows with the text. */
  readonly measured: boolean
  readonly countedBy: readonly Counting[]
}

/** One use of a rule by a correlation. */
export interface Counting {
  readonly ruleId: string
  readonly correlation: CorrelationRule
  /** The name by which the correlation refers to the rule. */
  readonly reference: string
}

/** A set of rules that are used together. */
export interface RuleSet {
  readonly listed: readonly LoadedRule[]
  readonly matchable: readonly MatchableRule[]
  readonly correlations: ReadonlyMap<string, CorrelationRule>
}

/** @param idOf returns the id of a rule, which is the same on every start and every instance. */
export function loadRules(
  reports: readonly RuleReport[],
  origin: RuleOrigin,
  idOf: (report: RuleReport) => string,
): RuleSet {
  const listed = reports.map(
    (report): LoadedRule => ({
      ruleId: idOf(report),
      origin,
      title: report.compiled?.metadata.title ?? report.title,
      sigmaId: report.sigmaId,
      source: report.source,
      file: origin === 'uploaded' ? null : report.key,
      compiled: report.compiled,
      fault: report.fault && faultData(report.fault),
      baseOf: report.baseOf,
      alertsAlone: report.alertsAlone,
    }),
  )
  const countings = new Map<SingleRule, Counting[]>()
  const correlations = new Map<string, CorrelationRule>()
  for (const { compiled, ruleId } of listed) {
    if (compiled?.kind !== 'correlation') continue
    correlations.set(ruleId, compiled)
    for (const { reference, rule } of compiled.bases) {
      const uses = countings.get(rule) ?? []
      uses.push({ ruleId, correlation: compiled, reference })
      countings.set(rule, uses)
    }
  }
  const matchable = listed.flatMap(({ compiled, ruleId, alertsAlone }) =>
    compiled?.kind === 'single'
      ? [
          {
            rule: compiled,
            ruleId,
            alertsAlone,
            measured: asksSlowly(compiled.expression),
            countedBy: countings.get(compiled) ?? [],
          },
        ]
      : [],
  )
  return { listed, matchable, correlations }
}

/** Level of a rule; `medium` if it could not be read. */
export const levelOf = (rule: LoadedRule): Severity => rule.compiled?.metadata.level ?? 'medium'
