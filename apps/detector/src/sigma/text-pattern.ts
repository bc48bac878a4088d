/**
 * A Sigma value: literal text with the wildcards `*` (any run, even empty) and `?` (exactly one character). Numbers
 * represent the wildcards, so a compiled rule can be sent to another thread.
 */
export type PatternPart = string | typeof ANY_RUN | typeof ANY_ONE
export const ANY_RUN = 0
export const ANY_ONE = 1

/**
 * Reads a value in Sigma's notation: a backslash makes a following `*`, `?` or backslash literal. Before any other
 * character it is literal itself (Sigma specification, "Escaping").
 */
export function parsePattern(text: string): readonly PatternPart[] {
  const parts: PatternPart[] = []
  let literal = ''
  const flush = (): void => {
    if (literal) parts.push(literal)
    literal = ''
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    const next = text[i + 1]
    if (c === '\\' && (next === '*' || next === '?' || next === '\\')) {
      literal += next
      i++
    } else if (c === '*') {
      flush()
      if (parts.at(-1) !== ANY_RUN) parts.push(ANY_RUN)
    } else if (c === '?') {
      flush()
      parts.push(ANY_ONE)
    } else {
      literal += c
    }
  }
  flush()
  return parts
}

/** Longest run with a `?` between two `*`. Placing such a run costs up to its length for each character of a text. */
export const MAX_SINGLE_WILDCARD_RUN = 512

/** Whether a run with `?` in it is longer than {@link MAX_SINGLE_WILDCARD_RUN}. */
export function hasLongRun(parts: readonly PatternPart[]): boolean {
  let length = 0
  let single = false
  for (const part of [...parts, ANY_RUN]) {
    if (part === ANY_RUN) {
      if (single && length > MAX_SINGLE_WILDCARD_RUN) return true
      length = 0
      single = false
    } else if (part === ANY_ONE) {
      length++
      single = true
    } else if (typeof part === 'string') length += part.length
  }
  return false
}

export const isLiteral = (parts: readonly PatternPart[]): boolean => parts.every(part => typeof part === 'string')
export const literalOf = (parts: readonly PatternPart[]): string => parts.join('')

/** One run between two `*`: code units, -1 for `?`. */
type Segment = Int32Array

/** A compiled pattern with wildcards. Matching takes at most length of text x length of pattern. */
export interface Glob {
  readonly segments: readonly Segment[]
  readonly anchoredStart: boolean
  readonly anchoredEnd: boolean
}

export function compileGlob(parts: readonly PatternPart[]): Glob {
  const segments: number[][] = [[]]
  for (const part of parts) {
    if (part === ANY_RUN) segments.push([])
    else if (part === ANY_ONE) segments.at(-1)!.push(-1)
    else if (typeof part === 'string') for (let i = 0; i < part.length; i++) segments.at(-1)!.push(part.charCodeAt(i))
  }
  const anchoredStart = parts[0] !== ANY_RUN
  const anchoredEnd = parts.at(-1) !== ANY_RUN
  return { segments: segments.filter(s => s.length > 0).map(s => Int32Array.from(s)), anchoredStart, anchoredEnd }
}

function fits(segment: Segment, text: string, at: number): boolean {
  if (at < 0 || at + segment.length > text.length) return false
  for (let i = 0; i < segment.length; i++) {
    const wanted = segment[i]!
    if (wanted !== -1 && wanted !== text.charCodeAt(at + i)) return false
  }
  return true
}

/**
 * Whether the pattern matches the whole of `text`. Placing each segment leftmost is enough, so nothing is tried twice.
 */
export function globMatches(glob: Glob, text: string): boolean {
  const { segments, anchoredStart, anchoredEnd } = glob
  const last = segments.length - 1
  if (last < 0) return !anchoredStart || !anchoredEnd || text.length === 0
  let at = 0
  for (let i = 0; i <= last; i++) {
    const segment = segments[i]!
    const atStart = i === 0 && anchoredStart
    const atEnd = i === last && anchoredEnd
    if (atEnd) {
      const end = text.length - segment.length
      return end >= at && (!atStart || end === 0) && fits(segment, text, end)
    }
    if (atStart) {
      if (!fits(segment, text, 0)) return false
    } else {
      while (at + segment.length <= text.length && !fits(segment, text, at)) at++
      if (at + segment.length > text.length) return false
    }
    at += segment.length
  }
  return true
}

/** The longest literal run of a pattern, which every matching text must contain. Empty if there is none. */
export function longestLiteral(parts: readonly PatternPart[]): string {
  let best = ''
  for (const part of parts) if (typeof part === 'string' && part.length > best.length) best = part
  return best
}
