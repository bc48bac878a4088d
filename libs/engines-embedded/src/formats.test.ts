import { globSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { FACET_FIELDS, type IndexItem } from '@wardline/ports'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { openEmbedded } from './index.ts'
import { CRASH_TIME, crashDocs, crashItem } from './testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from './testing/temporary.ts'

const tenant = tenantId('ten_formats')
const older = tenantId('ten_older')
const query = { from: CRASH_TIME, to: CRASH_TIME + 1000, order: 'asc', limit: 10, deadlineMs: 5000 } as const

describe('the files', () => {
  let harness: TemporaryEngines
  const warnings: string[] = []
  beforeEach(async () => {
    warnings.length = 0
    harness = await temporaryEngines({ onWarning: warning => warnings.push(warning) })
    const { bus, registry, index } = harness.engine
    await bus.publish([numbered(tenant, 1)])
    await registry.write(crashDocs, tenant, { id: 'a', label: 'l' }, { expect: 'absent' })
    await index.put([crashItem(tenant, 1), crashItem(tenant, 2)])
    await harness.engine.close()
  })
  afterEach(() => harness.close())
  const files = (): string[] => globSync('**/*.sqlite', { cwd: harness.dataDir })
  const alter = (name: string, sql: string): void => {
    const db = new DatabaseSync(join(harness.dataDir, name))
    db.exec(sql)
    db.close()
  }
  const versionOf = (name: string): number => {
    const db = new DatabaseSync(join(harness.dataDir, name))
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
    db.close()
    return version
  }
  /** The catalog as the first release wrote it, with the files that it named. */
  const asFirstCatalog = (): void => {
    for (const file of files().filter(f => /^index\/\d/.test(f))) {
      const [day, retentionClass] = basename(file).split('.')
      renameSync(join(harness.dataDir, file), join(harness.dataDir, dirname(file), `${day}.${retentionClass}.sqlite`))
    }
    const columns = ['id', 'file', 'sealed'].map(column => `ALTER TABLE partitions DROP COLUMN ${column};`).join('')
    alter('index/catalog.sqlite', `${columns} PRAGMA user_version = 1`)
  }

  it('are for their owner only', () => {
    expect(files().length).toBeGreaterThanOrEqual(6)
    for (const name of files()) expect(statSync(join(harness.dataDir, name)).mode & 0o077).toBe(0)
    for (const name of ['.', 'bus', 'index']) expect(statSync(join(harness.dataDir, name)).mode & 0o077).toBe(0)
  })

  it('are refused when a newer release wrote them, by name', async () => {
    for (const name of [
      'registry.sqlite',
      'bus/groups.sqlite',
      'index/catalog.sqlite',
      ...files().filter(f => f.includes('detection.match')),
    ]) {
      const version = versionOf(name)
      alter(name, 'PRAGMA user_version = 99')
      await expect(openEmbedded({ dataDir: harness.dataDir })).rejects.toThrow('newer release')
      alter(name, `PRAGMA user_version = ${version}`)
    }
    await harness.reopen()
  })

  it('of the previous release are migrated, with all their counts', async () => {
    const { index } = await harness.reopen()
    const at = (n: number, severity: string): IndexItem => ({
      ...crashItem(tenant, n),
      origin: `0:${n}`,
      filters: {
        ...crashItem(tenant, n).filters,
        severityId: severity === 'high' ? 4 : 1,
        assetId: n === 5 ? 'ast_1' : null,
      },
      event: {
        event_id: `evt_${n}`,
        severity,
        category: 'c',
        event_type: 't',
        log_source_id: 'src_a',
        asset_id: n === 5 ? 'ast_1' : null,
        ingested_at: '2026-11-21T12:00:00.000Z',
      },
    })
    await index.put(
      [at(3, 'high'), at(4, 'informational'), at(5, 'informational')].map(i => ({ ...i, tenantId: older })),
    )
    const { order: _, limit: __, ...span } = query
    const facets = () => harness.engine.index.facets(older, { ...span, fields: FACET_FIELDS, top: 5 })
    const received = () => harness.engine.index.countReceived(older, CRASH_TIME, CRASH_TIME + 3_600_000)
    const before = [await facets(), await received()]
    await harness.engine.close()

    const parts = ['kinds', 'slots', 'counts', 'receipts'].map(table => `DROP TABLE ${table};`).join('')
    for (const name of files().filter(f => f.startsWith('index/2026')))
      alter(name, `${parts} ALTER TABLE events DROP COLUMN origin; PRAGMA user_version = 1`)
    asFirstCatalog()
    await harness.reopen()
    expect([await facets(), await received()]).toEqual(before)
    expect(await harness.engine.index.put([{ ...at(3, 'high'), tenantId: older }])).toEqual(['duplicate'])
  })

  it('with the places of groups keep them when they are migrated', async () => {
    const { bus } = await harness.reopen()
    const numbers = async (from: typeof bus): Promise<number[]> => {
      const seen: number[] = []
      const running = await from.subscribe({
        group: 'g',
        kinds: [NUMBERED],
        async handle(batch) {
          seen.push(...batch.map(d => Number(d.envelope.subject.id.slice(4))))
          return batch.map(() => 'ok' as const)
        },
      })
      while (seen.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
      await running.stop()
      return seen
    }
    expect(await numbers(bus)).toEqual([1])
    await harness.engine.close()
    alter('bus/groups.sqlite', 'ALTER TABLE places DROP COLUMN behind; PRAGMA user_version = 1')
    const again = await harness.reopen()
    await again.bus.publish([numbered(tenant, 2)])
    expect(await numbers(again.bus)).toEqual([2])
    expect(versionOf('bus/groups.sqlite')).toBe(2)
  })

  it('that cannot be read are reported as missing from a search, never silently skipped', async () => {
    const broken = files().find(f => f.includes('2026-11-20.')) as string
    alter(broken, 'PRAGMA user_version = 99')
    const { index } = await harness.reopen()
    const page = await index.search(tenant, query)
    expect(page.items.map(i => i.event.event_id)).toEqual(['evt_1'])
    expect(page.coverage.incomplete).toEqual([{ from: '2026-11-20', to: '2026-11-20', reason: 'unavailable' }])
    expect(warnings.join()).toContain('2026-11-20')
    await expect(index.read(tenant, 'evt_2')).rejects.toThrow('newer release')
  })
})
