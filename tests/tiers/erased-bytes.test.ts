import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import { type EmbeddedEngines, openEmbedded } from '@wardline/engines-embedded'
import { DAY_MS, newId, tenantId } from '@wardline/kernel'
import { createTestClock, type TestClock } from '@wardline/ports/testing'
import { alerts, archives, correlationGroups, rejections, ticketComments, tickets } from '@wardline/registries'
import { createRejectionKeeper, PIPELINE_GROUPS } from '@wardline/service-kit'
import { filesWith } from '../support/name-in-bytes.ts'
import { BACKUPS_KEPT_MS, type Pipeline, startPipeline } from './pipeline.ts'
import { rawLog } from './raw-log.ts'

const TENANT = tenantId('ten_t00')
const NAME = 'qzvolkova77'
const OTHER = 'bob'
/** Three times the same person within a minute. */
const RULES = `title: Many doors
correlation:
  type: event_count
  rules: [door]
  group-by: [who]
  timespan: 1m
  condition: { gte: 3 }
level: high
---
title: One door
name: door
logsource: { product: app }
detection:
  selection: { action: open }
  condition: selection
`
const RULE = `title: The secret door
logsource: { product: app }
detection:
  selection: { who|contains: volkova, action: secret }
  condition: selection
level: high
`

describe('the bytes of a data folder, after a person was erased', () => {
  let folder: string
  let clock: TestClock
  let engines: EmbeddedEngines
  let pipeline: Pipeline
  const START = Date.parse('2026-01-01T09:00:00Z')
  const at = (age: number): void => clock.set(START + (200 - age) * DAY_MS)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wardline-erased-'))
    clock = createTestClock(START)
    engines = await openEmbedded({ dataDir: join(folder, 'data'), clock })
    const archive = createFileArchive(join(folder, 'data', 'archive'))
    pipeline = await startPipeline({ ...engines, archive }, clock, [TENANT])
  })
  afterEach(async () => {
    await pipeline.stop()
    await engines.close()
    rmSync(folder, { recursive: true })
  })

  const doors = (who: string, actions: readonly string[]) =>
    actions.map(action => ({ action, who, user: { name: who }, message: `${who} at the door` }))
  const found = async (): Promise<number> => {
    const from = new Date(START - DAY_MS).toISOString()
    let n = 0
    for (let start = Date.parse(from); start < clock.now(); start += 100 * DAY_MS) {
      const [a, b] = [start, start + 100 * DAY_MS].map(ms => new Date(ms).toISOString())
      const { body } = await pipeline.call('searchLogs', { search: `from=${a}&to=${b}&user=${NAME}` })
      n += (body.items as unknown[]).length
    }
    return n
  }
  const erasure = async (id: unknown) =>
    (await pipeline.call('readLogErasure', { params: { erasure_id: String(id) } })).body

  it('do not have the name, in any store at once, and in no topic after retention', async () => {
    expect([...pipeline.groups].sort()).toEqual([...PIPELINE_GROUPS].sort())
    for (const source of [RULE, RULES]) await pipeline.call('createDetectionRule', { body: { source } })
    for (const age of [200, 150, 60, 0]) {
      at(age)
      await pipeline.publish(TENANT, [...doors(NAME, ['open', 'open']), ...doors(OTHER, ['open', 'other', 'other'])])
      await pipeline.publish(TENANT, doors(NAME, age === 0 ? ['open', 'secret'] : ['other']))
      await pipeline.settle()
      await engines.maintain()
      await pipeline.moveTiers()
    }
    const day = new Date(START + 50 * DAY_MS).toISOString().slice(0, 10)
    await pipeline.call('createArchiveRestore', { body: { from: day, to: day } })
    await pipeline.moveTiers()

    // Two alerts with tickets; the window of the correlation has one event more.
    await pipeline.publish(TENANT, doors(NAME, ['open']))
    await pipeline.settle()
    const { registry } = engines
    const [alert, second] = (await registry.list(alerts, TENANT, { limit: 10 })).map(({ doc }) => doc)
    expect(JSON.stringify(alert)).toContain(NAME)
    expect(JSON.stringify(second)).toContain(NAME)
    const written = { title: `Ask QZVolkova77`, description: `${NAME} was seen.` }
    const { body: ticket } = await pipeline.call('createTicket', { body: written })
    const params = { ticket_id: String(ticket.ticket_id) }
    await pipeline.call('createTicketComment', { params, body: { body: `told ${NAME}`, visibility: 'internal' } })
    const keeper = createRejectionKeeper({
      ...pipeline.host,
      service: 'normalizer',
      collection: rejections.normalizer,
      maxBytes: 10_000,
    })
    const odd = { tenant: TENANT, eventId: newId('evt'), receivedAt: clock.now(), format: 'json' }
    await keeper.keep(rawLog({ ...odd, raw: `{"x": "CORP\\\\${NAME}"` }), 'normalize_failed')
    await keeper.keep(rawLog({ ...odd, eventId: newId('evt'), raw: OTHER }), 'normalize_failed')

    const data = join(folder, 'data')
    const before = filesWith(data, NAME)
    expect(before.filter(file => file.startsWith('index/')).length).toBeGreaterThanOrEqual(3)
    // The raw logs are as the release before sealed events has published them.
    expect(before.some(file => file.startsWith('bus/log.event.received'))).toBe(true)
    expect(before.some(file => file.startsWith('registry.sqlite'))).toBe(true)
    expect(await found()).toBe(3 + 3 + 5)

    const subject = { type: 'user', value: NAME.toUpperCase() }
    const { body: asked } = await pipeline.call('createLogErasure', { body: { subject, reason: 'request 7' } })
    clock.advance(1000)
    await pipeline.eraseAll()
    expect(await found()).toBe(0)
    const removed = await erasure(asked.erasure_id)
    expect(removed).toMatchObject({
      state: 'waiting_for_retention',
      waits_for: 'topics',
      searchable_removed: 11,
      archived_removed: 6,
      records_changed: { alerts: 2, tickets: 1, ticket_comments: 1, correlation_groups: 1, rejections: 1 },
    })

    // What can be changed holds it no more, the registry with its write-ahead log and the free pages included.
    expect(filesWith(data, NAME).filter(file => !file.startsWith('bus/'))).toEqual([])
    const texts = (await registry.list(tickets, TENANT, { limit: 10 })).map(({ doc }) => doc)
    expect(texts.find(t => t.id === ticket.ticket_id)).toMatchObject({ title: 'Ask [erased]' })
    expect((await registry.list(ticketComments, TENANT, { limit: 10 }))[0]?.doc.body).toBe('told [erased]')
    expect(JSON.stringify((await registry.read(alerts, TENANT, alert!.id))?.doc)).toContain('[erased]')
    const groups = await registry.list(correlationGroups, TENANT, { limit: 10 })
    expect(groups.map(({ doc }) => doc.group.who)).toEqual([OTHER])
    const kept = (await registry.list(rejections.normalizer, TENANT, { limit: 10 })).map(({ doc }) => doc)
    expect(kept.map(r => [r.state, r.sealed_envelope === null]).sort()).toEqual([
      ['discarded', true],
      ['open', false],
    ])
    for (const { doc } of await registry.list(archives, TENANT, { limit: 10 })) expect(doc.manifest.events).toBe(3)
    expect((await pipeline.call('verifyArchives')).body).toMatchObject({ damaged: [], objects: 2 })

    // The topics go by themselves.
    const held = removed.may_be_held as { in: string; name: string | null; until: string }[]
    const topicsUntil = Math.max(...held.filter(h => h.in === 'topic').map(h => Date.parse(h.until)))
    expect(Date.parse(String(held.at(-1)?.until))).toBe(topicsUntil + BACKUPS_KEPT_MS)
    expect(filesWith(data, NAME)).not.toEqual([])
    clock.set(topicsUntil)
    await engines.maintain()
    expect(filesWith(data, NAME)).toEqual([])
    await pipeline.moveTiers()
    expect(await erasure(asked.erasure_id)).toMatchObject({ state: 'waiting_for_retention', waits_for: 'backups' })
    clock.advance(BACKUPS_KEPT_MS)
    await pipeline.moveTiers()
    expect(await erasure(asked.erasure_id)).toMatchObject({ state: 'done', may_be_held: [] })
    expect(filesWith(folder, NAME)).toEqual([])
  }, 120_000)
})
