import { createHash } from 'node:crypto'
import { SEVERITIES, type Severity } from '@wardline/kernel'
import { compileDetection } from './detection.ts'
import { type Expression, programsOf } from './expression.ts'
import { type Located, type LocatedMap, member, optionalText, textList } from './located-yaml.ts'
import { refuseLargeRule } from './regex-bounds.ts'
import { RuleFault } from './rule-fault.ts'

export type Confidence = 'low' | 'medium' | 'high'

/** The metadata of a rule, all of which its alerts include. */
export interface RuleMetadata {
  /** The rule's own `id`. */
  readonly sigmaId: string | null
  /** The name by which correlations may refer to it. */
  readonly name: string | null
  readonly title: string
  readonly description: string | null
  readonly author: string | null
  readonly license: string | null
  readonly status: string | null
  readonly level: Severity
  readonly tags: readonly string[]
}

/** The log source of a rule, in lower case. At least one of the three is present. */
export interface LogSource {
  readonly category: string | undefined
  readonly product: string | undefined
  readonly service: string | undefined
}

/** A rule that matches single events. */
export interface SingleRule {
  readonly kind: 'single'
  readonly metadata: RuleMetadata
  readonly logSource: LogSource
  readonly expression: Expression
  /** SHA-256 of its source in lower-case hex. */
  readonly hash: string
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Rules without a level have level medium, as is usual in Sigma. @throws RuleFault */
export function readMetadata(rule: LocatedMap): RuleMetadata {
  const title = optionalText(rule, 'title', 512)
  if (!title) throw new RuleFault('rule_malformed', "a rule needs a 'title'", rule.line)
  return {
    title,
    sigmaId: optionalText(rule, 'id', 128) ?? null,
    name: optionalText(rule, 'name', 128) ?? null,
    description: optionalText(rule, 'description', 4_096) ?? null,
    author: optionalText(rule, 'author', 1_024) ?? null,
    license: optionalText(rule, 'license', 128) ?? null,
    status: optionalText(rule, 'status', 32)?.toLowerCase() ?? null,
    level: levelOf(member(rule, 'level')),
    tags: [...new Set(textList(rule, 'tags').map(tag => tag.text.slice(0, 128)))].slice(0, 100),
  }
}

function levelOf(value: Located | undefined): Severity {
  if (!value) return 'medium'
  const level = value.kind === 'scalar' ? SEVERITIES.find(severity => severity === value.text.toLowerCase()) : undefined
  if (!level) throw new RuleFault('rule_malformed', `'level' is one of ${SEVERITIES.join(', ')}`, value.line)
  return level
}

/** The confidence of a rule's alerts, from the maturity that its status states. */
export function confidenceOf(status: string | null): Confidence {
  if (status === 'stable') return 'high'
  return status === 'experimental' || status === 'deprecated' || status === 'unsupported' ? 'low' : 'medium'
}

/** @throws RuleFault with the line that cannot be compiled. */
export function compileSingleRule(rule: LocatedMap, source: string): SingleRule {
  const metadata = readMetadata(rule)
  const detection = member(rule, 'detection')
  if (detection?.kind !== 'map')
    throw new RuleFault('rule_malformed', "a rule needs a 'detection'", detection?.line ?? rule.line)
  const logSource = readLogSource(rule)
  const expression = compileDetection(detection)
  refuseLargeRule(programsOf([expression]), detection.line)
  return { kind: 'single', metadata, logSource, expression, hash: sha256(source) }
}

/** @throws RuleFault */
export function readLogSource(rule: LocatedMap): LogSource {
  const found = member(rule, 'logsource')
  if (found?.kind !== 'map')
    throw new RuleFault('rule_malformed', "a rule needs a 'logsource'", found?.line ?? rule.line)
  const name = (key: string): string | undefined => optionalText(found, key, 128)?.trim().toLowerCase() || undefined
  const logSource: LogSource = { category: name('category'), product: name('product'), service: name('service') }
  if (!logSource.category && !logSource.product && !logSource.service) {
    throw new RuleFault('logsource_unsupported', 'the logsource names no category, product or service', found.line)
  }
  return logSource
}

/** The line of `logsource`, for faults in its meaning. */
export const logSourceLine = (rule: LocatedMap): number => member(rule, 'logsource')?.line ?? rule.line
