import type { RunKind } from './judge-run.ts'

/** A run of letters and digits, or a range that a detector has found. */
export interface Token {
  readonly start: number
  readonly end: number
  kind: RunKind
  /** What is between the token before and this one. */
  readonly gap: Gap
  /** A detector has found it: it is only a neighbour. */
  readonly covered: boolean
  readonly capital: boolean
}

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
    return JOINING.includes(text[end] as string) ? GAP.joined : GAP.far
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

const JOINING = "._-'’+"
