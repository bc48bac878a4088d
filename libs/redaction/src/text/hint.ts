import type { Report } from '../findings/finding.ts'
import { createLiteralScan, type Literal } from './literal-scan.ts'
import { type Clause, type Clauses, literalsOf } from './literals-of.ts'

/** Looks for one kind of secret or of personal value. */
export interface Detector {
  readonly name: string
  /**
   * What a text must hold: one of these expressions or texts, or all expressions of one of these lists. The pre-scan is
   * read from them.
   */
  readonly needs: readonly (string | RegExp | readonly RegExp[])[]
  find(text: string, report: Report): void
}

/**
 * Which detectors of each group, as bits by their places, can find something in a text; calls `extra` where one of the
 * extra literals is.
 */
export type Hint = (text: string, extra?: (number: number, at: number) => void) => readonly number[]

/** Of a 32-bit word. */
const MOST = 31

interface Entry {
  readonly literal: Literal
  readonly group: number
  /** The detectors for which it is enough. */
  detectors: number
  /** The clauses that it fulfils, for detectors that need more than one. */
  clauses: number
}

/** Several clauses of which a detector needs all. */
interface Way {
  readonly group: number
  readonly detector: number
  readonly clauses: number
}

/**
 * One pass over a text for the literals of all detectors, and for others that its caller wants to know of. What it
 * does not name cannot find anything.
 */
export function createHint(groups: readonly (readonly Detector[])[], extra: readonly Literal[] = []): Hint {
  const read = groups.map(readGroup)
  const own = read.flatMap(({ entries }) => entries)
  const ways = read.flatMap(group => group.ways)
  const none = groups.map(() => 0)
  const scan = createLiteralScan([...own.map(({ literal }) => literal), ...extra])

  return (text, report = () => {}) => {
    const found = none.slice()
    const held = none.slice()
    let several = false
    scan(text, (number, at) => {
      const entry = own[number]
      if (!entry) return report(number - own.length, at)
      found[entry.group]! |= entry.detectors
      if (entry.clauses === 0) return
      held[entry.group]! |= entry.clauses
      several = true
    })
    if (several)
      for (const way of ways) if ((held[way.group]! & way.clauses) === way.clauses) found[way.group]! |= way.detector
    return found
  }
}

function readGroup(detectors: readonly Detector[], group: number): { entries: readonly Entry[]; ways: readonly Way[] } {
  if (detectors.length > MOST) throw new RangeError(`There are more than ${MOST} detectors.`)
  const entries = new Map<string, Entry>()
  const entryOf = (literal: Literal): Entry => {
    const key = `${literal.ignoreCase ?? false} ${literal.literal}`
    const entry = entries.get(key) ?? { literal, group, detectors: 0, clauses: 0 }
    entries.set(key, entry)
    return entry
  }
  const clauses = new Map<string, number>()
  const clauseOf = (literals: Clause): number => {
    const key = literals.map(({ literal, ignoreCase }) => `${ignoreCase} ${literal}`).join('\n')
    const clause = clauses.get(key) ?? 1 << clauses.size
    clauses.set(key, clause)
    if (clauses.size > MOST) throw new RangeError(`There are more than ${MOST} clauses.`)
    for (const literal of literals) entryOf(literal).clauses |= clause
    return clause
  }
  const ways: Way[] = []
  for (const [i, { needs }] of detectors.entries())
    for (const way of needs.flatMap(waysOf)) {
      const [only] = way
      if (only && way.length === 1) for (const literal of only) entryOf(literal).detectors |= 1 << i
      else ways.push({ group, detector: 1 << i, clauses: way.reduce((all, clause) => all | clauseOf(clause), 0) })
    }
  return { entries: [...entries.values()], ways }
}

/** Asks the detectors of a group that the hint names, in their order. */
export function askHinted(detectors: readonly Detector[], found: number, text: string, report: Report): void {
  if (found === 0) return
  for (let i = 0; i < detectors.length; i++) if (found & (1 << i)) (detectors[i] as Detector).find(text, report)
}

function waysOf(need: string | RegExp | readonly RegExp[]): readonly Clauses[] {
  if (typeof need === 'string') return [[[{ literal: need }]]]
  return need instanceof RegExp ? literalsOf(need) : [need.map(oneOf)]
}

/** What an expression needs at the least, whichever of its ways it takes. */
const oneOf = (pattern: RegExp): Clause => literalsOf(pattern).flatMap(([clause]) => clause ?? [])
