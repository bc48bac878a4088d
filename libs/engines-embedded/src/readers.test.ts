import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import type { SearchQuery } from '@wardline/ports'
import { attachEmbedded } from './index.ts'
import { CRASH_TIME, crashItem } from './testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from './testing/temporary.ts'

const tenant = tenantId('ten_readers')
const query: SearchQuery = { from: CRASH_TIME, to: CRASH_TIME + 1000, order: 'asc', limit: 10, deadlineMs: 500 }

describe('a thread that searches and is stuck', () => {
  let harness: TemporaryEngines
  const warnings: string[] = []
  /** A file whose `open` never returns: a pipe without a writer, like a disk that does not answer. */
  const pipe = (): string => join(harness.dataDir, 'index/2026-11/2026-11-19.default.sqlite')

  beforeEach(async () => {
    warnings.length = 0
    harness = await temporaryEngines({
      settings: { readerPatienceMs: 1_000 },
      onWarning: warning => warnings.push(warning),
    })
    await harness.engine.index.put([crashItem(tenant, 1), crashItem(tenant, 2)])
    execFileSync('mkfifo', [pipe()])
    const catalog = new DatabaseSync(join(harness.dataDir, 'index/catalog.sqlite'))
    const hour = 3_600_000
    catalog
      .prepare('INSERT INTO partitions (day, class, first, last, id, file, sealed) VALUES (?, ?, ?, ?, ?, ?, 0)')
      .run(
        '2026-11-19',
        'default',
        CRASH_TIME - 48 * hour,
        CRASH_TIME - 24 * hour,
        'a',
        '2026-11/2026-11-19.default.sqlite',
      )
    catalog.close()
  })
  afterEach(async () => {
    // Releases every stuck thread, so that the threads can end.
    closeSync(openSync(pipe(), constants.O_RDWR))
    rmSync(pipe())
    await harness.close()
  })

  it('is replaced: its caller gets unavailable, and searches in all other threads continue', async () => {
    const attached = attachEmbedded(harness.engine.connect())
    const { index } = harness.engine
    const old = { ...query, from: CRASH_TIME - 40 * 3_600_000, to: CRASH_TIME - 30 * 3_600_000 }
    await expect(index.search(tenant, old)).rejects.toMatchObject({ code: 'unavailable' })
    expect(warnings.join()).toContain('has been replaced')
    for (const engines of [harness.engine, attached]) {
      const page = await engines.index.search(tenant, query)
      expect(page.items.map(i => i.event.event_id)).toEqual(['evt_1', 'evt_2'])
    }
    await attached.close()
  })
})
