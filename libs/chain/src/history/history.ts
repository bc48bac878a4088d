import { type Clock, type Keyring, rfc3339, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import type { CheckpointDoc, HistoryStateDoc } from '@wardline/registries'
import type { Alarms } from '@wardline/service-kit'
import {
  bindingOf,
  type Checkpoint,
  EMPTY_ROOT,
  type HistoryFault,
  originAfter,
  signCheckpoint,
  type TiledTree,
} from '@wardline/transparency'
import type { CheckpointAnchors } from './anchors.ts'
import { type HistoryKeys, historyKeysOf, restoredHistory, restoredLog } from './history-keys.ts'
import type { HistoryKind, LoggedLink } from './history-kind.ts'
import { growTree, noHistory, treeOf } from './history-tree.ts'

/** Steps of one run for one tenant: 20,000 records. The rest follows in the next run. */
const STEPS = 40
/** Most reported faults that are remembered. */
const MAX_TOLD = 1_000

export interface HistoryPorts<Link extends LoggedLink> {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly alarms: Alarms
  readonly kind: HistoryKind<Link>
  readonly anchors: CheckpointAnchors
}

/**
 * A tenant's chain as a transparency log (docs/adr/0017): a tree that grows behind it, and signed heads of that tree.
 */
export interface History<Link extends LoggedLink> {
  readonly kind: HistoryKind<Link>
  keysOf(tenant: TenantId): HistoryKeys
  /**
   * Adds the new records of the chain to the tree, and signs its head if it is new.
   * @param restoreId the newest restore of the registry
   */
  advance(tenant: TenantId, restoreId: string | null): Promise<void>
  /** The state and its tree; undefined before the first record. */
  open(tenant: TenantId): Promise<{ readonly state: HistoryStateDoc; readonly tree: TiledTree } | undefined>
  /** The newest checkpoint stored outside the registry, if the log's own key signed it. */
  anchored(tenant: TenantId): Promise<Checkpoint | undefined>
  /** Raises the alarm, once per fault and process. */
  raise(tenant: TenantId, fault: HistoryFault): void
}

export function createHistory<Link extends LoggedLink>(ports: HistoryPorts<Link>): History<Link> {
  const { registry, clock, keyring, alarms, kind, anchors } = ports
  const told = new Set<string>()
  const keysOf = (tenant: TenantId): HistoryKeys => historyKeysOf(keyring, kind.name, tenant)

  function raise(tenant: TenantId, fault: HistoryFault): void {
    const key = JSON.stringify([tenant, fault])
    if (told.has(key)) return
    if (told.size >= MAX_TOLD) told.clear()
    told.add(key)
    alarms.raise('history_changed', { log: kind.name, tenant_id: tenant, ...fault })
  }

  async function anchored(tenant: TenantId): Promise<Checkpoint | undefined> {
    const { origin, key } = keysOf(tenant)
    const note = await anchors.read(origin)
    const checkpoint = note === undefined ? undefined : key.open(note)
    if (note !== undefined && !checkpoint) raise(tenant, { fault: 'signature' })
    return checkpoint
  }

  /** The newest checkpoint in the registry. @returns false when the log's key has not signed it */
  async function newestSigned(tenant: TenantId): Promise<Checkpoint | undefined | false> {
    const [newest] = await registry.list(kind.checkpoints, tenant, {
      order: { by: 'size', direction: 'desc' },
      limit: 1,
    })
    if (!newest) return undefined
    const checkpoint = keysOf(tenant).key.open(newest.doc.note)
    if (checkpoint?.size === newest.doc.size) return checkpoint
    raise(tenant, { fault: 'signature', size: newest.doc.size })
    return false
  }

  /** The stored state, updated for a restore that it does not include yet. */
  async function begin(
    tenant: TenantId,
    restoreId: string | null,
    known: readonly (Checkpoint | undefined)[],
  ): Promise<{ readonly doc: HistoryStateDoc; readonly version: number | 'absent' }> {
    const stored = await registry.read(kind.states, tenant, kind.name)
    const { doc, version } = stored ?? { doc: noHistory(kind.name), version: 'absent' as const }
    const restores = doc.restores.map(restoredHistory)
    const [lost] = known.filter(c => c !== undefined)
    const settled = [restores, lost?.restores ?? []].some(list => list.some(r => r.restoreId === restoreId))
    if (restoreId === null || settled) return { doc, version }
    // The longer list: a backup from before an earlier restore does not include that restore.
    const before = lost && lost.restores.length > restores.length ? lost.restores : restores
    const { size, root } = lost ?? { size: 0, root: EMPTY_ROOT }
    const restored = { restoreId, kept: doc.size, lost: size, lostRoot: root.toString('base64') }
    const next = { ...doc, restores: [...before, restored].map(restoredLog) }
    const result = await registry.write(kind.states, tenant, next, { expect: version })
    if (!result.ok) throw new Error(`${kind.name} history: somebody else has written its state`)
    return { doc: next, version: result.version }
  }

  /** Whether the tree matches this checkpoint, or a restore explains why it does not. */
  async function holds(tenant: TenantId, state: HistoryStateDoc, tree: TiledTree, known: Checkpoint): Promise<boolean> {
    const binding = bindingOf(known, state.restores.map(restoredHistory))
    if (binding === 'explained') return true
    const { size, root } = known
    if (size > state.size) raise(tenant, { fault: 'truncated', position: state.size, size })
    else if (binding === 'foreign' || !(await tree.rootAt(size)).equals(root))
      raise(tenant, { fault: 'root', position: 1, size })
    else return true
    return false
  }

  async function sign(
    tenant: TenantId,
    state: HistoryStateDoc,
    known: readonly (Checkpoint | undefined)[],
  ): Promise<void> {
    const { origin, signerAfter } = keysOf(tenant)
    const tree = treeOf(registry, kind, tenant, state)
    const restores = state.restores.map(restoredHistory)
    const name = originAfter(origin, restores)
    for (const older of known) if (older && !(await holds(tenant, state, tree, older))) return
    if (state.size === 0 || known.some(c => c?.origin === name && c.size === state.size)) return

    const root = await tree.rootAt(state.size)
    const note = signCheckpoint(signerAfter(restores), { origin: name, size: state.size, root, restores })
    const doc: CheckpointDoc = {
      id: `${String(state.size).padStart(16, '0')}.${restores.at(-1)?.restoreId ?? 'first'}`,
      origin: name,
      size: state.size,
      root: root.toString('base64'),
      note,
      signed_at: rfc3339(clock.now()),
    }
    // A conflict: another process has signed the same head.
    await registry.write(kind.checkpoints, tenant, doc, { expect: 'absent' })
    await anchors.write(origin, note)
  }

  return {
    kind,
    keysOf,
    anchored,
    raise,

    async advance(tenant, restoreId) {
      // Read it before the state: a head that another process signs meanwhile belongs to a later one.
      const signed = await newestSigned(tenant)
      const known = [await anchored(tenant), signed || undefined]
      let current = await begin(tenant, restoreId, known)
      for (let step = 0; step < STEPS; step++) {
        const grown = await growTree(registry, kind, tenant, current)
        if (grown && 'fault' in grown) {
          raise(tenant, grown.fault)
          break
        }
        if (grown) current = grown.state
        if (!grown?.more) break
      }
      // Sign nothing if there is already something else.
      if (signed !== false) await sign(tenant, current.doc, known)
    },

    async open(tenant) {
      const stored: Stored<HistoryStateDoc> | undefined = await registry.read(kind.states, tenant, kind.name)
      if (!stored || stored.doc.size === 0) return undefined
      return { state: stored.doc, tree: treeOf(registry, kind, tenant, stored.doc) }
    },
  }
}
