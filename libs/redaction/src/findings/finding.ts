import type { PersonalType } from '../redactor.ts'

/** The type of a removed secret; `[secret:<type>]` replaces it. */
export const SECRET_TYPES = [
  'password',
  'private_key',
  'jwt',
  'aws_key',
  'gcp_key',
  'azure_key',
  'github_token',
  'gitlab_token',
  'slack_token',
  'stripe_key',
  'api_key',
  'token',
  'bearer',
  'basic',
  'cookie',
  'hash',
  'secret',
] as const
export type SecretType = (typeof SECRET_TYPES)[number]

export const secretMarker = (type: SecretType): string => `[secret:${type}]`

/** A range of a text (UTF-16 offsets, end exclusive) to remove, and its replacement. */
export interface Finding {
  readonly start: number
  readonly end: number
  /** Among overlapping findings the lowest rank wins, then the longest, then the first reported. */
  readonly rank: number
  readonly by: Replacement
}
export type Replacement =
  | { readonly secret: SecretType }
  | { readonly personal: PersonalType; readonly value: string }
  | { readonly keep: string }

export const RANK = { marker: 0, lookalike: 1, value: 2 } as const

/** Collects everything that detectors find. */
export type Report = (start: number, end: number, by: Replacement, rank?: number) => void

/**
 * Inserts the replacements. Overlapping findings become one range, replaced by the winner: everything that any detector
 * found is removed.
 */
export function splice(text: string, findings: Finding[], write: (by: Replacement) => string): string {
  if (findings.length === 0) return text
  findings.sort((a, b) => a.start - b.start || b.end - a.end)
  let out = ''
  let at = 0
  /** A pseudonym ends the output so far, without a blank. */
  let open = false
  for (let i = 0; i < findings.length; ) {
    let winner = findings[i] as Finding
    const { start } = winner
    let { end } = winner
    for (i++; i < findings.length; i++) {
      const next = findings[i] as Finding
      if (next.start >= end) break
      if (next.end > end) end = next.end
      if (beats(next, winner)) winner = next
    }
    out += text.slice(at, start)
    // The beginning of a pseudonym must be clear: a letter before it would read as part of its type.
    const glued = start > at ? isLetter(text.charCodeAt(start - 1)) : open
    if ('personal' in winner.by && glued) out += ' '
    out += write(winner.by)
    open = false
    // The end of a pseudonym must be clear: "10.0.0.1abc" must not read as a longer one.
    if (!('keep' in winner.by)) {
      if (isPseudonymTail(text.charCodeAt(end))) out += ' '
      else open = true
    }
    at = end
  }
  return out + text.slice(at)
}

const beats = (a: Finding, b: Finding): boolean =>
  a.rank !== b.rank ? a.rank < b.rank : a.end - a.start > b.end - b.start

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const isPseudonymTail = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x32 && code <= 0x37)
