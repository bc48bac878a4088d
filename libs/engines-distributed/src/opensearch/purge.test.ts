import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from '@jest/globals'
import { newId, tenantId } from '@wardline/kernel'
import type { IndexItem, LogPartition } from '@wardline/ports'
import { createMemoryBus, createTestClock } from '@wardline/ports/testing'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { openTestStores, removeTestStores } from '../testing/stores.ts'

const TENANT = tenantId('ten_a')
const NAME = 'qzvolkova77'
const DAYS = ['2026-11-20', '2026-11-21']
/** The files of an OpenSearch that `npm run engines:up` has started. */
const FILES = `${process.env.WARDLINE_ENGINES_DIR ?? fileURLToPath(new URL('../../../../.engines', import.meta.url))}/opensearch/data`

const item = (day: string, n: number): IndexItem => {
  const who = n % 20 === 0 ? NAME : 'bob'
  return {
    tenantId: TENANT,
    eventId: `evt_${day.slice(-2)}n${n}`,
    partitionDay: day,
    retentionClass: 'standard',
    eventTime: Date.parse(`${day}T09:00:00Z`) + n,
    words: [who, 'door'],
    filters: {
      severityId: 1,
      category: 'other',
      eventType: 'base_event',
      logSourceId: 'src_1',
      assetId: null,
      users: [who],
      ips: [],
      hosts: [],
    },
    event: { event_id: `evt_${day.slice(-2)}n${n}`, user: { name: who } },
    receivedAt: Date.parse(`${day}T09:00:00Z`),
    origin: null,
    repeatable: false,
  }
}

describeWithEngines('a purge on OpenSearch', engines => {
  const prefix = `t${newId('env').slice(4, 14)}-`
  const bus = createMemoryBus({ validate: false })
  afterAll(() => removeTestStores(prefix), 30_000)

  const ask = async (path: string): Promise<unknown> => (await fetch(`${engines.opensearch}/${path}`)).json()
  const deleted = async (): Promise<number> =>
    ((await ask(`${prefix}*/_stats/docs`)) as { _all: { total: { docs: { deleted: number } } } })._all.total.docs
      .deleted
  /** Files of our indices that have the name as it is; undefined where the files are not ours to read. */
  const filesWith = async (): Promise<string[] | undefined> => {
    if (!existsSync(FILES)) return undefined
    const settings = (await ask(`${prefix}*/_settings`)) as Record<string, { settings: { index: { uuid: string } } }>
    const uuids = Object.values(settings).map(({ settings: { index } }) => index.uuid)
    return uuids
      .flatMap(uuid => globSync(`nodes/*/indices/${uuid}/**/*.*`, { cwd: FILES }))
      .filter(file => readFileSync(`${FILES}/${file}`).toString('latin1').includes(NAME))
  }

  it('leaves no deleted document in a hot or a sealed partition, however few they were, and waits without merging', async () => {
    const { index, close } = await openTestStores(prefix, { ...bus, pass: bus.publish }, createTestClock())
    try {
      const all = DAYS.flatMap(day => Array.from({ length: 100 }, (_, n) => item(day, n)))
      await index.put(all)
      const partitions = await index.partitions()
      const of = (day: string): LogPartition => partitions.find(p => p.day === day) as LogPartition
      await index.seal(of(DAYS[0] as string))
      const before = await filesWith()
      if (before) expect(before.length).toBeGreaterThan(0)
      const gone = all.filter(i => i.filters.users.includes(NAME))
      for (const day of DAYS)
        expect(
          await index.erase(
            of(day),
            gone.filter(i => i.partitionDay === day),
          ),
        ).toBe(5)
      // Others write meanwhile: what is newer than the first call does not hold it up.
      let more = 100
      let calls = 0
      for (const until = Date.now() + 100_000; ; calls++) {
        await index.put([item(DAYS[1] as string, ++more % 20 === 0 ? ++more : more)])
        const done = [await index.purge(of(DAYS[0] as string)), await index.purge(of(DAYS[1] as string))]
        if (done.every(Boolean)) break
        expect(Date.now()).toBeLessThan(until)
        await new Promise(resolve => setTimeout(resolve, 1000))
      }
      expect(calls).toBeGreaterThan(0)
      expect(await deleted()).toBe(0)
      const { hits } = (await ask(`${prefix}*/_search?size=1000`)) as { hits: { hits: readonly object[] } }
      expect(hits.hits.length).toBe(190 + calls + 1)
      expect(JSON.stringify(hits)).not.toContain(NAME)
      expect((await filesWith()) ?? []).toEqual([])
      expect((await index.partitions()).find(p => p.day === DAYS[0])?.tier).toBe('warm')
    } finally {
      await close()
    }
  }, 150_000)
})
