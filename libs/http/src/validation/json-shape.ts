const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BLANK = 0x20
const ZERO = 0x30
/** `{` and `[`, and what closes them, differ in this bit: 0x5b, 0x7b and 0x5d, 0x7d. */
const BRACE = 0x20
const OPEN = 0x7b
const CLOSE = 0x7d

export interface ShapeLimits {
  /** Levels of objects and arrays. */
  readonly maxDepth: number
  /** Members of objects and elements of arrays, all levels together. */
  readonly maxMembers: number
  /** What happens to an object or array below the last level: the text is refused, or `0` stands for it. */
  readonly deeper: 'refused' | 'emptied'
}

export type ShapeFault = 'too_deep' | 'too_many_members'

/**
 * What makes the JSON in these bytes too costly to parse, found without parsing it. The parser takes about 2 µs for each
 * different name and short text: a second for 8 MiB of them. If `deeper` is `emptied`, it changes the bytes: each value
 * that is too deep becomes `0` and blanks. The result means nothing for bytes that are not JSON; the parser refuses them.
 */
export function shapeFault(bytes: Uint8Array, { maxDepth, maxMembers, deeper }: ShapeLimits): ShapeFault | undefined {
  const end = bytes.length
  let depth = 0
  let members = 0
  /** Where the value begins that is too deep; -1 outside of one. */
  let emptiedFrom = -1
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!
    if (byte === QUOTE) {
      i++
      while (i < end && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
    } else if (byte === COMMA) {
      if (emptiedFrom < 0 && ++members > maxMembers) return 'too_many_members'
    } else if ((byte | BRACE) === OPEN) {
      // The first member of each has no comma before it.
      if (emptiedFrom < 0 && ++members > maxMembers) return 'too_many_members'
      if (++depth > maxDepth && emptiedFrom < 0) {
        if (deeper === 'refused') return 'too_deep'
        emptiedFrom = i
      }
    } else if ((byte | BRACE) === CLOSE && --depth === maxDepth && emptiedFrom >= 0) {
      bytes.fill(BLANK, emptiedFrom, i + 1)
      bytes[emptiedFrom] = ZERO
      emptiedFrom = -1
    }
  }
  // It never ends, so this is no JSON.
  if (emptiedFrom >= 0) bytes.fill(BLANK, emptiedFrom)
  return undefined
}
