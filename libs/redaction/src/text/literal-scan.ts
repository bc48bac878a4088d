const ASCII = 128

export interface Literal {
  /** At least two characters. */
  readonly literal: string
  readonly ignoreCase?: boolean
}

/** Calls `hit` for every occurrence of a literal: its place in the list, and where in the text it begins. */
export type LiteralScan = (text: string, hit: (number: number, at: number) => void) => void

/**
 * Looks for many literals in one pass. Nearly every place of a text is passed over by one look at two characters, which
 * takes a nanosecond; an expression with as many alternatives takes fifty.
 */
export function createLiteralScan(literals: readonly Literal[]): LiteralScan {
  const buckets = new Map<number, { literal: string; number: number; ignoreCase: boolean }[]>()
  const pairs = new Uint8Array(ASCII * ASCII)
  /** Second characters of pairs that are not of ASCII. */
  const others = new Set<number>()
  for (const [number, { literal, ignoreCase = false }] of literals.entries()) {
    if (literal.length < 2) throw new RangeError('A literal has at least two characters.')
    const entry = { literal: ignoreCase ? literal.toLowerCase() : literal, number, ignoreCase }
    for (const a of forms(literal.charAt(0), ignoreCase))
      for (const b of forms(literal.charAt(1), ignoreCase)) {
        if (a < ASCII && b < ASCII) pairs[a * ASCII + b] = 1
        else others.add(b)
        const bucket = buckets.get(a * 0x10000 + b)
        if (bucket) bucket.push(entry)
        else buckets.set(a * 0x10000 + b, [entry])
      }
  }
  return (text, hit) => {
    let before = 0
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c < ASCII && before < ASCII ? pairs[before * ASCII + c] === 1 : others.has(c)) {
        const bucket = buckets.get(before * 0x10000 + c)
        for (let k = 0; bucket && k < bucket.length; k++) {
          const { literal, number, ignoreCase } = bucket[k] as (typeof bucket)[number]
          if (ignoreCase ? standsFoldedAt(text, literal, i - 1) : standsAt(text, literal, i - 1)) hit(number, i - 1)
        }
      }
      before = c
    }
  }
}

const forms = (c: string, ignoreCase: boolean): ReadonlySet<number> =>
  new Set((ignoreCase ? [c.toLowerCase(), c.toUpperCase()] : [c]).map(form => form.charCodeAt(0)))

/** Whether a literal stands at `at`, where its first two characters do. */
function standsAt(text: string, literal: string, at: number): boolean {
  for (let i = 2; i < literal.length; i++) if (text.charCodeAt(at + i) !== literal.charCodeAt(i)) return false
  return true
}

function standsFoldedAt(text: string, lower: string, at: number): boolean {
  for (let i = 2; i < lower.length; i++) if (folded(text.charCodeAt(at + i)) !== lower.charCodeAt(i)) return false
  return true
}

function folded(c: number): number {
  if (c < ASCII) return c >= 0x41 && c <= 0x5a ? c + 0x20 : c
  return String.fromCharCode(c).toLowerCase().charCodeAt(0)
}
