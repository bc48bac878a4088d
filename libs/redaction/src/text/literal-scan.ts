const ASCII = 128

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
  /** Where in the literal the pair stands under which it is kept. */
  readonly pairAt: number
  /** The folded character beside that pair (-1: there is none), and where it stands from the pair's second; most places differ there. */
  readonly beside: number
  readonly besideAt: number
}

/**
 * Looks for many literals in one pass. Each is kept under the rarest pair of its neighbouring characters, so that
 * nearly every place of a text is passed over by one look at two characters, which takes a nanosecond; an expression
 * with as many alternatives takes fifty.
 */
export function createLiteralScan(literals: readonly Literal[]): LiteralScan {
  const buckets: Entry[][] = [[]]
  /** The bucket of a pair of ASCII; 0 if there is none. */
  const ofPair = new Uint16Array(ASCII * ASCII)
  /** The buckets of pairs that are not of ASCII, by their folded form. */
  const ofOthers = new Map<number, number>()
  const keep = (entry: Entry, bucket: number | undefined): number => {
    if (bucket) {
      buckets[bucket]?.push(entry)
      return bucket
    }
    return buckets.push([entry]) - 1
  }
  for (const [number, { literal: given, ignoreCase = false }] of literals.entries()) {
    if (given.length < 2) throw new RangeError('A literal has at least two characters.')
    const literal = ignoreCase ? foldAll(given) : given
    const pairAt = rarestPair(literal)
    const besideAt = pairAt > 0 ? -2 : 1
    const beside = literal.length > 2 ? folded(literal.charCodeAt(pairAt + 1 + besideAt)) : -1
    const entry = { number, literal, ignoreCase, pairAt, beside, besideAt }
    const [a, b] = [literal.charCodeAt(pairAt), literal.charCodeAt(pairAt + 1)]
    // Letters of other alphabets may fold into ASCII (the Kelvin sign), so that every literal is kept for them too.
    const other = folded(a) * 0x10000 + folded(b)
    ofOthers.set(other, keep(entry, ofOthers.get(other)))
    if (a >= ASCII || b >= ASCII) continue
    for (const c of ignoreCase ? casesOf(a) : [a])
      for (const d of ignoreCase ? casesOf(b) : [b]) ofPair[c * ASCII + d] = keep(entry, ofPair[c * ASCII + d])
  }
  /** Folded characters with which a pair in `ofOthers` ends, as a sieve. */
  const ends = new Uint8Array(0x10000)
  for (const pair of ofOthers.keys()) ends[pair % 0x10000] = 1
  return (text, hit) => {
    let before = 0
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      let bucket = 0
      if ((c | before) < ASCII) bucket = ofPair[before * ASCII + c] as number
      else if (ends[folded(c)] === 1) bucket = ofOthers.get(folded(before) * 0x10000 + folded(c)) ?? 0
      before = c
      if (bucket === 0) continue
      const entries = buckets[bucket] as Entry[]
      for (let k = 0; k < entries.length; k++) {
        const entry = entries[k] as Entry
        const at = i - 1 - entry.pairAt
        if (at < 0 || at + entry.literal.length > text.length) continue
        if (entry.beside >= 0 && folded(text.charCodeAt(i + entry.besideAt)) !== entry.beside) continue
        if (standsAt(text, entry, at)) hit(entry.number, at)
      }
    }
  }
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

function rarestPair(literal: string): number {
  let best = 0
  let rarest = -1
  for (let i = 0; i + 1 < literal.length; i++) {
    const rarity = rarityOf(literal.slice(i, i + 2))
    if (rarity > rarest) {
      rarest = rarity
      best = i
    }
  }
  return best
}

function casesOf(c: number): readonly number[] {
  const text = String.fromCharCode(c)
  return [...new Set([text.toLowerCase(), text.toUpperCase()])].map(form => form.charCodeAt(0))
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
