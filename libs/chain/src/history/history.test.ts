import { describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  auditChains,
  auditCheckpoints,
  auditHistories,
  auditRecords,
  auditTiles,
  type ChainHead,
  type Collection,
  type RestoreDoc,
  restores,
  tenants,
} from '@wardline/registries'
import type { Alarms } from '@wardline/service-kit'
import { memoryPorts } from '@wardline/service-kit/testing'
import { continues, historyKey, includes, leafHash } from '@wardline/transparency'
import { canonicalDigest } from '../canonical-digest.ts'
import { createDocumentChain } from '../document-chain.ts'
import { type CheckpointAnchors, rememberingAnchors } from './anchors.ts'
import { createHistory } from './history.ts'
import { historyWork } from './history-jobs.ts'
import type { HistoryKind, LoggedLink } from './history-kind.ts'

interface Fact {
  readonly id: string
  readonly what: string
}
interface Link extends LoggedLink, Fact {}

const TENANT = tenantId('ten_a')
const links = auditRecords as unknown as Collection<Link>
const heads = auditChains as unknown as Collection<ChainHead<Link>>
const digestOf = ({ id, what, previous_digest }: Link): string => canonicalDigest({ id, what, previous_digest })

/** What is stored outside the registry, for longer than a process lives. */
function memoryAnchors() {
  const notes = new Map<string, string>()
  const anchors: CheckpointAnchors = {
    read: async origin => notes.get(origin),
    async write(origin, note) {
      notes.set(origin, note)
    },
  }
  return { notes, anchors }
}

function kit(throughRegistry: (registry: Registry) => Registry = r => r) {
  const { ports, memory, clock } = memoryPorts('gateway')
  const registry = throughRegistry(ports.registry)
  const outside = memoryAnchors()
  const alarms: Readonly<Record<string, unknown>>[] = []
  const raising: Alarms = { raise: (_name, facts = {}) => void alarms.push(facts), clear() {} }
  const chain = createDocumentChain<Fact, Link>({
    registry: ports.registry,
    heads,
    headId: 'audit',
    links,
    idOf: fact => fact.id,
    linkOf(fact, position, previous_digest) {
      const link = { ...fact, position, previous_digest, digest: '' }
      return { ...link, digest: digestOf(link) }
    },
  })
  const kind: HistoryKind<Link> = {
    name: 'audit',
    links,
    states: auditHistories,
    tiles: auditTiles,
    checkpoints: auditCheckpoints,
    frontier: tenant => chain.frontier(tenant),
    digestOf: (_tenant, link) => digestOf(link),
  }
  /** A process: its memory ends with it. */
  function start(anchors: CheckpointAnchors = outside.anchors) {
    const history = createHistory({ ...ports, registry, alarms: raising, kind, anchors: rememberingAnchors(anchors) })
    const work = historyWork({ ...ports, registry, history, signEveryMs: 1_000 })
    const [sign, check] = work.jobs.map(job => () => job.run({ signal: new AbortController().signal })) as [
      () => Promise<void>,
      () => Promise<void>,
    ]
    return { history, work, sign, check }
  }
  const append = (from: number, to: number, tenant: TenantId = TENANT) =>
    chain.append(
      tenant,
      Array.from({ length: to - from }, (_, i) => ({ id: `aud_${from + i}`, what: `act ${from + i}` })),
    )
  async function signed() {
    const found = await memory.list(auditCheckpoints, TENANT, { order: { by: 'size', direction: 'asc' }, limit: 100 })
    return found.map(({ doc }) => doc)
  }
  const makeTenant = () => memory.write(tenants, PLATFORM_TENANT, { id: TENANT } as never, { expect: 'absent' })
  return { memory, clock, chain, start, append, signed, alarms, outside, makeTenant }
}

type Kit = ReturnType<typeof kit>

/**
 * Rewrites the records from `position` on like an attacker who can write to the store and knows how digests are
 * computed.
 */
async function rewrite({ memory }: Kit, change: (records: Link[]) => Link[]): Promise<void> {
  const stored = await memory.list(links, TENANT, { order: { by: 'position', direction: 'asc' }, limit: 1_000 })
  for (const { doc, version } of stored) await memory.remove(links, TENANT, doc.id, version)
  let previous_digest: string | null = null
  let position = 0
  for (const record of change(stored.map(s => s.doc))) {
    const link: Link = { ...record, position: ++position, previous_digest }
    previous_digest = digestOf(link)
    await memory.write(links, TENANT, { ...link, digest: previous_digest }, { expect: 'absent' })
  }
  const head = (await memory.read(heads, TENANT, 'audit'))!
  await memory.write(heads, TENANT, { ...head.doc, position, digest: previous_digest }, { expect: head.version })
}

/** Also removes or rewrites everything stored of the tree, including checkpoints. */
async function forgetTree({ memory }: Kit): Promise<void> {
  for (const collection of [auditHistories, auditTiles, auditCheckpoints] as Collection<{ id: string }>[])
    for (const { doc, version } of await memory.list(collection, TENANT, { limit: 1_000 }))
      await memory.remove(collection, TENANT, doc.id, version)
}

const faults = (k: Kit) => k.alarms.map(({ fault }) => fault)

describe('The history of a log', () => {
  it('is signed at a size, and proves each of its records and every earlier checkpoint', async () => {
    const k = kit()
    await k.makeTenant()
    const { history, sign } = k.start()
    for (const to of [3, 260, 700]) {
      await k.append(to === 3 ? 0 : to === 260 ? 3 : 260, to)
      await sign()
    }
    await sign()
    const heads = await k.signed()
    expect(heads.map(h => h.size)).toEqual([3, 260, 700])
    const { verifierKey } = history.keysOf(TENANT)
    const [a, , c] = heads.map(h => historyKey(verifierKey).open(h.note)!)
    const { tree } = (await history.open(TENANT))!
    expect(continues(a!, c!, await tree.proveConsistency(3, 700))).toBe(true)
    for (const position of [1, 256, 257, 700]) {
      const { doc } = (await k.memory.list(links, TENANT, { where: { position }, limit: 1 }))[0]!
      const leaf = leafHash(Buffer.from(digestOf(doc), 'hex'))
      expect(includes(c!, position - 1, leaf, await tree.proveInclusion(position - 1, 700))).toBe(true)
    }
    expect(k.alarms).toEqual([])
  })

  it('includes the records from before there was a tree, some of them each time', async () => {
    const k = kit()
    await k.makeTenant()
    for (let from = 0; from < 20_600; from += 100) await k.append(from, from + 100)
    const { sign, check } = k.start()
    await sign()
    expect((await k.signed()).map(h => h.size)).toEqual([20_000])
    await sign()
    expect((await k.signed()).map(h => h.size)).toEqual([20_000, 20_600])
    for (let run = 0; run < 8; run++) await check()
    expect(k.alarms).toEqual([])
  })

  it('continues after a crash at any write, with the same result as without one', async () => {
    const roots = new Set<string>()
    for (let crashAt = 0; crashAt <= 8; crashAt++) {
      let writes = 0
      const k = kit(
        registry =>
          ({
            ...registry,
            async write(...args: Parameters<Registry['write']>) {
              if (++writes === crashAt) throw new Error('the process is gone')
              return registry.write(...args)
            },
          }) as Registry,
      )
      await k.makeTenant()
      await k.append(0, 600)
      await k
        .start()
        .sign()
        .catch(() => undefined)
      await k.start().sign()
      roots.add((await k.signed()).at(-1)!.root)
      await k.start().check()
      expect(k.alarms).toEqual([])
    }
    expect(roots.size).toBe(1)
  })

  it('can be grown and signed by several processes at once', async () => {
    const k = kit()
    await k.makeTenant()
    const processes = [k.start(), k.start(memoryAnchors().anchors), k.start(memoryAnchors().anchors)]
    for (let from = 0; from < 2_000; from += 400) {
      await k.append(from, from + 400)
      await Promise.all(processes.map(p => p.sign()))
    }
    await Promise.all(processes.map(p => p.sign()))
    expect((await k.signed()).at(-1)!.size).toBe(2_000)
    for (const p of processes) await p.check()
    expect(k.alarms).toEqual([])
  })

  it('is not signed while it is empty', async () => {
    const k = kit()
    await k.makeTenant()
    await k.start().sign()
    expect(await k.signed()).toEqual([])
  })
})

describe('An attacker who can write to the store but not sign', () => {
  const TEN: [number, number] = [0, 10]
  async function signedTen(): Promise<Kit> {
    const k = kit()
    await k.makeTenant()
    await k.append(...TEN)
    await k.start().sign()
    return k
  }
  async function restarted(k: Kit): Promise<void> {
    const { sign, check } = k.start()
    await sign()
    await check()
  }

  it('is found when a record was changed and every digest recomputed', async () => {
    const k = await signedTen()
    await rewrite(k, records => records.with(4, { ...records[4]!, what: 'nothing' }))
    await restarted(k)
    expect(faults(k)).toContain('root')
  })

  it('is found when a record was inserted', async () => {
    const k = await signedTen()
    await rewrite(k, records => records.toSpliced(4, 0, { ...records[4]!, id: 'aud_new', what: 'more' }))
    await restarted(k)
    expect(faults(k)).toContain('link')
    expect(faults(k)).toContain('root')
  })

  it('is found when the last five were cut, with the tree and its checkpoints or without', async () => {
    for (const also of [async () => {}, forgetTree]) {
      const k = await signedTen()
      await rewrite(k, records => records.slice(0, -5))
      await also(k)
      await restarted(k)
      expect(faults(k)).toContain('truncated')
    }
  })

  it('is found by the outside anchors even though the whole tree was rebuilt', async () => {
    const k = await signedTen()
    await rewrite(k, records => records.with(4, { ...records[4]!, what: 'nothing' }))
    await forgetTree(k)
    const before = await k.signed()
    await restarted(k)
    expect(faults(k)).toEqual(['root'])
    expect(await k.signed()).toEqual(before)
  })

  it('is found when a checkpoint is signed with another key', async () => {
    const k = await signedTen()
    const { doc, version } = (await k.memory.list(auditCheckpoints, TENANT, { limit: 1 }))[0]!
    const swapped = { ...doc, note: doc.note.replace(/ (\S+)\n$/, ` ${Buffer.alloc(68).toString('base64')}\n`) }
    await k.memory.write(auditCheckpoints, TENANT, swapped, { expect: version })
    await k.append(10, 12)
    await restarted(k)
    expect(faults(k)).toContain('signature')
    expect(await k.signed()).toHaveLength(1)
  })

  it('is found when only the tree was changed', async () => {
    const k = await signedTen()
    const state = (await k.memory.read(auditHistories, TENANT, 'audit'))!
    const levels = [Buffer.alloc(320).toString('base64')]
    await k.memory.write(auditHistories, TENANT, { ...state.doc, levels }, { expect: state.version })
    await restarted(k)
    expect(faults(k)).toEqual(['root', 'tree'])
  })
})

describe('A log that was restored from a backup', () => {
  it('continues under a new name, and says what was undone', async () => {
    const k = kit()
    await k.makeTenant()
    await k.append(0, 6)
    await k.start().sign()
    const kept = [...(await k.signed())]
    await k.append(6, 10)
    await k.start().sign()
    const { key } = k.start().history.keysOf(TENANT)
    const lost = key.open((await k.signed()).at(-1)!.note)!

    // The registry as it was at 6 records.
    await rewrite(k, records => records.slice(0, 6))
    await forgetTree(k)
    await k.memory.write(auditCheckpoints, TENANT, kept[0]!, { expect: 'absent' })
    await k.memory.write(restores, PLATFORM_TENANT, { id: 'res_1', settled_at: '2026-01-01' } as RestoreDoc, {
      expect: 'absent',
    })
    await k.append(20, 23)
    const { sign, check } = k.start()
    await sign()
    await check()
    expect(k.alarms).toEqual([])
    const newest = key.open((await k.signed()).at(-1)!.note)!
    expect(newest).toMatchObject({
      origin: 'wardline/ten_a/audit/res_1',
      size: 9,
      restores: [{ restoreId: 'res_1', kept: 0, lost: 10, lostRoot: lost.root.toString('base64') }],
    })
    // A second time there is nothing new to say.
    await sign()
    expect((await k.signed()).map(h => h.size)).toEqual([6, 9])
  })

  it('does not excuse a later truncation', async () => {
    const k = kit()
    await k.makeTenant()
    await k.memory.write(restores, PLATFORM_TENANT, { id: 'res_1', settled_at: '2026-01-01' } as RestoreDoc, {
      expect: 'absent',
    })
    await k.append(0, 10)
    await k.start().sign()
    await rewrite(k, records => records.slice(0, -5))
    await forgetTree(k)
    await k.start().sign()
    expect(faults(k)).toEqual(['truncated'])
  })
})
