import { widthOfClass } from './regex-class.ts'
import { RuleFault } from './rule-fault.ts'

/** Longest value of a normalized event, in characters (the normalizer cuts at 32 KiB). */
export const MAX_VALUE = 32_768
/** Maximum number of instructions of one compiled regular expression. The largest in SigmaHQ has 1,003. */
export const MAX_PROGRAM = 1_024
/** Maximum number of instructions of all regular expressions of one rule. */
export const MAX_RULE_PROGRAM = 4_096
/**
 * Maximum of instructions x characters for one match. A character costs at most 25 to 50 ns per instruction (re2js
 * 2.10.0, measured), so even a match that defeats every shortcut ends within about 0.2 s.
 */
export const MAX_STEPS = 2 ** 22
/** Unicode classes and numeric code points. Each costs milliseconds to compile if case is ignored. */
const MAX_UNICODE_ESCAPES = 64
/** The estimate counts copies, not instructions. An estimate above the bound by this factor cannot be within it. */
const ESTIMATE_SLACK = 4

/** Number of characters of a value that a regular expression with `program` instructions reads. */
export const reachOf = (program: number): number => Math.min(MAX_VALUE, Math.floor(MAX_STEPS / program))

/**
 * Refuses expressions that would be costly even to compile. Counted repetitions multiply: `(a{100}){10}` is a thousand
 * copies.
 * @throws RuleFault `regex_too_large`
 */
export function refuseCostly(source: string, line: number | undefined): void {
  if (copiesIn(source) > ESTIMATE_SLACK * MAX_PROGRAM) throw tooLarge(line)
  if ((source.match(/\\[pPux]/g)?.length ?? 0) > MAX_UNICODE_ESCAPES) {
    throw new RuleFault(
      'regex_too_large',
      `a regular expression has at most ${MAX_UNICODE_ESCAPES} Unicode classes and code points`,
      line,
    )
  }
}

/** @throws RuleFault `regex_too_large` */
export function refuseLargeProgram(program: number, line: number | undefined): void {
  if (program > MAX_PROGRAM) throw tooLarge(line)
}

/** @throws RuleFault `regex_too_large` if the regular expressions of a rule are too large together. */
export function refuseLargeRule(programs: Iterable<number>, line: number | undefined): void {
  let sum = 0
  for (const program of programs) sum += program
  if (sum > MAX_RULE_PROGRAM) {
    throw new RuleFault(
      'regex_too_large',
      `the regular expressions of a rule compile to at most ${MAX_RULE_PROGRAM} instructions together`,
      line,
    )
  }
}

const tooLarge = (line: number | undefined): RuleFault =>
  new RuleFault(
    'regex_too_large',
    `a regular expression compiles to at most ${MAX_PROGRAM} instructions; use smaller counted repetitions`,
    line,
  )

/**
 * The number of atoms of a regular expression with its counted repetitions written out. An estimate in one pass: it is
 * never lower than the number of copies in the compiled program. It tolerates invalid syntax, because compiling refuses
 * that.
 */
export function copiesIn(source: string): number {
  const open: number[] = []
  let sum = 0
  let last = 0
  for (let i = 0; i < source.length; ) {
    const c = source[i]!
    const [repeat, width] = c === '{' ? repetitionAt(source, i) : [1, 0]
    if (width > 0) {
      sum += last * (repeat - 1)
      last *= repeat
      i += width
      continue
    }
    if (c === '*' || c === '+' || c === '?') {
      i++ // One instruction, no copy. The last atom stays the one that is repeated.
      continue
    }
    if (c === '(') {
      open.push(sum)
      sum = 0
      last = 0
      i++
      continue
    }
    if (c === ')') {
      last = sum + 1
      sum = (open.pop() ?? 0) + last
      i++
      continue
    }
    last = 1
    sum += 1
    i += c === '\\' ? 2 : c === '[' ? classWidth(source, i) : 1
  }
  while (open.length > 0) sum += open.pop()!
  return sum
}

/** `[copies, width]` of `{n}`, `{n,}` or `{n,m}`; width 0 if there is none. */
function repetitionAt(source: string, at: number): readonly [number, number] {
  const found = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(source.slice(at, at + 24))
  if (!found) return [1, 0]
  return [Math.max(1, Number(found[1]), Number(found[2] || 0)), found[0].length]
}

/** A class is one atom, however much it contains. One that does not end is read as a character. */
const classWidth = (source: string, start: number): number => widthOfClass(source, start) || 1
