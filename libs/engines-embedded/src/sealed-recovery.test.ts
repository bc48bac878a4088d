import { copyFileSync, existsSync, globSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { CRASH_TIME, crashItem } from './testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from './testing/temporary.ts'

const tenant = tenantId('ten_recovery')
const EVENTS = 400

describe('a sealed partition', () => {
  let harness: TemporaryEngines
  let path: string
  beforeEach(async () => {
    harness = await temporaryEngines()
    const { index } = harness.engine
    await index.put(Array.from({ length: EVENTS }, (_, n) => crashItem(tenant, 2 * n)))
    for (const partition of await index.partitions()) await index.seal(partition)
    const [file] = globSync('index/**/*.warm.sqlite', { cwd: harness.dataDir })
    path = join(harness.dataDir, file as string)
  })
  afterEach(() => harness.close())

  it('that a crash has left half written is rolled back, for searches too', async () => {
    await harness.engine.close()
    const db = new DatabaseSync(path)
    db.exec('PRAGMA cache_size = 1; BEGIN; DELETE FROM events; DELETE FROM ids')
    expect(existsSync(`${path}-journal`)).toBe(true)
    // The files at this moment are what a kill would leave.
    for (const ending of ['', '-journal']) copyFileSync(path + ending, `${path + ending}.kept`)
    db.close()
    for (const ending of ['', '-journal']) renameSync(`${path + ending}.kept`, path + ending)

    const { index } = await harness.reopen()
    const query = { from: CRASH_TIME, to: CRASH_TIME + 1000, order: 'asc', limit: 200, deadlineMs: 5000 } as const
    const page = await index.search(tenant, query)
    expect(page.items).toHaveLength(200)
    expect(page.coverage.incomplete).toEqual([])
    for (const n of [0, 100, EVENTS - 1])
      expect(await index.read(tenant, `evt_${2 * n}`)).toMatchObject({ tier: 'warm' })
  })

  it('leaves no file behind that the catalog does not name', async () => {
    const { index } = harness.engine
    await index.put([crashItem(tenant, 1)])
    await harness.engine.close()
    const stray = ['2026-11-19.default.abc.sqlite', '2026-11-19.default.abc.warm.sqlite.tmp'].map(f =>
      join(path, '..', f),
    )
    for (const file of stray) copyFileSync(path, file)
    await harness.reopen()
    for (const file of stray) expect(existsSync(file)).toBe(false)
    expect(globSync('index/2026-11/*.sqlite', { cwd: harness.dataDir })).toHaveLength(2)
  })
})
