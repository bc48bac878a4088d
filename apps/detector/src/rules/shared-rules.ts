import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { base32 } from '@wardline/kernel'
import { createRuleMatcher, type RuleMatcher } from '../matching/rule-matcher.ts'
import { compileRules, type RuleReport } from './compile-rules.ts'
import { type LoadedRule, loadRules, type MatchableRule, type RuleOrigin, type RuleSet } from './loaded-rule.ts'
import { readRuleFolder } from './rule-folder.ts'

/**
 * The rules that every tenant has: Wardline's own and those in `WARDLINE_RULES_DIR`. They do not change while the
 * process runs.
 */
export interface SharedRules {
  readonly listed: readonly LoadedRule[]
  readonly byId: ReadonlyMap<string, LoadedRule>
  readonly correlations: RuleSet['correlations']
  readonly matcher: RuleMatcher<MatchableRule>
}

const OWN_RULES = fileURLToPath(new URL('../../rules/', import.meta.url))

/**
 * Reads and compiles the shared rules. A rule that cannot be compiled is listed with its reason.
 * @throws Error when a folder cannot be read.
 */
export async function loadSharedRules(rulesDir: string | undefined): Promise<SharedRules> {
  const own = loadRules(compileRules(await readRuleFolder(OWN_RULES)), 'own', report => idOf('own', report))
  const dir = rulesDir
    ? loadRules(compileRules(await readRuleFolder(rulesDir)), 'dir', report => idOf('dir', report))
    : loadRules([], 'dir', report => idOf('dir', report))
  const listed = [...own.listed, ...dir.listed].sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
  return {
    listed,
    byId: new Map(listed.map(rule => [rule.ruleId, rule])),
    correlations: new Map([...own.correlations, ...dir.correlations]),
    matcher: createRuleMatcher([...own.matchable, ...dir.matchable]),
  }
}

/**
 * Derived from the rule's own id if it is unique, so that moving the file changes nothing; otherwise from its path.
 * Contains no secret.
 */
function idOf(origin: RuleOrigin, { sigmaId, key, fault }: RuleReport): string {
  const name = sigmaId !== null && fault?.code !== 'duplicate_id' ? `id:${sigmaId}` : `file:${key}`
  return `rul_${base32(createHash('sha256').update(`${origin}\n${name}`).digest()).slice(0, 26)}`
}
