import { RE2JS } from 're2js'
import { reachOf, refuseCostly, refuseLargeProgram } from './regex-bounds.ts'
import { widthOfClass } from './regex-class.ts'
import { RuleFault } from './rule-fault.ts'

const MAX_SOURCE = 4_096

/** Bytes that a regular expression may use to cache states of its automaton. */
const MIN_STATES = 512 * 1024
const MAX_STATES = 8 * 1024 * 1024

/**
 * A regular expression (RE2 syntax) that can match anywhere in a text, in time linear in the text. It reads the first
 * `reach` characters, as if the text ended there. So the work of one match is bounded (`MAX_STEPS`), and the result
 * depends only on the text.
 */
export interface Regex {
  test(text: string): boolean
  /** Instructions of the compiled program. */
  readonly program: number
  /** Number of characters of a text that are read. */
  readonly reach: number
}

/**
 * @param flags any of `i` (ignores case), `m` (^ and $ match at lines), `s` (`.` matches a line end)
 * @throws RuleFault `regex_unsupported`: look-around, back-references and everything else that cannot be matched in
 * linear time; `regex_too_large`: it would take too long (regex-bounds.ts).
 */
export function compileRegex(source: string, flags: string, line?: number): Regex {
  if (source.length > MAX_SOURCE) {
    throw new RuleFault('regex_unsupported', `a regular expression has at most ${MAX_SOURCE} characters`, line)
  }
  refuseCostly(source, line)
  const compiled = compileBounded(source, flags, line)
  const program = compiled.programSize()
  refuseLargeProgram(program, line)
  const reach = reachOf(program)
  let bounded = false
  return {
    program,
    reach,
    test(text) {
      if (!bounded) boundMemory(compiled, program)
      bounded = true
      return compiled.test(text.length > reach ? text.slice(0, reach) : text)
    },
  }
}

function compileBounded(source: string, flags: string, line: number | undefined): RE2JS {
  const bits =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0)
  try {
    return RE2JS.compile(inRe2Syntax(source), bits)
  } catch {
    throw new RuleFault('regex_unsupported', reasonOf(source), line)
  }
}

/** Small programs need few states or gain nothing from many. The library's own limit is 8 MiB for each. */
function boundMemory(compiled: RE2JS, program: number): void {
  const { dfa } = compiled.re2()
  dfa.stateBudget = Math.min(MAX_STATES, Math.max(MIN_STATES, 16 * program * program))
  dfa.memBudget = dfa.stateBudget
}

/** Rewrites PCRE escapes that RE2 spells differently. */
function inRe2Syntax(source: string): string {
  return source.replace(/\\(?:u([0-9a-fA-F]{4})|.)/gs, (escaped, hex?: string) => {
    if (hex) return `\\x{${hex}}`
    return escaped === '\\/' || escaped === '\\"' || escaped === "\\'" ? escaped.slice(1) : escaped
  })
}

function reasonOf(source: string): string {
  if (/\(\?<?[=!]/.test(source))
    return 'the regular expression looks ahead or behind, which linear-time matching cannot do'
  if (/\\[1-9]/.test(source))
    return 'the regular expression refers back to a group, which linear-time matching cannot do'
  if (/[*+?}]\+|\(\?>/.test(source))
    return 'the regular expression has possessive or atomic parts, which RE2 does not have'
  return 'the regular expression is not in RE2 syntax'
}

/**
 * A folded literal that every match of the regular expression contains; empty if none is certain. It considers only
 * plain characters at the top level of an expression without alternatives there, so it may miss one but never invents
 * one.
 */
export function requiredLiteral(source: string, fold: (text: string) => string): string {
  let best = ''
  let run = ''
  const end = (): void => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let i = 0; i < source.length; ) {
    const [width, char] = atomAt(source, i)
    if (width === 0) return '' // an alternative at the top level, or unknown syntax
    const quantifier = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/.exec(source.slice(i + width, i + width + 24))?.[0] ?? ''
    if (char === undefined || /[^\x20-\x7e]/.test(char)) end()
    else if (quantifier === '') run += char
    else {
      if (quantifier.startsWith('+')) run += char
      end()
    }
    i += width + quantifier.length
  }
  end()
  return fold(best)
}

/** Width of the atom at `i`, and its character if it is a plain one. Width 0 means give up. */
function atomAt(source: string, i: number): readonly [number, string | undefined] {
  const c = source[i]!
  if (c === '|') return [0, undefined]
  if (c === '(') return [widthOfGroup(source, i), undefined]
  if (c === '[') return [widthOfClass(source, i), undefined]
  if (c === '^' || c === '$' || c === '.') return [1, undefined]
  if (c !== '\\') return [1, c]
  const escaped = source[i + 1]
  if (escaped === undefined) return [0, undefined]
  if (/[^0-9A-Za-z]/.test(escaped)) return [2, escaped]
  if (/[dDwWsSbBAz]/.test(escaped)) return [2, undefined]
  return [0, undefined]
}

function widthOfGroup(source: string, start: number): number {
  // A group that sets flags may make the rest case-insensitive or verbose. Folding covers the first; nobody uses the
  // second.
  let depth = 0
  for (let i = start; i < source.length; i++) {
    const c = source[i]
    if (c === '\\') i++
    else if (c === '[') {
      const width = widthOfClass(source, i)
      if (width === 0) return 0
      i += width - 1
    } else if (c === '(') depth++
    else if (c === ')' && --depth === 0) return i + 1 - start
  }
  return 0
}
