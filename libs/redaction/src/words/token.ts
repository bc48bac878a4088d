import type { RunKind } from './judge-run.ts'

/** A run of letters and digits, or a range that a detector has found. */
export interface Token {
  start: number
  end: number
  kind: RunKind
  /** What is between the token before and this one. */
  gap: Gap
  /** A detector has found it: it is only a neighbour. */
  covered: boolean
  capital: boolean
}

/** Tokens that are used again for the next text: most of the pass's time was spent on making them. */
const pool: Token[] = []
const POOLED = 4_096

/** The token number `index` of a text, from the pool. */
export function tokenAt(index: number): Token {
  const pooled = pool[index]
  if (pooled) return pooled
  const made: Token = { start: 0, end: 0, kind: 0, gap: 0, covered: false, capital: false }
  if (index < POOLED) pool.push(made)
  return made
}

export const wordOf = (text: string, { start, end }: Token): string => text.slice(start, end).toLowerCase()
export const isInCapitals = (text: string, { start, end }: Token): boolean => /^[A-Z]{2}/.test(text.slice(start, end))

/** How close two neighbours are: `beside` a blank, `comma` a comma and perhaps a blank, `joined` a sign that joins names. */
export const GAP = { far: 0, beside: 1, comma: 2, joined: 3, initial: 4 } as const
export type Gap = (typeof GAP)[keyof typeof GAP]

export function gapBetween(text: string, end: number, start: number): Gap {
  const length = start - end
  if (length > 2) return GAP.far
  const first = text.charCodeAt(end)
  if (length === 1) {
    if (first === 0x20 || first === 0xa0 || first === 0x09) return GAP.beside
    if (first === 0x2c) return GAP.comma
    return isJoining(first) ? GAP.joined : GAP.far
  }
  if (length === 0) return GAP.joined
  const second = text.charCodeAt(end + 1)
  // `in ’t Veld`.
  if (first === 0x20 && (second === 0x27 || second === 0x2019)) return GAP.beside
  if (second !== 0x20 && second !== 0xa0) return GAP.far
  if (first === 0x2c) return GAP.comma
  if (first === 0x2e) return GAP.initial
  return first === 0x20 ? GAP.beside : GAP.far
}

/** `.`, `_`, `-`, `'`, `’`, `+`. */
const isJoining = (c: number): boolean =>
  c === 0x2e || c === 0x5f || c === 0x2d || c === 0x27 || c === 0x2019 || c === 0x2b
