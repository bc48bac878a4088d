import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createGrowingTree, EMPTY_ROOT, leafHash, nodeHash, splitPoint } from './merkle.ts'
import { continues, includes } from './proofs.ts'
import { EMPTY_EDGE, grow, openTiledTree, type TreeEdge } from './tiled-tree.ts'

const hex = (hashes: readonly Uint8Array[]): string[] => hashes.map(h => Buffer.from(h).toString('hex'))

/** The root, literally as RFC 6962, section 2.1, defines it. */
function plainRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT
  const k = splitPoint(leaves.length)
  return nodeHash(plainRoot(leaves.slice(0, k)), plainRoot(leaves.slice(k)))
}

const leaves = (n: number): Buffer[] => Array.from({ length: n }, (_, i) => leafHash(Buffer.from(`d${i}`)))

/** A tree that grew by these steps, its full tiles in memory. */
function grown(steps: readonly number[]) {
  const all = leaves(steps.reduce((a, b) => a + b, 0))
  const tiles = new Map<string, Buffer>()
  let edge: TreeEdge = EMPTY_EDGE
  for (const step of steps) {
    const next = grow(edge, all.slice(edge.size, edge.size + step))
    for (const t of next.tiles) {
      expect(tiles.has(`${t.level}/${t.index}`)).toBe(false)
      tiles.set(`${t.level}/${t.index}`, Buffer.from(t.hashes))
    }
    edge = next.edge
  }
  const tree = openTiledTree(edge, async (level, index) => {
    const tile = tiles.get(`${level}/${index}`)
    if (!tile) throw new Error(`no tile ${level}/${index}`)
    return tile
  })
  return { tree, tiles, edge, all }
}

/** The reference tree of Certificate Transparency. */
const CT_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(content => leafHash(Buffer.from(content, 'hex')))
const CT_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('A Merkle tree by RFC 6962', () => {
  it('has the roots and the proofs of the reference tree', async () => {
    expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    const growing = createGrowingTree()
    const roots = CT_LEAVES.map(leaf => {
      growing.append(leaf)
      return growing.root().toString('hex')
    })
    expect(roots).toEqual(CT_ROOTS)
    const tree = openTiledTree(grow(EMPTY_EDGE, CT_LEAVES).edge, () => Promise.reject(new Error('no full tile')))
    expect(hex(await tree.proveInclusion(0, 8))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(await tree.proveConsistency(6, 8))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  it('proves every leaf and every beginning, at every size, and nothing else', async () => {
    const { tree, all } = grown([70])
    for (let size = 1; size <= 70; size++) {
      const root = await tree.rootAt(size)
      expect(root.equals(plainRoot(all.slice(0, size)))).toBe(true)
      for (let i = 0; i < size; i++) {
        const proof = await tree.proveInclusion(i, size)
        expect(includes({ size, root }, i, all[i]!, proof)).toBe(true)
        expect(includes({ size, root }, i, all[(i + 1) % 70]!, proof)).toBe(false)
        if (size > 1) expect(includes({ size, root }, (i + 1) % size, all[i]!, proof)).toBe(false)
        expect(includes({ size, root }, i, all[i]!, [...proof, root])).toBe(false)
        expect(includes({ size, root }, i, all[i]!, proof.slice(1))).toBe(proof.length === 0)
      }
      for (let from = 0; from <= size; from++) {
        const first = { size: from, root: await tree.rootAt(from) }
        const proof = await tree.proveConsistency(from, size)
        expect(continues(first, { size, root }, proof)).toBe(true)
        if (from === 0) continue
        expect(continues({ ...first, root: leafHash(root) }, { size, root }, proof)).toBe(false)
        expect(continues(first, { size, root: leafHash(root) }, proof)).toBe(false)
        expect(continues(first, { size, root }, [...proof, root])).toBe(false)
      }
    }
  })

  it('is the same however it grew, over several tiles of several levels', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        async (steps, a, b) => {
          const { tree, tiles, edge, all } = grown(steps)
          expect(tiles.size).toBe(Math.floor(all.length / 256) + Math.floor(all.length / 65_536))
          expect(edge).toEqual(grow(EMPTY_EDGE, all).edge)
          if (all.length === 0) return
          const [from, to] = [a % (all.length + 1), b % (all.length + 1)].sort((x, y) => x - y) as [number, number]
          const [first, second] = [
            { size: from, root: await tree.rootAt(from) },
            { size: to, root: await tree.rootAt(to) },
          ]
          expect(second.root.equals(plainRoot(all.slice(0, to)))).toBe(true)
          expect(continues(first, second, await tree.proveConsistency(from, to))).toBe(true)
          if (to === 0) return
          const index = a % to
          expect((await tree.leaf(index)).equals(all[index]!)).toBe(true)
          expect(includes(second, index, all[index]!, await tree.proveInclusion(index, to))).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('has tiles of the next level beyond 65,536 leaves', async () => {
    const { tree, tiles, all } = grown([65_000, 1_000, 5])
    expect(tiles.has('1/0')).toBe(true)
    const growing = createGrowingTree()
    for (const leaf of all) growing.append(leaf)
    const root = await tree.rootAt(66_005)
    expect(root.equals(growing.root())).toBe(true)
    expect(includes({ size: 66_005, root }, 65_999, all[65_999]!, await tree.proveInclusion(65_999, 66_005))).toBe(true)
    const first = { size: 65_537, root: await tree.rootAt(65_537) }
    expect(continues(first, { size: 66_005, root }, await tree.proveConsistency(65_537, 66_005))).toBe(true)
  })

  it('refuses what is beyond it', async () => {
    const { tree } = grown([5])
    await expect(tree.rootAt(6)).rejects.toThrow(RangeError)
    await expect(tree.proveInclusion(5, 5)).rejects.toThrow(RangeError)
    await expect(tree.proveConsistency(4, 3)).rejects.toThrow(RangeError)
    expect(continues({ size: 3, root: EMPTY_ROOT }, { size: 2, root: EMPTY_ROOT }, [])).toBe(false)
    expect(includes({ size: 0, root: EMPTY_ROOT }, 0, EMPTY_ROOT, [])).toBe(false)
  })
})
