import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import { openDistributed, readDistributedConfig } from '@wardline/engines-distributed'
import { emptyTopics, engineTexts, removeTestStores, removeTopics } from '@wardline/engines-distributed/testing'
import { newId, tenantId } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import { engineEnvironment, readEngines } from '../../tools/engines/engines.ts'
import { formsOf } from '../support/name-in-bytes.ts'
import { until } from '../support/until.ts'
import { BACKUPS_KEPT_MS, startPipeline } from './pipeline.ts'

const TENANT = tenantId('ten_t00')
const NAME = 'qzvolkova77'
const RULE = `title: The secret door
logsource: { product: app }
detection:
  selection: { who|contains: volkova, action: open }
  condition: selection
level: high
`
const known = process.env.WARDLINE_OPENSEARCH_URL ? undefined : readEngines()
const environment = { ...process.env, ...(known ? engineEnvironment(known) : {}) }
const there = environment.WARDLINE_OPENSEARCH_URL !== undefined
if (!there && process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error('no engines; run npm run engines:up')
if (!there) console.warn('SKIPPED: erasing from the real engines needs them (npm run engines:up)')

;(there ? describe : describe.skip)('MongoDB, OpenSearch and Kafka, after a person was erased', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-erased-real-'))
  const prefix = `t${newId('env').slice(4, 14)}-`
  const config = readDistributedConfig({
    ...environment,
    WARDLINE_ENGINE_PREFIX: prefix,
    WARDLINE_KAFKA_PARTITIONS: '1',
    WARDLINE_KAFKA_REPLICATION_FACTOR: '1',
    WARDLINE_KAFKA_MIN_INSYNC_REPLICAS: '1',
    WARDLINE_OPENSEARCH_REPLICAS: '0-0',
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await removeTestStores(prefix)
    await removeTopics(config)
  }, 60_000)

  it('have the name in no document at once, and in no message after retention', async () => {
    const clock = createTestClock(Date.now())
    const log = { info() {}, warn() {}, error() {} }
    const { close, health: _, ...engines } = await openDistributed({ config, log, clock })
    const archive = createFileArchive(join(folder, 'archive'))
    const pipeline = await startPipeline({ ...engines, archive }, clock, [TENANT])
    const count = async (operation: 'searchLogs' | 'listAlerts', search = ''): Promise<number> =>
      ((await pipeline.call(operation, { search })).body.items as unknown[]).length
    /** Places of which a text has the name in any form. */
    const places = async (): Promise<string[]> => {
      const texts = await engineTexts({ ...environment }, prefix)
      const found = texts.filter(({ text }) => formsOf(NAME).some(form => text.toLowerCase().includes(form)))
      return [...new Set(found.map(({ place }) => place.replace(prefix, '')))].sort()
    }
    try {
      await pipeline.call('createDetectionRule', { body: { source: RULE } })
      clock.advance(3_000)
      const doors = (who: string) => ({ action: 'open', who, user: { name: who }, message: `${who} at the door` })
      await pipeline.publish(TENANT, [doors(NAME), doors('bob'), doors(NAME)])
      clock.advance(10_000)
      await until(
        'events and alerts',
        async () => (await count('searchLogs')) === 3 && (await count('listAlerts')) === 2,
        90_000,
      )
      const { body: ticket } = await pipeline.call('createTicket', { body: { title: `Ask ${NAME}`, description: 'x' } })
      expect(ticket.title).toContain(NAME)

      const subject = { type: 'user', value: NAME }
      const { body: asked } = await pipeline.call('createLogErasure', { body: { subject, reason: 'request 7' } })
      clock.advance(1_000)
      await pipeline.eraseAll()
      const erasure = async () =>
        (await pipeline.call('readLogErasure', { params: { erasure_id: String(asked.erasure_id) } })).body
      const removed = await erasure()
      expect(removed).toMatchObject({
        state: 'waiting_for_retention',
        waits_for: 'topics',
        searchable_removed: 2,
        records_changed: { alerts: 2, tickets: 1 },
      })
      expect(await count('searchLogs')).toBe(1)
      // No document of MongoDB or OpenSearch. A raw log as the release before published it is still on its topic, and the
      // erasure says so.
      const held = (removed.may_be_held as { in: string; name: string; until: string }[]).filter(h => h.in === 'topic')
      const topics = held.map(({ name }) => name.replace(prefix, ''))
      const left = await places()
      expect(left).toContain('log.event.received.v1')
      expect(topics).toEqual(expect.arrayContaining(left))

      const last = Math.max(...held.map(h => Date.parse(h.until)))
      await pipeline.stop()
      clock.set(last)
      await pipeline.moveTiers()
      expect(await erasure()).toMatchObject({ state: 'waiting_for_retention', waits_for: 'topics' })
      await emptyTopics(config)
      expect(await places()).toEqual([])
      await pipeline.moveTiers()
      expect(await erasure()).toMatchObject({ waits_for: 'backups' })
      clock.advance(BACKUPS_KEPT_MS)
      await pipeline.moveTiers()
      expect(await erasure()).toMatchObject({ state: 'done', may_be_held: [] })
    } finally {
      await pipeline.stop()
      await close()
    }
  }, 240_000)
})
