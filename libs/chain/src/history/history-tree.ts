import { mapLimited, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import type { HistoryStateDoc } from '@wardline/registries'
import {
  grow,
  type HistoryFault,
  openTiledTree,
  recordFaults,
  recordLeaf,
  type Tile,
  type TiledTree,
} from '@wardline/transparency'
import { type HistoryKind, type LoggedLink, loggedRecord } from './history-kind.ts'

/** Records of one step: one read, its full tiles, one write. */
const STEP = 500

/** The state of an empty log. */
export const noHistory = (id: string): HistoryStateDoc => ({
  id,
  size: 0,
  levels: [],
  digest: null,
  restores: [],
})

/** The current tree of a log. */
export const treeOf = <Link extends LoggedLink>(
  registry: Registry,
  kind: HistoryKind<Link>,
  tenant: TenantId,
  state: HistoryStateDoc,
): TiledTree =>
  openTiledTree(state, async (level, index) => {
    const stored = await registry.read(kind.tiles, tenant, `${level}.${index}`)
    return Buffer.from(stored?.doc.hashes ?? '', 'base64')
  })

type Grown =
  | { readonly state: Stored<HistoryStateDoc>; readonly more: boolean }
  /** A faulty tree does not grow. */
  | { readonly fault: HistoryFault }
  /** Another process is growing it. */
  | undefined

/**
 * Adds the next records of the chain to the tree. Tiles are written before the state that counts them, and are the same
 * whichever process writes them, so a crash in between only wastes the work.
 */
export async function growTree<Link extends LoggedLink>(
  registry: Registry,
  kind: HistoryKind<Link>,
  tenant: TenantId,
  { doc, version }: { readonly doc: HistoryStateDoc; readonly version: number | 'absent' },
): Promise<Grown> {
  const frontier = await kind.frontier(tenant)
  if (frontier <= doc.size) return { fault: { fault: 'truncated', position: frontier - 1, size: doc.size } }
  const wanted = Math.min(STEP, frontier - 1 - doc.size)
  if (wanted === 0) return undefined
  const links = await registry.list(kind.links, tenant, {
    where: { position: { gte: doc.size + 1, lt: doc.size + 1 + wanted } },
    order: { by: 'position', direction: 'asc' },
    limit: STEP,
  })
  let digest = doc.digest
  for (const [i, link] of links.entries()) {
    const [fault] = recordFaults(loggedRecord(kind, tenant, link.doc), doc.size + 1 + i, digest)
    if (fault) return { fault }
    digest = link.doc.digest
  }
  if (links.length < wanted) return { fault: { fault: 'gap', position: doc.size + 1 + links.length } }
  const { edge, tiles } = grow(
    doc,
    links.map(link => recordLeaf(link.doc.digest)),
  )
  await mapLimited(tiles, tile => writeTile(registry, kind, tenant, tile))
  const next = { ...doc, ...edge, digest }
  const result = await registry.write(kind.states, tenant, next, { expect: version })
  return result.ok ? { state: { doc: next, version: result.version }, more: frontier - 1 > next.size } : undefined
}

async function writeTile<Link extends LoggedLink>(
  registry: Registry,
  { tiles }: HistoryKind<Link>,
  tenant: TenantId,
  { level, index, hashes }: Tile,
): Promise<void> {
  const doc = { id: `${level}.${index}`, hashes: hashes.toString('base64') }
  if ((await registry.write(tiles, tenant, doc, { expect: 'absent' })).ok) return
  const there = await registry.read(tiles, tenant, doc.id)
  // No state counts it yet, so nobody has relied on its contents.
  if (there && there.doc.hashes !== doc.hashes) await registry.write(tiles, tenant, doc, { expect: there.version })
}
