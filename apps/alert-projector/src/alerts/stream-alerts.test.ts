import { describe, expect, it } from '@jest/globals'
import type { ServerSentEvent } from '@wardline/http'
import type { Registry } from '@wardline/ports'
import { alertCounters, alerts } from '@wardline/registries'
import { createCrashingRegistry } from '../testing/crashing-registry.ts'
import {
  type CallOptions,
  createKit,
  deliver,
  detection,
  detections,
  type Kit,
  OTHER_TENANT,
  TENANT,
} from '../testing/kit.ts'

const newKit = (throughRegistry?: (r: Registry) => Registry): Kit =>
  createKit({ config: { streamPollMs: 5 }, ...(throughRegistry ? { throughRegistry } : {}) })

/** An open stream, read event by event. */
async function open(kit: Kit, options: CallOptions = {}) {
  const abort = new AbortController()
  const { stream } = await kit.call('streamAlerts', { ...options, signal: abort.signal })
  const events = stream![Symbol.asyncIterator]()
  return {
    async take(n: number): Promise<ServerSentEvent[]> {
      const taken: ServerSentEvent[] = []
      while (taken.length < n) taken.push((await events.next()).value as ServerSentEvent)
      return taken
    },
    /** Asks the stream to end. @returns whether it has ended. */
    async close(): Promise<boolean> {
      abort.abort()
      return (await events.next()).done === true
    },
  }
}

const ids = (events: ServerSentEvent[]): (string | undefined)[] => events.map(e => e.id)

describe('The alert stream', () => {
  it('sends each alert as an event with its sequence and the body of the GET', async () => {
    const kit = newKit()
    await kit.project(detection('x'))
    const stream = await open(kit, { lastEventId: '0' })
    const { body } = await kit.call('readAlert', { params: { alert_id: 'alr_x' } })
    expect(await stream.take(1)).toEqual([{ event: 'alert', id: '1', data: body }])
    expect(await stream.close()).toBe(true)
  })

  it('begins with the next alert when the client has seen none', async () => {
    const kit = newKit()
    await kit.project(...detections('old', 3))
    const stream = await open(kit)
    await kit.project(detection('new'))
    expect(ids(await stream.take(1))).toEqual(['4'])
    await stream.close()
  })

  it('continues after Last-Event-ID, through any number of reconnections, without loss or repetition', async () => {
    const kit = newKit()
    const work = detections('d', 300)
    const projecting = (async () => {
      for (let i = 0; i < work.length; i += 30) await kit.project(...work.slice(i, i + 30))
    })()
    const seen: string[] = []
    let last = '0'
    for (const n of [1, 7, 100, 50, 142]) {
      const stream = await open(kit, { lastEventId: last })
      const taken = await stream.take(n)
      seen.push(...taken.map(e => e.id!))
      last = seen.at(-1)!
      await stream.close()
    }
    await projecting
    expect(seen).toEqual(Array.from({ length: 300 }, (_, i) => String(i + 1)))
  })

  it('sends alerts that another process projected', async () => {
    const kit = newKit()
    const stream = await open(kit)
    await deliver({ service: kit.start(), ports: kit.ports }, 'alert-projector', [detection('x')])
    expect(ids(await stream.take(1))).toEqual(['1'])
    await stream.close()
  })

  it('waits for an alert that is still being written, and skips none', async () => {
    const crashing = createCrashingRegistry()
    const kit = newKit(crashing.wrap)
    // The third write is that of the second alert: the first exists, the others are reserved, then the process dies.
    crashing.crashAt(3, 'before')
    await expect(kit.project(...detections('d', 3))).rejects.toThrow()
    crashing.restart()
    const other = kit.start()
    const written = await kit.memory.list(alerts, TENANT, { limit: 10 })
    expect(written).toHaveLength(1)
    const late = deliver({ service: other, ports: kit.ports }, 'alert-projector', [detection('late')])
    const stream = await open(kit, { lastEventId: '0' })
    const first = stream.take(4)
    await Promise.all([kit.project(...detections('d', 3)), late])
    expect(ids(await first)).toEqual(['1', '2', '3', '4'])
    await stream.close()
  })

  it('skips a sequence whose alert never came, once its reservation is given up', async () => {
    const kit = newKit()
    await kit.project(...detections('d', 2))
    const counter = (await kit.memory.read(alertCounters, TENANT, 'alerts'))!
    const lost = { alert_id: 'alr_lost', sequence: 3, ticket_id: null, reserved_at: kit.clock.now() - 60_000 }
    const withLost = { ...counter.doc, next: 4, reserved: [lost] }
    await kit.memory.write(alertCounters, TENANT, withLost, { expect: counter.version })
    await kit.project(detection('later'))
    const held = await kit.call('listAlerts', { query: { after_sequence: 0, order: 'asc' } })
    expect((held.body as { items: unknown[] }).items).toHaveLength(2)
    const reserved = (await kit.memory.read(alertCounters, TENANT, 'alerts'))!
    await kit.memory.write(alertCounters, TENANT, { ...reserved.doc, reserved: [] }, { expect: reserved.version })
    const stream = await open(kit, { lastEventId: '1' })
    expect(ids(await stream.take(2))).toEqual(['2', '4'])
    await stream.close()
  })

  it.each(['', ' ', '-1', '1.5', '1e3', 'x', '0x1', '9'.repeat(16)])(
    'refuses the Last-Event-ID %j',
    async lastEventId => {
      await expect(newKit().call('streamAlerts', { lastEventId })).rejects.toMatchObject({
        status: 400,
        code: 'last_event_id_invalid',
      })
    },
  )

  it('sends reset when the alerts after Last-Event-ID are no longer stored, and continues with those that are', async () => {
    const kit = newKit()
    await kit.project(...detections('d', 5))
    for (const id of ['alr_d0', 'alr_d1', 'alr_d2']) await kit.memory.remove(alerts, TENANT, id, 1)
    const stream = await open(kit, { lastEventId: '1' })
    const events = await stream.take(3)
    expect(events[0]).toEqual({ event: 'reset', id: '3', data: { reason: 'expired', after: 3 } })
    expect(ids(events.slice(1))).toEqual(['4', '5'])
    await stream.close()
    const all = await open(kit, { lastEventId: '0' })
    expect(ids(await all.take(2))).toEqual(['4', '5'])
    await all.close()
  })

  it('sends reset for a Last-Event-ID that was never issued', async () => {
    const kit = newKit()
    await kit.project(...detections('d', 2))
    const stream = await open(kit, { lastEventId: '900' })
    expect(await stream.take(1)).toEqual([{ event: 'reset', id: '2', data: { reason: 'unknown', after: 2 } }])
    await kit.project(detection('new'))
    expect(ids(await stream.take(1))).toEqual(['3'])
    await stream.close()
  })

  it('shows nothing of another tenant', async () => {
    const kit = newKit()
    const stream = await open(kit, { tenant: OTHER_TENANT })
    await kit.project(...detections('mine', 3))
    await kit.project(detection('theirs', { tenant: OTHER_TENANT }))
    const [event] = await stream.take(1)
    expect(event).toMatchObject({ id: '1', data: { alert_id: 'alr_theirs' } })
    await stream.close()
  })

  it('ends by itself after its time, and leaves room for others when it ends', async () => {
    const kit = createKit({ config: { streamPollMs: 5, streamMaxMs: 20, streamsPerTenant: 1 } })
    const { stream } = await kit.call('streamAlerts')
    await expect(kit.call('streamAlerts')).rejects.toMatchObject({ status: 429, code: 'stream_quota_reached' })
    for await (const event of stream!) expect(event).toBeUndefined()
    await expect(kit.call('streamAlerts')).resolves.toMatchObject({ status: 200 })
  })

  it('leaves room for others when its client leaves before reading it or before it is open', async () => {
    const kit = createKit({ config: { streamsPerTenant: 1 } })
    const reading = new AbortController()
    await kit.call('streamAlerts', { signal: reading.signal })
    reading.abort()
    const opening = new AbortController()
    const answer = kit.call('streamAlerts', { signal: opening.signal })
    opening.abort()
    await answer
    await kit.call('streamAlerts', { signal: AbortSignal.abort() })
    await expect(kit.call('streamAlerts')).resolves.toMatchObject({ status: 200 })
  })
})
