/** By kind, then by value. */
type Generation<K extends string> = Partial<Record<K, Map<string, string>>>

/**
 * Remembers what a function of a kind and a value has answered: at least the last `size` answers that were asked for,
 * at most twice as many. When so many are new or were asked for again, all others are forgotten at once, so that a look
 * costs no more than that of a map; the list that an LRU cache keeps took a tenth of the time of redaction.
 */
export function createMemo<K extends string>(
  make: (kind: K, value: string) => string,
  size: number,
): (kind: K, value: string) => string {
  let young: Generation<K> = {}
  let old: Generation<K> = {}
  let count = 0
  return (kind, value) => {
    const known = young[kind]?.get(value)
    if (known !== undefined) return known
    const answer = old[kind]?.get(value) ?? make(kind, value)
    if (count >= size) {
      old = young
      young = {}
      count = 0
    }
    const answers: Map<string, string> = young[kind] ?? new Map()
    young[kind] = answers
    answers.set(ownCopy(value), answer)
    count++
    return answer
  }
}

/** A part of a long text would keep all of that text. */
const ownCopy = (part: string): string => ` ${part}`.slice(1)
