import { nodeHash, splitPoint } from './merkle.ts'

/** Leaves from `begin` to before `end`. */
export interface LeafRange {
  readonly begin: number
  readonly end: number
}

/**
 * The subtrees whose hashes prove that leaf `index` is in the tree of `size` leaves, in the order of the proof (RFC
 * 6962, section 2.1.1).
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  function path(begin: number, end: number): LeafRange[] {
    if (end - begin <= 1) return []
    const middle = begin + splitPoint(end - begin)
    return index < middle
      ? [...path(begin, middle), { begin: middle, end }]
      : [...path(middle, end), { begin, end: middle }]
  }
  return path(0, size)
}

/**
 * The subtrees whose hashes prove that the tree of `from` leaves is the beginning of the tree of `to` leaves (RFC 6962,
 * section 2.1.2).
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  function path(begin: number, end: number, whole: boolean): LeafRange[] {
    if (from === end) return whole ? [] : [{ begin, end }]
    const middle = begin + splitPoint(end - begin)
    return from <= middle
      ? [...path(begin, middle, whole), { begin: middle, end }]
      : [...path(middle, end, false), { begin, end: middle }]
  }
  return from === 0 ? [] : path(0, to, true)
}

const half = (n: number): number => Math.floor(n / 2)
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
const odd = (n: number): boolean => n % 2 === 1

/** Whether `proof` shows the leaf at `index` (from 0 on) to be in the tree of this size and root (RFC 9162, section 2.1.3.2). */
export function includes(
  tree: { readonly size: number; readonly root: Uint8Array },
  index: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) return false
  let [at, last] = [index, tree.size - 1]
  let hash: Uint8Array = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (odd(at) || at === last) {
      hash = nodeHash(sibling, hash)
      while (!odd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && same(hash, tree.root)
}

/** Whether `proof` shows the first tree to be the beginning of the second (RFC 9162, section 2.1.4.2). */
export function continues(
  first: { readonly size: number; readonly root: Uint8Array },
  second: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (first.size > second.size || first.size < 0) return false
  if (first.size === 0) return proof.length === 0
  if (first.size === second.size) return proof.length === 0 && same(first.root, second.root)
  let [at, last] = [first.size - 1, second.size - 1]
  while (odd(at)) [at, last] = [half(at), half(last)]
  const [start, ...rest] = at === 0 ? [first.root, ...proof] : proof
  if (start === undefined) return false
  let [one, two] = [start, start]
  for (const hash of rest) {
    if (last === 0) return false
    if (odd(at) || at === last) {
      one = nodeHash(hash, one)
      two = nodeHash(hash, two)
      while (!odd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else two = nodeHash(two, hash)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && same(one, first.root) && same(two, second.root)
}
