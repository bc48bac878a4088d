export interface Literal {
  /** At least two characters. */
  readonly literal: string
  readonly ignoreCase?: boolean
}

/** Calls `hit` for every occurrence of a literal: its place in the list, and where in the text it begins. */
export type LiteralScan = (text: string, hit: (number: number, at: number) => void) => void

interface Entry {
  readonly number: number
  /** Of `ignoreCase`, in folded form. */
  readonly literal: string
  readonly ignoreCase: boolean
  /** From where the literal begins to the end of the characters under which it is kept. */
  readonly length: number
}

/** Bits of a character that are in a place's hash, of the last three characters; they are equal for both cases of a letter. */
const STEP = 5
const OF_ONE = (1 << STEP) - 1
const OF_ALL = (1 << (3 * STEP)) - 1

/**
 * Looks for many literals in one pass. Each is kept under the rarest three of its neighbouring characters, by a hash
 * that is a function of the last three characters of a place, so that nearly every place of a text is passed over by
 * one look into a table; an expression with as many alternatives takes fifty times as long.
 */
export function createLiteralScan(literals: readonly Literal[]): LiteralScan {
  const buckets: Entry[][] = [[]]
  /** The bucket of a hash; 0 if there is none. */
  const table = new Uint16Array(OF_ALL + 1)
  /** A bit for each hash that has one: so small that it stays near the processor. */
  const sieve = new Uint32Array((OF_ALL + 1) / 32)
  /** The last of the three characters, where only one is possible: `ND` need not be looked for in every `and`. */
  const last = new Uint16Array(OF_ALL + 1)
  const keep = (entry: Entry, hash: number): void => {
    const bucket = table[hash] as number
    const only = entry.ignoreCase ? 0 : entry.literal.charCodeAt(entry.length - 1)
    last[hash] = bucket === 0 || last[hash] === only ? only : 0
    if (bucket > 0) buckets[bucket]?.push(entry)
    else table[hash] = buckets.push([entry]) - 1
    sieve[hash >>> 5]! |= 1 << (hash & 31)
  }
  for (const [number, { literal: given, ignoreCase = false }] of literals.entries()) {
    if (given.length < 2) throw new RangeError('A literal has at least two characters.')
    const literal = ignoreCase ? foldAll(given) : given
    if (literal.length === 2) {
      const pair = hashOf(literal)
      // Whatever stands before the two.
      for (let before = 0; before < 1 << STEP; before++)
        keep({ number, literal, ignoreCase, length: 2 }, pair | (before << (2 * STEP)))
      continue
    }
    const at = rarestThree(literal)
    keep({ number, literal, ignoreCase, length: at + 3 }, hashOf(literal.slice(at, at + 3)))
  }
  return (text, hit) => {
    let hash = 0
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      hash = ((hash << STEP) | ((c < 128 ? c : folded(c)) & OF_ONE)) & OF_ALL
      if (((sieve[hash >>> 5] as number) & (1 << (hash & 31))) === 0) continue
      const only = last[hash] as number
      if (only !== 0 && only !== c) continue
      const entries = buckets[table[hash] as number] as Entry[]
      for (let k = 0; k < entries.length; k++) {
        const entry = entries[k] as Entry
        const at = i + 1 - entry.length
        if (at >= 0 && at + entry.literal.length <= text.length && standsAt(text, entry, at)) hit(entry.number, at)
      }
    }
  }
}

/** The hash of two or three characters, if nothing stands before them. */
function hashOf(characters: string): number {
  let hash = 0
  for (let i = 0; i < characters.length; i++) hash = (hash << STEP) | (folded(characters.charCodeAt(i)) & OF_ONE)
  return hash
}

/** Signs, digits and letters, the most frequent in logs first. */
const BY_FREQUENCY = ' eoatrinscdlupmg/.:-0=1_23f"yhbv\\,wkx4567890[](){}\'jqz'

/** How seldom a text is to be expected in logs: the more, the longer it is and the rarer its characters. */
export function rarityOf(text: string): number {
  let rarity = 0
  for (const c of text) {
    const place = BY_FREQUENCY.indexOf(c)
    // Capitals and other letters are the rarest.
    rarity += 6 + (place < 0 ? BY_FREQUENCY.length : place)
  }
  return rarity
}

function rarestThree(literal: string): number {
  let best = 0
  let rarest = -1
  for (let i = 0; i + 2 < literal.length; i++) {
    const rarity = rarityOf(literal.slice(i, i + 3))
    if (rarity > rarest) {
      rarest = rarity
      best = i
    }
  }
  return best
}

/** @param at so far from the text's end as the literal is long. */
function standsAt(text: string, { literal, ignoreCase }: Entry, at: number): boolean {
  for (let i = 0; i < literal.length; i++) {
    const c = text.charCodeAt(at + i)
    if ((ignoreCase ? folded(c) : c) !== literal.charCodeAt(i)) return false
  }
  return true
}

const foldAll = (text: string): string =>
  String.fromCharCode(...Array.from({ length: text.length }, (_, i) => folded(text.charCodeAt(i))))

/**
 * One form of all characters that an expression with the flag `i` takes for equal: by their capitals, of which the
 * Kelvin sign has none.
 */
const FOLDED = Uint16Array.from({ length: 0x10000 }, (_, c) =>
  hasNoCase(c) ? c : String.fromCharCode(c).toUpperCase().charAt(0).toLowerCase().charCodeAt(0),
)
const folded = (c: number): number => FOLDED[c] as number

/** Signs, syllables, halves of pairs and private characters, of which there are many. */
function hasNoCase(c: number): boolean {
  return (c >= 0x2d30 && c < 0xa640) || (c >= 0xabc0 && c < 0xfb00)
}
