import { createHash } from 'node:crypto'

/** Length of every hash here in bytes: SHA-256. */
export const HASH_BYTES = 32

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** The hash of a leaf with this content (RFC 6962, section 2.1). */
export const leafHash = (content: Uint8Array): Buffer => createHash('sha256').update(LEAF).update(content).digest()

/** The hash of the node over two others (RFC 6962, section 2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest()

/** The root of the empty tree. */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest()

/** The largest power of two below `n`, for `n` of 2 or more. */
export function splitPoint(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** A tree that only grows at its end. It keeps only what its root needs: at most 53 hashes. */
export interface GrowingTree {
  readonly size: number
  append(leaf: Uint8Array): void
  /** The tree's root as it is now. */
  root(): Buffer
}

export function createGrowingTree(): GrowingTree {
  /** Roots of complete subtrees, from the left and largest to the right and smallest. */
  const peaks: Buffer[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    append(leaf) {
      let top: Buffer = Buffer.from(leaf)
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) top = nodeHash(peaks.pop()!, top)
      peaks.push(top)
      size++
    },
    root: () => peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), peaks.at(-1) ?? EMPTY_ROOT),
  }
}
