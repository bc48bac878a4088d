import { dashVariants, type Encoding, encode } from './encodings.ts'
import { allOf, anyOf, type Expression, negate } from './expression.ts'
import type { LocatedScalar } from './located-yaml.ts'
import { type NumberOperator, predicate, type Test, type TextMode, type TimePart } from './predicate.ts'
import { compileRegex } from './regex.ts'
import { RuleFault } from './rule-fault.ts'
import { foldParts, inNetwork } from './test-values.ts'
import {
  ANY_RUN,
  hasLongRun,
  isLiteral,
  literalOf,
  MAX_SINGLE_WILDCARD_RUN,
  type PatternPart,
  parsePattern,
} from './text-pattern.ts'

/** The meaning of the modifiers of one detection item, which may come in any sensible order. */
interface Modifiers {
  mode: TextMode | undefined
  special: 're' | 'cidr' | 'exists' | 'fieldref' | undefined
  number: NumberOperator | undefined
  time: TimePart | undefined
  regexFlags: string
  encodings: Encoding[]
  all: boolean
  cased: boolean
  neq: boolean
  windash: boolean
  expand: boolean
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  wide: 'utf16le',
  utf16le: 'utf16le',
  utf16be: 'utf16be',
  utf16: 'utf16',
  base64: 'base64',
  base64offset: 'base64offset',
}

/**
 * One detection item: `field|modifier|…: value(s)`. `field` null is a keyword item.
 * @returns the values joined by OR, or by AND with `all`.
 * @throws RuleFault with the line that cannot be compiled.
 */
export function compileItem(
  field: string | null,
  names: readonly string[],
  values: readonly LocatedScalar[],
  selection: string,
  line: number,
): Expression {
  const modifiers = readModifiers(names, line)
  if (values.length === 0) throw new RuleFault('value_invalid', 'an item needs at least one value', line)
  const modifier = names.join('|')
  const leaf = (test: Test): Expression => ({ op: 'is', selection, predicate: predicate(field, test, modifier) })
  const terms = values.map(value => anyOf(testsOf(value, modifiers, field).map(leaf)))
  if (modifiers.neq) return negate(anyOf(terms))
  return modifiers.all ? allOf(terms) : anyOf(terms)
}

function readModifiers(names: readonly string[], line: number): Modifiers {
  const m: Modifiers = {
    mode: undefined,
    special: undefined,
    number: undefined,
    time: undefined,
    regexFlags: '',
    encodings: [],
    all: false,
    cased: false,
    neq: false,
    windash: false,
    expand: false,
  }
  for (const name of names) readModifier(m, name, line)
  const clash =
    (m.special === 're' || m.special === 'cidr' || m.special === 'exists') &&
    (m.mode !== undefined || m.encodings.length > 0 || m.windash || m.number !== undefined || m.time !== undefined)
  if (clash || (m.number && (m.mode || m.encodings.length > 0 || m.windash || m.special))) {
    throw new RuleFault('modifier_unsupported', 'these modifiers cannot be combined', line)
  }
  const last = m.encodings.at(-1)
  if (last !== undefined && !last.startsWith('base64')) {
    throw new RuleFault('modifier_unsupported', 'utf16 modifiers must be followed by base64 or base64offset', line)
  }
  return m
}

function readModifier(m: Modifiers, name: string, line: number): void {
  const encoding = ENCODINGS[name]
  if (encoding) {
    m.encodings.push(encoding)
    return
  }
  switch (name) {
    case 'contains':
    case 'startswith':
    case 'endswith':
      m.mode = name
      return
    case 're':
    case 'cidr':
    case 'exists':
    case 'fieldref':
      m.special = name
      return
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      m.number = name
      return
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
    case 'month':
    case 'year':
      m.time = name
      return
    case 'i':
    case 'm':
    case 's':
      if (m.special !== 're') throw new RuleFault('modifier_unsupported', `'${name}' may only follow 're'`, line)
      m.regexFlags += name
      return
    case 'all':
    case 'cased':
    case 'neq':
    case 'windash':
    case 'expand':
      m[name] = true
      return
    default:
      throw new RuleFault('modifier_unsupported', 'a modifier is not known', line)
  }
}

function testsOf(value: LocatedScalar, m: Modifiers, field: string | null): readonly Test[] {
  const { line, text } = value
  if (m.expand && /%[^%\s]+%/.test(text)) {
    throw new RuleFault(
      'placeholder_without_values',
      'the rule has a placeholder, and no values are configured for it',
      line,
    )
  }
  if (m.special === 'exists') {
    if (typeof value.value !== 'boolean') throw new RuleFault('value_invalid', "'exists' takes true or false", line)
    return [{ kind: 'exists', wanted: value.value }]
  }
  if (value.value === null) {
    if (field === null) throw new RuleFault('value_invalid', 'a keyword cannot be null', line)
    return [{ kind: 'null' }]
  }
  if (m.special === 're') {
    const flags = [...new Set(m.regexFlags)].sort().join('')
    const { program } = compileRegex(text, flags, line)
    return [{ kind: 'regex', source: text, flags, program }]
  }
  if (m.special === 'cidr') return [{ kind: 'cidr', network: checkedNetwork(text, line) }]
  if (m.special === 'fieldref') {
    if (field === null || text === '')
      throw new RuleFault('value_invalid', "'fieldref' compares a field with a field", line)
    return [{ kind: 'fieldref', other: text, mode: m.mode ?? 'equals', cased: m.cased }]
  }
  if (m.time) return [{ kind: 'time', part: m.time, operator: m.number ?? 'eq', than: numberIn(text, line) }]
  if (m.number) return [{ kind: 'number', operator: m.number, than: numberIn(text, line) }]
  return textTests(text, m, field, line)
}

function textTests(text: string, m: Modifiers, field: string | null, line: number): readonly Test[] {
  const mode: TextMode = m.mode ?? (field === null ? 'contains' : 'equals')
  if (m.encodings.length > 0) {
    const parts = parsePattern(text)
    if (!isLiteral(parts)) throw new RuleFault('value_invalid', 'an encoded value cannot contain wildcards', line)
    return encode(literalOf(parts), m.encodings).map(form => textTest(mode, form === '' ? [] : [form], m.cased))
  }
  const spellings = (m.windash ? dashVariants(text) : [text]).map(parsePattern)
  if (spellings.some(hasLongRun)) {
    const reason = `a run with '?' between two '*' has at most ${MAX_SINGLE_WILDCARD_RUN} characters`
    throw new RuleFault('value_invalid', reason, line)
  }
  return spellings.map(parts => textTest(mode, parts, m.cased))
}

/** One form per meaning: `*x*` is `contains x`, `x*` is `startswith x`. */
function textTest(mode: TextMode, parts: readonly PatternPart[], cased: boolean): Test {
  let open = { start: mode === 'contains' || mode === 'endswith', end: mode === 'contains' || mode === 'startswith' }
  let rest = parts
  if (rest[0] === ANY_RUN) {
    open = { ...open, start: true }
    rest = rest.slice(1)
  }
  if (rest.at(-1) === ANY_RUN) {
    open = { ...open, end: true }
    rest = rest.slice(0, -1)
  }
  if (rest.length === 0 && (open.start || open.end)) return { kind: 'any' }
  const plain: TextMode = open.start ? (open.end ? 'contains' : 'endswith') : open.end ? 'startswith' : 'equals'
  return { kind: 'text', mode: plain, parts: cased ? rest : foldParts(rest), cased }
}

function numberIn(text: string, line: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new RuleFault('value_invalid', 'a number is expected', line)
  return value
}

function checkedNetwork(text: string, line: number): string {
  try {
    inNetwork(text)
    return text
  } catch {
    throw new RuleFault('value_invalid', "'cidr' takes a network such as 10.0.0.0/8 or fd00::/8", line)
  }
}
