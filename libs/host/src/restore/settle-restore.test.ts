import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createKeyring, DEFAULT_TENANT, PLATFORM_TENANT, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import {
  agents,
  alertCounters,
  archiveKeys,
  type Document,
  enrollmentTokens,
  legalHolds,
  logErasures,
  type ServiceAccountDoc,
  serviceAccounts,
  sessions,
  tenants,
} from '@wardline/registries'
import fc from 'fast-check'
import { type Journal, openJournal } from '../journal/journal.ts'
import { journalEpoch } from '../journal/journal-epoch.ts'
import { journalFiles } from '../journal/journal-files.ts'
import { journaled } from '../journal/journaled-registry.ts'
import { settleRestore } from './settle-restore.ts'

const tenant = DEFAULT_TENANT
const keyring = createKeyring(new Uint8Array(32).fill(3))
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A Wardline's registry with its journal, which may be lost, restored and continued. */
async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-journal-'))
  folders.push(folder)
  const clock = createTestClock()
  const faults: unknown[] = []
  let engine = createMemoryRegistry({ bus: createMemoryBus({ clock, validate: false }), clock })
  const tenantDoc = {
    id: tenant,
    name: 'd',
    state: 'active',
    created_at: '',
    auto_tickets: true,
    first_account_at: null,
  }
  await engine.write(tenants, PLATFORM_TENANT, tenantDoc as never, { expect: 'absent' })
  let journal: Journal
  const open = async (): Promise<void> => {
    const epoch = await journalEpoch(engine)
    journal = openJournal({
      folder,
      keepDays: 400,
      writer: 'test',
      spareBytes: 0,
      keyring,
      clock,
      epoch,
      onFault: fault => faults.push(fault),
    })
  }
  await open()
  return {
    folder,
    clock,
    faults,
    get engine(): Registry {
      return engine
    },
    get registry(): Registry {
      return journaled(engine, journal)
    },
    backup: () => engine.copy(),
    close: () => journal.close(),
    async restore(from: typeof engine, journalFolders = [folder]) {
      await journal.close()
      clock.advance(1000)
      engine = from.copy()
      const settled = await settleRestore({ registry: engine, clock, keyring, journalFolders, backupTakenAt: null })
      await open()
      return settled
    },
  }
}
type World = Awaited<ReturnType<typeof world>>

const account = (id: string, name: string): ServiceAccountDoc => ({
  ...{ id, account_id: id, name, roles: ['analyst'], token_hash: `${id}-${name}`, created_at: '', created_by: '' },
  expires_at: null,
})
const put = async (w: World, id: string, name: string) => {
  const current = await w.engine.read(serviceAccounts, tenant, id)
  await w.registry.write(serviceAccounts, tenant, account(id, name), { expect: current?.version ?? 'absent' })
}
const drop = async (w: World, id: string): Promise<boolean> => {
  const current = await w.engine.read(serviceAccounts, tenant, id)
  return current !== undefined && w.registry.remove(serviceAccounts, tenant, id, current.version)
}
const state = async (w: World): Promise<readonly Document[]> =>
  (await w.engine.list(serviceAccounts, tenant, { limit: 100 })).map(s => s.doc)

describe('a restored registry', () => {
  it('has the latest state of everything that the journal covers, however often and from whichever backup it was restored', async () => {
    const id = fc.constantFrom('sva_a', 'sva_b', 'sva_c', 'sva_d')
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const), id, name: fc.stringMatching(/^[a-z]{4}$/) }),
      fc.record({ do: fc.constant('put' as const), id, name: fc.stringMatching(/^[a-z]{4}$/) }),
      fc.record({ do: fc.constant('drop' as const), id }),
      fc.record({ do: fc.constant('stale' as const), id }),
      fc.record({ do: fc.constant('backup' as const) }),
      fc.record({ do: fc.constant('restore' as const), of: fc.nat(5) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async steps => {
        const w = await world()
        const backups = [w.backup()]
        // As with every id: a removed one is not created again.
        const gone = new Set<string>()
        for (const s of steps) {
          if (s.do === 'put' && !gone.has(s.id)) await put(w, s.id, s.name)
          if (s.do === 'drop' && (await drop(w, s.id))) gone.add(s.id)
          if (s.do === 'stale') await w.registry.write(serviceAccounts, tenant, account(s.id, 'stale'), { expect: 99 })
          if (s.do === 'backup') backups.push(w.backup())
          if (s.do !== 'restore') continue
          const before = await state(w)
          await w.restore(backups[s.of % backups.length]!)
          expect(await state(w)).toEqual(before)
        }
        await w.close()
      }),
      { numRuns: 150 },
    )
  })

  it('has writes that were started and may have happened, and those that were reported; not those that were refused', async () => {
    const w = await world()
    const backup = w.backup()
    const dying: Registry = { ...w.engine, write: () => Promise.reject(new Error('killed')) }
    const journal = openJournal({
      folder: w.folder,
      keepDays: 400,
      writer: 'test',
      spareBytes: 0,
      keyring,
      clock: w.clock,
      epoch: '',
      onFault() {},
    })
    const write = journaled(dying, journal).write(serviceAccounts, tenant, account('sva_a', 'x'), { expect: 'absent' })
    await expect(write).rejects.toThrow('killed')
    await journal.close()
    expect((await w.restore(backup)).journal).toMatchObject({ replayed: 1, refused: 0 })
    expect(await state(w)).toEqual([account('sva_a', 'x')])
  })

  it('may be settled again after a crash halfway through', async () => {
    const w = await world()
    const backup = w.backup()
    for (let i = 0; i < 5; i++) await put(w, `sva_${i}`, 'first')
    for (let i = 0; i < 5; i++) await put(w, `sva_${i}`, 'second')
    const before = await state(w)
    await w.close()
    const copy = backup.copy()
    let left = 4
    const dying: Registry = {
      ...copy,
      write: (...args) => (left-- > 0 ? copy.write(...args) : Promise.reject(new Error('killed'))),
    }
    const options = { clock: w.clock, keyring, journalFolders: [w.folder], backupTakenAt: null }
    await expect(settleRestore({ ...options, registry: dying })).rejects.toThrow('killed')
    await w.restore(copy)
    expect(await state(w)).toEqual(before)
  })

  it('is settled only once, even when a crash comes after that', async () => {
    const w = await world()
    const options = { registry: w.engine, clock: w.clock, keyring, journalFolders: [], backupTakenAt: null }
    const first = await settleRestore({ ...options, restoreId: 'res_one' })
    w.clock.advance(1000)
    expect(await settleRestore({ ...options, restoreId: 'res_one' })).toEqual(first)
    expect((await settleRestore(options)).settled_at).not.toBe(first.settled_at)
  })

  it('voids tokens that the backup knew as unused, keeps claims since then, ends sessions and lets alert numbers leap', async () => {
    const w = await world()
    const token = (id: string, state: string) =>
      ({ id, token_hash: id, state, created_at: '', forget_at: 9e15 }) as never
    const add = (id: string, of: string) =>
      w.registry.write(enrollmentTokens, tenant, token(id, of), { expect: 'absent' })
    await add('tok_unused', 'unused')
    await add('tok_spent', 'unused')
    await add('tok_confirmed', 'confirmed')
    await w.engine.write(sessions, tenant, { id: 'ses_1', token_hash: 'h', idle_until: 9e15 } as never, {
      expect: 'absent',
    })
    const counter = { id: 'alerts', next: 8, reserved: [], ticketed_at: [] }
    await w.engine.write(alertCounters, tenant, counter, { expect: 'absent' })
    const backup = w.backup()
    await w.registry.write(enrollmentTokens, tenant, token('tok_spent', 'claimed'), { expect: 1 })
    const other = tenantId('ten_later')
    const made = { id: other, name: 'later', state: 'suspended', created_at: '' } as never
    await w.registry.write(tenants, PLATFORM_TENANT, made, { expect: 'absent' })
    const agent = { id: 'agt_1', state: 'revoked', enrolled_at: '' } as never
    await w.registry.write(agents, other, agent, { expect: 'absent' })

    const settled = await w.restore(backup)
    expect(settled).toMatchObject({ state: 'waiting', tokens_voided: 1, sessions_ended: 1, journal: { files: 1 } })
    const states = (await w.engine.list(enrollmentTokens, tenant, { limit: 9 })).map(s => [s.doc.id, s.doc.state])
    expect(Object.fromEntries(states)).toEqual({
      tok_unused: 'revoked',
      tok_spent: 'claimed',
      tok_confirmed: 'confirmed',
    })
    expect(await w.engine.read(agents, other, 'agt_1')).toMatchObject({ doc: { state: 'revoked' } })
    for (const each of [tenant, other]) {
      const next = (await w.engine.read(alertCounters, each, 'alerts'))!.doc.next
      expect(next).toBeGreaterThan(1_000_000)
      // By this, consumers tell the gap of a restore from a loss (docs/consuming-alerts.md).
      expect(next % 1_000_000).toBe(1)
    }
  })

  it('erases again what was erased, holds what was held, and has no key that was destroyed', async () => {
    const w = await world()
    const key = { id: 'ark_1', sealed_key: 'sealed', created_at: '', destroyed_at: null }
    await w.registry.write(archiveKeys, tenant, key, { expect: 'absent' })
    const backup = w.backup()
    const erasure = { id: 'ers_1', state: 'queued', sealed_value: 'whom', requested_at: '' } as never
    await w.registry.write(logErasures, tenant, erasure, { expect: 'absent' })
    const done = { id: 'ers_1', state: 'done', sealed_value: null, requested_at: '' } as never
    await w.registry.write(logErasures, tenant, done, { expect: 1 })
    await w.registry.write(archiveKeys, tenant, { ...key, sealed_key: null }, { expect: 1 })
    const hold = { id: 'legal-hold', active: true, reason: null, updated_at: '' }
    await w.registry.write(legalHolds, tenant, hold, { expect: 'absent' })

    await w.restore(backup)
    expect(await w.engine.read(logErasures, tenant, 'ers_1')).toMatchObject({ doc: { state: 'queued' } })
    expect(await w.engine.read(archiveKeys, tenant, 'ark_1')).toMatchObject({ doc: { sealed_key: null } })
    expect(await w.engine.read(legalHolds, tenant, 'legal-hold')).toMatchObject({ doc: { active: true } })
  })

  it('reports that it found no journal', async () => {
    const w = await world()
    await put(w, 'sva_a', 'x')
    const settled = await w.restore(w.backup(), [join(w.folder, 'elsewhere')])
    expect(settled.journal).toEqual({ files: 0, replayed: 0, refused: 0 })
  })
})

describe('the journal', () => {
  it('is for its owner only, and sealed', async () => {
    const w = await world()
    await put(w, 'sva_a', 'whose-account')
    const [file] = journalFiles(w.folder)
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(readFileSync(file!, 'utf8')).not.toContain('whose-account')
  })

  it('tolerates an incomplete last line, and refuses any other damaged line', async () => {
    const w = await world()
    const backup = w.backup()
    await put(w, 'sva_a', 'one')
    await put(w, 'sva_b', 'two')
    await w.close()
    const [file] = journalFiles(w.folder)
    const whole = readFileSync(file!, 'utf8')
    appendFileSync(file!, whole.slice(0, 100))
    expect((await w.restore(backup)).journal.replayed).toBe(2)
    for (const broken of [whole.replace('"sealed":"', '"sealed":"A'), whole.replace('{', ''), `x\n${whole}`]) {
      writeFileSync(file!, broken)
      await expect(w.restore(backup)).rejects.toThrow('is damaged')
    }
  })

  it('that cannot be written blocks the writes that it must record, and nothing else', async () => {
    const w = await world()
    await put(w, 'sva_a', 'one')
    await w.close()
    rmSync(w.folder, { recursive: true })
    await expect(put(w, 'sva_a', 'two')).rejects.toThrow('unavailable')
    expect(w.faults).toHaveLength(1)
    expect(await state(w)).toEqual([account('sva_a', 'one')])
    const session = { id: 'ses_1', token_hash: 'h', idle_until: 9e15 } as never
    expect(await w.registry.write(sessions, tenant, session, { expect: 'absent' })).toMatchObject({ ok: true })
  })
})
