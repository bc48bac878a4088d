import { EMPTY_ROOT, HASH_BYTES, nodeHash, splitPoint } from './merkle.ts'
import { consistencyRanges, inclusionRanges, type LeafRange } from './proofs.ts'

/** Hashes of a full tile, and levels of the tree that one spans (C2SP tlog-tiles). */
const TILE = 256
const TILE_LEVELS = 8

/**
 * The part of a tree outside its full tiles: by level, the hashes that do not fill a tile yet, concatenated in base64.
 * Those of level 0 are leaves, and each of level n + 1 is the root of a full tile of level n.
 */
export interface TreeEdge {
  readonly size: number
  readonly levels: readonly string[]
}

export const EMPTY_EDGE: TreeEdge = Object.freeze({ size: 0, levels: [] })

/** A full tile: 256 hashes, which never change. `level` and `index` count from 0. */
export interface Tile {
  readonly level: number
  readonly index: number
  /** 256 concatenated hashes. */
  readonly hashes: Buffer
}

export type ReadTile = (level: number, index: number) => Promise<Buffer>

/** The root of the subtree over these hashes, a power of two of them. */
function rootOf(hashes: Buffer): Buffer {
  for (let at = hashes; ; ) {
    if (at.length <= HASH_BYTES) return at
    const next = Buffer.allocUnsafe(at.length / 2)
    for (let i = 0; i < at.length; i += 2 * HASH_BYTES)
      nodeHash(at.subarray(i, i + HASH_BYTES), at.subarray(i + HASH_BYTES, i + 2 * HASH_BYTES)).copy(next, i / 2)
    at = next
  }
}

/** The edge after these leaves, and the tiles that they made full. */
export function grow(
  edge: TreeEdge,
  leaves: readonly Uint8Array[],
): { readonly edge: TreeEdge; readonly tiles: Tile[] } {
  const tiles: Tile[] = []
  const levels: string[] = []
  let size = edge.size + leaves.length
  for (let [level, fresh] = [0, leaves]; level < edge.levels.length || fresh.length > 0; level++) {
    const all = Buffer.concat([Buffer.from(edge.levels[level] ?? '', 'base64'), ...fresh])
    const count = all.length / HASH_BYTES
    // Number of hashes of the level: those in its tiles, and these.
    const first = Math.floor(size / TILE) - Math.floor(count / TILE)
    const roots: Buffer[] = []
    for (let i = 0; i < Math.floor(count / TILE); i++) {
      const hashes = all.subarray(i * TILE * HASH_BYTES, (i + 1) * TILE * HASH_BYTES)
      tiles.push({ level, index: first + i, hashes })
      roots.push(rootOf(hashes))
    }
    levels.push(all.subarray(roots.length * TILE * HASH_BYTES).toString('base64'))
    fresh = roots
    size = Math.floor(size / TILE)
  }
  return { edge: { size: edge.size + leaves.length, levels }, tiles }
}

/** A tree that gives roots and proofs for every size up to its own. */
export interface TiledTree {
  readonly size: number
  /** The hash of the leaf at `index`, from 0 on. */
  leaf(index: number): Promise<Buffer>
  /** The root of the first `size` leaves. */
  rootAt(size: number): Promise<Buffer>
  /** Proves that the leaf at `index` is among the first `size`. */
  proveInclusion(index: number, size: number): Promise<Buffer[]>
  /** Proves that the first `from` leaves are the beginning of the first `to`. */
  proveConsistency(from: number, to: number): Promise<Buffer[]>
}

/** Each full tile is read at most once: create one per request, do not keep it. */
export function openTiledTree(edge: TreeEdge, readTile: ReadTile): TiledTree {
  const tiles = new Map<string, Promise<Buffer>>()
  const edges = edge.levels.map(level => Buffer.from(level, 'base64'))

  async function tile(level: number, index: number): Promise<Buffer> {
    const full = Math.floor(edge.size / TILE ** (level + 1))
    if (index >= full) return edges[level] ?? Buffer.alloc(0)
    const key = `${level}/${index}`
    const read = tiles.get(key) ?? readTile(level, index)
    tiles.set(key, read)
    return read
  }
  /** The root of the complete subtree of `width` leaves, a power of two, that begins at leaf `begin`. */
  async function complete(begin: number, width: number): Promise<Buffer> {
    const height = Math.round(Math.log2(width))
    const level = Math.floor(height / TILE_LEVELS)
    const first = begin / TILE ** level
    const count = width / TILE ** level
    const hashes = await tile(level, Math.floor(first / TILE))
    const from = (first % TILE) * HASH_BYTES
    const found = hashes.subarray(from, from + count * HASH_BYTES)
    if (found.length !== count * HASH_BYTES) throw new Error('a tile of the tree is too short')
    return rootOf(found)
  }
  async function range({ begin, end }: LeafRange): Promise<Buffer> {
    const width = end - begin
    const split = width > 1 ? splitPoint(width) : 1
    if (split * 2 === width || width === 1) return complete(begin, width)
    return nodeHash(await complete(begin, split), await range({ begin: begin + split, end }))
  }
  function within(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > edge.size) throw new RangeError('not a size of this tree')
  }
  const all = (ranges: readonly LeafRange[]): Promise<Buffer[]> => Promise.all(ranges.map(range))

  return {
    size: edge.size,
    async leaf(index) {
      within(index + 1)
      return Buffer.from(await complete(index, 1))
    },
    async rootAt(size) {
      within(size)
      return size === 0 ? EMPTY_ROOT : range({ begin: 0, end: size })
    },
    async proveInclusion(index, size) {
      within(size)
      if (index < 0 || index >= size) throw new RangeError('not a leaf of this tree')
      return all(inclusionRanges(index, size))
    },
    async proveConsistency(from, to) {
      within(to)
      if (from < 0 || from > to) throw new RangeError('not a size of this tree')
      return all(consistencyRanges(from, to))
    },
  }
}
