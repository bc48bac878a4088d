import { unroutable } from '../routing/log-sources.ts'
import { type Correlation, readCorrelation } from '../sigma/correlation.ts'
import { type LocatedMap, member, optionalText, readYaml } from '../sigma/located-yaml.ts'
import { compileSingleRule, logSourceLine, type SingleRule, sha256 } from '../sigma/rule.ts'
import { RuleFault } from '../sigma/rule-fault.ts'
import { applyFilters, compileFilter, type RuleFilter } from '../sigma/rule-filter.ts'

/** A file of rules, or an upload. */
export interface RuleText {
  readonly name: string
  readonly text: string
}

/** A correlation with the rules that it counts. `hash` covers all of them. */
export interface CorrelationRule extends Omit<Correlation, 'references'> {
  readonly bases: readonly { readonly reference: string; readonly rule: SingleRule }[]
  readonly hash: string
}

export type CompiledRule = SingleRule | CorrelationRule

/** The result for one document of a rule file. */
export interface RuleReport {
  /** File name, with `#n` for the n-th of several documents. */
  readonly key: string
  readonly title: string
  readonly sigmaId: string | null
  readonly source: string
  readonly compiled: CompiledRule | undefined
  readonly fault: RuleFault | undefined
  /** The correlations that count its matches. It then alerts by itself only if one of them says `generate`. */
  readonly baseOf: readonly string[]
  readonly alertsAlone: boolean
}

interface Draft {
  readonly key: string
  readonly source: string
  title: string
  sigmaId: string | null
  single?: SingleRule
  correlation?: Correlation
  filter?: RuleFilter
  compiled?: CompiledRule
  fault?: RuleFault
}

/**
 * Compiles rule files together. Correlations can name rules, and filters can apply to rules, in any file of the set.
 * Nothing is fatal and nothing is skipped: every document is returned compiled or with a fault. Filters that compile
 * are applied and not listed.
 */
export function compileRules(texts: readonly RuleText[]): readonly RuleReport[] {
  const drafts = texts.flatMap(readDrafts)
  refuseRepeatedIds(drafts)
  const filters = drafts.flatMap(draft => draft.filter ?? [])
  for (const draft of drafts) if (draft.single) draft.compiled = draft.single = applyFilters(draft.single, filters)
  const singles = bySingleName(drafts)
  for (const draft of drafts) resolveCorrelation(draft, singles)
  const correlations = drafts.filter(draft => draft.compiled?.kind === 'correlation')
  return drafts.filter(draft => !draft.filter).map(draft => report(draft, correlations))
}

function readDrafts(text: RuleText): Draft[] {
  try {
    const documents = readYaml(text.text)
    return documents.map(({ root, source }, i) =>
      draftOf(
        documents.length > 1 ? `${text.name}#${i + 1}` : text.name,
        source,
        root.kind === 'map' ? root : undefined,
      ),
    )
  } catch (error) {
    return [{ key: text.name, source: text.text, title: text.name, sigmaId: null, fault: faultOf(error) }]
  }
}

function draftOf(key: string, source: string, rule: LocatedMap | undefined): Draft {
  const draft: Draft = { key, source, title: key, sigmaId: null }
  try {
    if (!rule) throw new RuleFault('rule_malformed', 'a rule is a map', 1)
    draft.title = optionalText(rule, 'title', 512) ?? key
    draft.sigmaId = optionalText(rule, 'id', 128) ?? null
    if (member(rule, 'action'))
      throw new RuleFault('rule_malformed', "rule collections by 'action' are not Sigma 2", rule.line)
    if (member(rule, 'correlation')) draft.correlation = readCorrelation(rule)
    else if (member(rule, 'filter')) draft.filter = compileFilter(rule, source)
    else {
      const single = compileSingleRule(rule, source)
      const reason = unroutable(single.logSource)
      if (reason) throw new RuleFault('logsource_unsupported', reason, logSourceLine(rule))
      draft.single = single
    }
  } catch (error) {
    draft.fault = faultOf(error)
  }
  return draft
}

function faultOf(error: unknown): RuleFault {
  if (error instanceof RuleFault) return error
  // Deep nesting may exhaust a parser's stack. Any error is the fault of this rule only.
  return new RuleFault('rule_malformed', 'the rule cannot be read')
}

function refuseRepeatedIds(drafts: readonly Draft[]): void {
  const seen = new Set<string>()
  for (const draft of drafts) {
    const repeated = draft.sigmaId !== null && seen.has(draft.sigmaId)
    if (draft.sigmaId !== null) seen.add(draft.sigmaId)
    if (!repeated || draft.fault) continue
    draft.fault = new RuleFault('duplicate_id', 'an earlier rule has the same id')
    delete draft.single
    delete draft.correlation
    delete draft.filter
  }
}

/** Rules by name and by id; undefined if a name is not unique. */
function bySingleName(drafts: readonly Draft[]): ReadonlyMap<string, SingleRule | undefined> {
  const found = new Map<string, SingleRule | undefined>()
  for (const { single } of drafts) {
    if (!single) continue
    for (const name of new Set([single.metadata.name, single.metadata.sigmaId])) {
      if (name !== null) found.set(name, found.has(name) ? undefined : single)
    }
  }
  return found
}

function resolveCorrelation(draft: Draft, singles: ReadonlyMap<string, SingleRule | undefined>): void {
  const { correlation } = draft
  if (!correlation) return
  try {
    const bases = correlation.references.map(({ name, line }) => {
      const rule = singles.get(name)
      if (rule) return { reference: name, rule }
      throw new RuleFault(
        'reference_unresolved',
        singles.has(name)
          ? 'two rules have a name that the correlation refers to'
          : 'the correlation refers to a rule that is missing or not compiled; correlations of correlations are not supported',
        line,
      )
    })
    const hash = sha256([sha256(draft.source), ...bases.map(base => base.rule.hash)].join('\n'))
    const { references: _, ...rest } = correlation
    draft.compiled = { ...rest, bases, hash }
  } catch (error) {
    draft.fault = faultOf(error)
  }
}

function report(draft: Draft, correlations: readonly Draft[]): RuleReport {
  const users = correlations.filter(
    ({ compiled }) => compiled?.kind === 'correlation' && compiled.bases.some(base => base.rule === draft.single),
  )
  return {
    key: draft.key,
    title: draft.title,
    sigmaId: draft.sigmaId,
    source: draft.source,
    compiled: draft.compiled,
    fault: draft.fault,
    baseOf: draft.single ? users.map(user => user.key) : [],
    alertsAlone:
      draft.single !== undefined &&
      (users.length === 0 || users.some(({ compiled }) => compiled?.kind === 'correlation' && compiled.generate)),
  }
}
