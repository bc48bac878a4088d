import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DAY_MS, tenantId } from '@wardline/kernel'
import { FACET_FIELDS, type SearchQuery } from '@wardline/ports'
import { crashItem } from '../testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from '../testing/temporary.ts'

const tenant = tenantId('ten_pruning')
const FIRST = Date.parse('2026-10-01T00:00:00Z')
const noon = (day: number): number => FIRST + day * DAY_MS + DAY_MS / 2
const dayText = (day: number): string => new Date(noon(day)).toISOString().slice(0, 10)

describe('a search opens no partition that cannot contain matches', () => {
  let harness: TemporaryEngines
  const warnings: string[] = []

  /** Twenty days of events, of which only `intact` can still be read; opening another file fails. */
  async function leaveOnly(...intact: number[]): Promise<void> {
    await harness.engine.index.put(
      Array.from({ length: 20 * 30 }, (_, n) => {
        const day = Math.floor(n / 30)
        return { ...crashItem(tenant, n), partitionDay: dayText(day), eventTime: noon(day) + (n % 30) * 60_000 }
      }),
    )
    await harness.engine.close()
    for (const file of globSync('index/20*/*', { cwd: harness.dataDir }))
      if (!intact.some(day => file.includes(dayText(day)))) writeFileSync(join(harness.dataDir, file), 'no database')
    await harness.reopen()
  }

  beforeEach(async () => {
    warnings.length = 0
    harness = await temporaryEngines({
      onWarning: warning => {
        if (warning.includes('cannot be searched')) warnings.push(warning)
      },
    })
  })
  afterEach(() => harness.close())

  const query = (over: Partial<SearchQuery>): SearchQuery => ({
    from: FIRST,
    to: FIRST + 30 * DAY_MS,
    order: 'desc',
    limit: 10,
    deadlineMs: 5_000,
    ...over,
  })

  it('by its time span', async () => {
    await leaveOnly(7)
    const { index } = harness.engine
    const span = { from: noon(7) - DAY_MS / 4, to: noon(7) + DAY_MS / 4 }
    for (const order of ['asc', 'desc'] as const) {
      const page = await index.search(tenant, query({ ...span, order }))
      expect(page.items).toHaveLength(10)
      expect(page.coverage.incomplete).toEqual([])
    }
    const counted = { ...span, deadlineMs: 5_000 }
    expect(await index.facets(tenant, { ...counted, fields: FACET_FIELDS, top: 5 })).toMatchObject({
      total: 30,
      coverage: { incomplete: [] },
    })
    expect((await index.histogram(tenant, { ...counted, words: ['common'], intervalMs: 60_000 })).coverage).toEqual({
      tiers: ['hot'],
      incomplete: [],
    })
    expect(warnings).toEqual([])
  })

  it('nor one behind the end of its page', async () => {
    await leaveOnly(18, 19)
    const { index } = harness.engine
    const first = await index.search(tenant, query({ limit: 40 }))
    expect(first.items).toHaveLength(40)
    expect(first.coverage.incomplete).toEqual([])
    expect(warnings).toEqual([])
    const second = await index.search(tenant, query({ limit: 40, after: first.next as string }))
    expect(second.coverage.incomplete.length).toBeGreaterThan(0)
  })

  it('nor one that was behind it when it continues', async () => {
    await leaveOnly(0, 1)
    const { index } = harness.engine
    let after: string | undefined
    for (let page = 0; page < 3; page++) {
      const found = await index.search(tenant, query({ order: 'asc', limit: 15, ...(after && { after }) }))
      expect(found.coverage.incomplete).toEqual([])
      after = found.next as string
    }
    expect(warnings).toEqual([])
  })
})
