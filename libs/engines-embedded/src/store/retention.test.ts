import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Envelope, loadSchema, topicOf } from '@wardline/events'
import { DAY_MS, tenantId } from '@wardline/kernel'
import { createTestClock, fact, NUMBERED, numbered } from '@wardline/ports/testing'
import type { EmbeddedEngines } from '../index.ts'
import { type TemporaryEngines, temporaryEngines } from '../testing/temporary.ts'

const tenant = tenantId('ten_retention')
const TOPIC = topicOf(NUMBERED)
const received = (loadSchema('log.event.received').examples as Envelope[])[0] as Envelope

describe('the event log', () => {
  let harness: TemporaryEngines
  afterEach(() => harness.close())

  const files = (topic = TOPIC): string[] =>
    readdirSync(join(harness.dataDir, 'bus', topic))
      .filter(name => name.endsWith('.sqlite'))
      .map(name => name.slice(0, 10))
  /** Consumes everything as `group`. */
  const handleAll = async ({ bus }: EmbeddedEngines, group: string): Promise<string[]> => {
    const seen: string[] = []
    const running = await bus.subscribe({
      group,
      kinds: [NUMBERED],
      async handle(batch) {
        seen.push(...batch.map(d => d.envelope.subject.id))
        return batch.map(() => 'ok')
      },
    })
    while (running.health().lag > 0) await new Promise(resolve => setTimeout(resolve, 5))
    await running.stop()
    return seen
  }

  it('has a file per day, and removes one when it is old enough and every group has read past it', async () => {
    const clock = createTestClock()
    harness = await temporaryEngines({ clock })
    const { engine } = harness
    const slow = await engine.bus.subscribe({
      group: 'slow',
      kinds: [NUMBERED],
      handle: async () => {
        throw new Error('down')
      },
    })
    await slow.stop()
    for (let day = 0; day < 3; day++) {
      await engine.bus.publish([numbered(tenant, 2 * day), numbered(tenant, 2 * day + 1)])
      clock.advance(DAY_MS)
    }
    await handleAll(engine, 'quick')
    expect(files()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])

    clock.advance(5 * DAY_MS)
    await engine.maintain()
    expect(files()).toHaveLength(3)
    const behind = (await engine.status()).topics.find(t => t.topic === TOPIC)
    expect(behind).toMatchObject({ overdue: true, start: 0, end: 6 })

    expect(await handleAll(engine, 'slow')).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'])
    await engine.maintain()
    expect(files()).toEqual(['2026-11-22', '2026-11-23'])
    clock.advance(100 * DAY_MS)
    await engine.maintain()
    // A quiet topic does not keep its last events: an empty file takes the place of the one that was written to.
    expect(files()).toEqual(['2027-03-09'])
    expect((await engine.status()).topics.find(t => t.topic === TOPIC)).toMatchObject({ start: 6, end: 6 })

    clock.advance(3 * DAY_MS)
    await engine.bus.publish([numbered(tenant, 6)])
    // Had the event gone into the older, empty file, it would be removed three days too early.
    expect(files()).toEqual(['2027-03-12'])
    const reopened = await harness.reopen()
    expect(await handleAll(reopened, 'late')).toEqual(['evt_6'])
  })

  it('keeps the last file of a quiet topic for as long as a group has not read it', async () => {
    const clock = createTestClock()
    harness = await temporaryEngines({ clock })
    const { engine } = harness
    await engine.bus.publish([numbered(tenant, 1)])
    const slow = await engine.bus.subscribe({
      group: 'slow',
      kinds: [NUMBERED],
      handle: async () => {
        throw new Error('down')
      },
    })
    await slow.stop()
    const ends = await engine.bus.topicEnds()
    clock.advance(100 * DAY_MS)
    await engine.maintain()
    expect(await engine.bus.topicsUnread(ends, ['slow'])).toEqual([TOPIC])
    expect(await engine.bus.topicsKept(ends)).toEqual([TOPIC])
    expect(await handleAll(engine, 'slow')).toEqual(['evt_1'])
    expect(await engine.bus.topicsUnread(ends, ['slow'])).toEqual([])
    await engine.maintain()
    expect(await engine.bus.topicsKept(ends)).toEqual([])
  })

  it('never goes back to an older file when the clock is set back', async () => {
    const clock = createTestClock()
    harness = await temporaryEngines({ clock })
    await harness.engine.bus.publish([numbered(tenant, 1)])
    clock.advance(-3 * DAY_MS)
    await harness.engine.bus.publish([numbered(tenant, 2)])
    expect(files()).toEqual(['2026-11-21'])
    expect(await handleAll(harness.engine, 'g')).toEqual(['evt_1', 'evt_2'])
  })

  it('refuses raw logs over its quota and nothing else', async () => {
    harness = await temporaryEngines({ settings: { busQuotaBytes: 2000 } })
    const { bus } = harness.engine
    for (let n = 0; n < 4; n++) await bus.publish([received]).catch(() => {})
    await expect(bus.publish([received])).rejects.toMatchObject({ code: 'storage_full', status: 503 })
    await bus.publish([numbered(tenant, 1), fact(tenant, 'evt_2')])
    expect(await handleAll(harness.engine, 'g')).toEqual(['evt_1'])
  })

  it('refuses more when its queue is full, and takes it again later', async () => {
    harness = await temporaryEngines({ settings: { queueBytes: 10_000 } })
    const { bus } = harness.engine
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => bus.publish([numbered(tenant, n)])))
    const refused = results.filter(r => r.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const r of refused) expect(r.reason).toMatchObject({ code: 'unavailable', status: 503 })
    await bus.publish([numbered(tenant, 99)])
    expect(await handleAll(harness.engine, 'g')).toHaveLength(50 - refused.length + 1)
  })

  it('keeps undecodable events as dead letters, and continues after them', async () => {
    harness = await temporaryEngines()
    await harness.engine.bus.publish([numbered(tenant, 1)])
    await harness.engine.close()
    const folder = join(harness.dataDir, 'bus', TOPIC)
    const file = new DatabaseSync(join(folder, readdirSync(folder).find(name => name.endsWith('.sqlite')) as string))
    file.prepare('INSERT INTO log (base, count, body) VALUES (1, 2, ?)').run('not JSON\n{"kind":"unknown"}')
    file.close()
    const engine = await harness.reopen()
    await engine.bus.publish([numbered(tenant, 2)])
    expect(await handleAll(engine, 'g')).toEqual(['evt_1', 'evt_2'])
    expect((await engine.status()).topics.find(t => t.topic === `${TOPIC}.dlq`)).toMatchObject({ start: 0, end: 2 })
  })
})
