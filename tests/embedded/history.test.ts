// An attacker who can write to the database, and knows how digests are computed, changes history on a stopped instance.
// The next start finds it, reports it, and continues to work; `wardline verify` finds it in what the API answers.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { evidenceDigest } from '@wardline/alert-projector'
import { openEmbedded } from '@wardline/engines-embedded'
import { auditDigest } from '@wardline/gateway'
import { DEFAULT_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  type AuditRecordDoc,
  auditChains,
  auditCheckpoints,
  auditRecords,
  type ChainHead,
  type CheckpointDoc,
  type Collection,
  type EvidenceDoc,
  evidence,
  evidenceChains,
  evidenceCheckpoints,
} from '@wardline/registries'
import { noteSigner } from '@wardline/transparency'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, startInstance } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { until } from '../support/until.ts'

type Link = AuditRecordDoc & EvidenceDoc

interface Log {
  readonly name: 'audit' | 'evidence'
  readonly headId: string
  readonly links: Collection<Link>
  readonly heads: Collection<ChainHead<Link>>
  readonly checkpoints: Collection<CheckpointDoc>
  digestOf(link: Link): string
  changed(link: Link): Link
}

const LOGS = [
  {
    ...{ name: 'audit', headId: 'audit', links: auditRecords, heads: auditChains, checkpoints: auditCheckpoints },
    digestOf: (link: Link) => auditDigest({ audit_id: link.id, ...link }),
    changed: (link: Link) => ({ ...link, outcome: 'failed' }),
  },
  {
    ...{ name: 'evidence', headId: 'evidence', links: evidence, heads: evidenceChains },
    checkpoints: evidenceCheckpoints,
    digestOf: (link: Link) => evidenceDigest({ evidence_id: link.id, ...link }),
    changed: (link: Link) => ({ ...link, summary: 'Nothing happened.' }),
  },
] as unknown as readonly Log[]

/** Rewrites every link, each digest and the head as the product computes them. */
async function rewrite(registry: Registry, log: Log, change: (links: Link[]) => Link[]): Promise<void> {
  const stored = await registry.list(log.links, DEFAULT_TENANT, {
    order: { by: 'position', direction: 'asc' },
    limit: 1_000,
  })
  for (const { doc, version } of stored) await registry.remove(log.links, DEFAULT_TENANT, doc.id, version)
  let digest: string | null = null
  let position = 0
  for (const link of change(stored.map(({ doc }) => doc))) {
    const next: Link = { ...link, position: ++position, previous_digest: digest }
    digest = log.digestOf(next)
    await registry.write(log.links, DEFAULT_TENANT, { ...next, digest }, { expect: 'absent' })
  }
  const head = (await registry.read(log.heads, DEFAULT_TENANT, log.headId))!
  const doc: ChainHead<Link> = { ...head.doc, position, digest }
  await registry.write(log.heads, DEFAULT_TENANT, doc, { expect: head.version })
}

/** Every checkpoint signed again, with a key of one's own. */
async function swapKey(registry: Registry, { checkpoints }: Log): Promise<void> {
  for (const { doc, version } of await registry.list(checkpoints, DEFAULT_TENANT, { limit: 1_000 })) {
    const text = doc.note.slice(0, doc.note.lastIndexOf('\n\n') + 1)
    const note = noteSigner(doc.origin, new Uint8Array(32).fill(1)).sign(text)
    await registry.write(checkpoints, DEFAULT_TENANT, { ...doc, note }, { expect: version })
  }
}

const folder = mkdtempSync(join(tmpdir(), 'wardline-history-'))
const clean = { data: join(folder, 'clean'), journal: join(folder, 'clean-journal') }
const keys = join(folder, 'keys')
let running: Instance | undefined

async function start({ data, journal }: typeof clean): Promise<ApiClient> {
  running = await startInstance({
    dataDir: data,
    env: { WARDLINE_RATE_LIMITS: 'off', WARDLINE_CHECKPOINT_SECONDS: '1', WARDLINE_REVOCATION_JOURNAL_DIR: journal },
  })
  return createApiClient(running.apiUrl, { token: running.adminToken })
}
async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

beforeAll(async () => {
  const api = await start(clean)
  for (let i = 0; i < 8; i++) {
    const { body } = await api.post('/tickets', { title: 'x', description: 'x' })
    await api.patch(`/tickets/${body.ticket_id}`, { status: 'closed' }, '"1"')
  }
  await until('evidence of all tickets', async () => (await api.get('/auditor/evidence')).body.items.length === 8)
  await until('its checkpoint', async () => (await api.get('/auditor/evidence/checkpoints')).body.items[0]?.size === 8)
  await until('an audit checkpoint', async () => (await api.get('/audit-records/checkpoints')).body.items.length > 0)
  const named = await Promise.all(
    ['/audit-records/checkpoints', '/auditor/evidence/checkpoints'].map(path => api.get(path)),
  )
  writeFileSync(keys, named.map(({ body }) => `${body.items[0].verifier_key}\n`).join(''))
  await api.close()
  await stop()
}, 120_000)
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the instance that was modified while it was stopped. */
async function attacked(name: string, attack: (registry: Registry, log: Log) => Promise<void>) {
  const own = { data: join(folder, name), journal: join(folder, `${name}-journal`) }
  cpSync(clean.data, own.data, { recursive: true })
  cpSync(clean.journal, own.journal, { recursive: true })
  const engines = await openEmbedded({ dataDir: own.data })
  for (const log of LOGS) await attack(engines.registry, log)
  await engines.close()
  return own
}

const verify = (data: string, ...more: string[]) => wardline(data, ['verify', '--json', '--key', keys, ...more])

describe('history that nobody touched', () => {
  it('is what was signed, over the API and from what was saved', async () => {
    const api = await start(await attacked('untouched', async () => {}))
    const saved = join(folder, 'saved')
    const online = await verify(running!.dataDir, '--save', saved)
    expect([online.code, online.stderr]).toEqual([0, ''])
    await api.close()
    await stop()
    const offline = await verify(join(folder, 'nothing'), '--from', saved)
    expect(offline.code).toBe(0)
    expect(offline.json()).toEqual(online.json())
    for (const found of offline.json()) expect(found).toMatchObject({ state: 'ok', key_from: 'given', faults: [] })
    expect(offline.json()[1]).toMatchObject({ log: 'evidence', records: 8, signed: 8 })
  }, 120_000)
})

describe('a backup that was restored', () => {
  it('is no alarm: the log continues under a new name, and says what was undone', async () => {
    const own = await attacked('restored', async () => {})
    const backup = join(folder, 'backup')
    expect((await wardline(own.data, ['backup', '--to', backup])).code).toBe(0)
    const before = await start(own)
    for (let i = 0; i < 3; i++) await before.post('/tickets', { title: 'lost', description: 'x' })
    const newest = async (api: ApiClient) => (await api.get('/audit-records/checkpoints')).body.items[0]
    const records = (await before.get('/audit-records')).body.items[0].position
    // One more: that an admin has just read the records is on record too, soon after.
    await until('a checkpoint of the newest record', async () => (await newest(before)).size > records)
    const lost = await newest(before)
    const kept = join(folder, 'kept')
    writeFileSync(kept, lost.note)
    await before.close()
    await stop()

    const laid = { data: `${own.data}-again`, journal: own.journal }
    expect((await wardline(own.data, ['restore', '--from', backup, '--data', laid.data])).code).toBe(0)
    const api = await start(laid)
    await api.post('/tickets', { title: 'other', description: 'x' })
    await until('a checkpoint of the new log', async () => (await newest(api)).origin !== lost.origin)
    expect((await newest(api)).note).toMatch(
      new RegExp(`\\nrestored res_\\w+ \\d+ ${lost.size} ${lost.root.replaceAll(/[+/]/g, '\\$&')}\\n`),
    )
    const found = await verify(laid.data, '--checkpoint', kept)
    expect([found.code, found.stderr]).toEqual([0, ''])
    expect(found.json()[0]).toMatchObject({ state: 'ok', restores: [expect.stringMatching(/^res_/)] })
    expect(running!.stdout() + running!.stderr()).not.toContain('history_changed')
    await api.close()
    await stop()
  }, 180_000)
})

describe.each([
  [
    'a record that was changed',
    'changed',
    (registry, log) => rewrite(registry, log, links => links.with(2, log.changed(links[2]!))),
    'root',
  ],
  [
    'the last five truncated',
    'cut',
    (registry, log) => rewrite(registry, log, links => links.slice(0, -5)),
    'truncated',
  ],
  [
    'a record that was inserted',
    'inserted',
    (registry, log) =>
      rewrite(registry, log, links => links.toSpliced(2, 0, { ...log.changed(links[2]!), id: `${links[2]!.id}x` })),
    'root',
  ],
  ['a key that was swapped', 'swapped', swapKey, 'signature'],
] as [string, string, (registry: Registry, log: Log) => Promise<void>, string][])(
  '%s',
  (_what, name, attack, fault) => {
    it('is found at the start and by the verifier, in both logs, and everything else works', async () => {
      const own = await attacked(name, attack)
      const api = await start(own)
      const alarmed = (log: string) =>
        new RegExp(
          `"alarm":"history_changed","state":"active","service":"[a-z-]+","log":"${log}"[^\\n]*"fault":"${fault}"`,
        ).test(running!.stdout() + running!.stderr())
      await until('the alarms', () => LOGS.every(log => alarmed(log.name)))
      const metrics = await (await fetch(`${running!.adminUrl}/metrics`)).text()
      expect(metrics).toMatch(/wardline_alarms\{name="history_changed",state="active"\} 1/)
      const found = await verify(own.data)
      expect([found.code, found.stderr]).toEqual([1, 'wardline: not what was signed: audit, evidence\n'])
      for (const { state, faults } of found.json()) {
        expect(state).toBe('bad')
        expect(faults.map((f: { fault: string }) => f.fault)).toContain(fault)
      }
      expect((await api.post('/tickets', { title: 'x', description: 'x' })).status).toBe(201)
      await api.close()
      await stop()
    }, 120_000)
  },
)
