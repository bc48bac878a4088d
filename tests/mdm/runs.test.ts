import { describe, expect, it } from '@jest/globals'
import type { MdmSyncRunDoc } from '@wardline/registries'
import { codeOf } from '@wardline/service-kit/testing'
import { createKit, PROVIDERS } from './kit.ts'

describe('throttling', () => {
  it.each([
    ['seconds', '7'],
    ['an HTTP date', new Date(Date.parse('2026-11-21T09:30:07.000Z')).toUTCString()],
  ])('is waited out as long as Retry-After says, in %s', async (_form, retryAfter) => {
    const kit = createKit({ pageSize: 10 })
    const id = await kit.connect()
    kit.simulator.fault = n => (n === 1 ? { status: 429, retryAfter } : undefined)
    expect(await kit.sync(id)).toMatchObject({ state: 'succeeded', counts: { seen: 25 } })
    expect(kit.waits.reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(6_900)
    expect(kit.waits.reduce((a, b) => a + b, 0)).toBeLessThan(9_000)
  })

  it('longer than a run waits ends it as throttled; the next one comes when the provider listens, and goes on', async () => {
    const kit = createKit({ pageSize: 10 })
    await kit.registerTenant()
    const id = await kit.connect()
    kit.simulator.fault = n => (n === 1 ? { status: 429, retryAfter: '300' } : undefined)
    const run = await kit.sync(id)
    expect(run).toMatchObject({ state: 'throttled', error_code: 'provider_throttled', counts: { seen: 10 } })
    expect(kit.waits).toEqual([])
    kit.clock.advance(299_000)
    await kit.tick()
    expect(await kit.runs(id)).toHaveLength(1)
    kit.clock.advance(2_000)
    const asked = kit.simulator.seen.length
    await kit.tick()
    expect((await kit.runs(id))[0]).toMatchObject({
      state: 'succeeded',
      trigger: 'scheduled',
      complete: true,
      counts: { seen: 25, created: 15, unchanged: 10 },
    })
    // A token and the two pages that were left.
    expect(kit.simulator.seen.length - asked).toBe(3)
  })

  it('without end is given up within the budget of one request', async () => {
    const kit = createKit()
    const id = await kit.connect()
    kit.simulator.fault = () => ({ status: 429 })
    expect(await kit.sync(id)).toMatchObject({ state: 'throttled', error_code: 'provider_throttled' })
    expect(kit.simulator.seen.filter(r => r.startsWith('GET'))).toHaveLength(5)
  })
})

describe('a run', () => {
  it('is one at a time: whoever asks meanwhile is answered with it', async () => {
    const kit = createKit({ pageSize: 2 })
    const id = await kit.connect()
    const ask = () => kit.call('syncMdmConnection', { params: { connection_id: id } })
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(answers.map(a => a.status)).toEqual([202, 202, 202, 202])
    expect(new Set(answers.map(a => a.body.sync_run_id)).size).toBe(1)
    await kit.sync(id)
    expect(kit.bus.published('integration.mdm.sync_completed').length).toBeLessThanOrEqual(2)
    expect((await kit.runs(id)).every(r => r.state === 'succeeded')).toBe(true)
  })

  it('comes by the clock, an interval after the one before, and not for a paused connection', async () => {
    const kit = createKit()
    await kit.registerTenant()
    const id = await kit.connect({ sync_interval_seconds: 600 })
    await kit.tick()
    expect(await kit.runs(id)).toHaveLength(0)
    kit.clock.advance(600_000)
    await kit.tick()
    expect(await kit.runs(id)).toMatchObject([{ trigger: 'scheduled', state: 'succeeded' }])
    await kit.patch(id, { state: 'paused' })
    kit.clock.advance(6_000_000)
    await kit.tick()
    expect(await kit.runs(id)).toHaveLength(1)
    expect(await codeOf(kit.call('syncMdmConnection', { params: { connection_id: id } }))).toBe('state_conflict')
    await kit.patch(id, { state: 'active' })
    kit.clock.advance(600_000)
    await kit.tick()
    expect(await kit.runs(id)).toHaveLength(2)
  })

  it('tells of its end once, with counts and ids only', async () => {
    const kit = createKit()
    const id = await kit.connect()
    const run = await kit.sync(id)
    const events = kit.bus.published('integration.mdm.sync_completed')
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      correlation_id: 'cor_test',
      subject: { type: 'mdm_sync_run', id: run.sync_run_id },
    })
    expect(Object.keys(events[0]!.payload).sort()).toEqual([
      'connection_id',
      'counts',
      'error_code',
      'finished_at',
      'provider',
      'started_at',
      'state',
      'sync_run_id',
    ])
  })

  it('ends at its next page when an operator pauses the connection', async () => {
    const kit = createKit({ pageSize: 5 })
    const id = await kit.connect()
    let pausing: Promise<unknown> | undefined
    kit.simulator.fault = n => {
      if (n === 1) pausing = kit.patch(id, { state: 'paused' })
      return undefined
    }
    const run = await kit.sync(id)
    await pausing
    expect(run).toMatchObject({ state: 'partial', error_code: 'connection_changed', complete: false })
    expect(await kit.connection(id)).toMatchObject({ state: 'paused', next_sync_at: null })
  })
})

describe.each(PROVIDERS)('a crash of %s in mid-run', provider => {
  it('at any write: the next process goes on, every device counts once, and the end is told once', async () => {
    for (let crashAt = 1; crashAt < 60; crashAt += 3) {
      const kit = createKit({ provider, devices: 12, pageSize: 4 })
      await kit.registerTenant()
      const id = await kit.connect()
      let writes = 0
      const dying = { ...kit.ports, registry: { ...kit.ports.registry } }
      dying.registry.write = async (...args) => {
        if (++writes > crashAt) throw new Error('the process is gone')
        return kit.ports.registry.write(...args)
      }
      kit.restart(dying)
      await kit.sync(id).catch(() => undefined)
      kit.restart()
      kit.clock.advance(31_000)
      await kit.tick()
      const runs = await kit.runs(id)
      if (runs.length === 0) continue
      expect(runs).toHaveLength(1)
      expect(runs[0]).toMatchObject({
        state: 'succeeded',
        counts: { seen: 12, created: 12, changed: 0, unchanged: 0, missing: 0 },
      })
      expect(kit.bus.published('integration.mdm.sync_completed')).toHaveLength(1)
      expect(await kit.snapshots()).toHaveLength(12)
    }
  })

  it('leaves a lease that nobody breaks before its time', async () => {
    const kit = createKit({ provider, devices: 12, pageSize: 4 })
    await kit.registerTenant()
    const id = await kit.connect()
    kit.simulator.fault = n =>
      n === 2
        ? (() => {
            throw new Error('gone')
          })()
        : undefined
    const dying = { ...kit.ports, registry: { ...kit.ports.registry } }
    let dead = false
    dying.registry.write = async (...args) => {
      const doc = args[2] as unknown as MdmSyncRunDoc
      dead ||= doc.checkpoint?.page === 2
      if (dead) throw new Error('the process is gone')
      return kit.ports.registry.write(...args)
    }
    kit.restart(dying)
    await kit.sync(id)
    kit.simulator.fault = () => undefined
    kit.restart()
    await kit.tick()
    expect(await kit.runs(id)).toMatchObject([{ state: 'running' }])
    kit.clock.advance(31_000)
    await kit.tick()
    expect(await kit.runs(id)).toMatchObject([{ state: 'succeeded', counts: { seen: 12, created: 12 } }])
  })
})
