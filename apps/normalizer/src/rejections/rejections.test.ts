import { describe, expect, it } from '@jest/globals'
import { sealEvent } from '@wardline/events'
import { normalizerLedger, rejections } from '@wardline/registries'
import type { Normalize } from '../normalize/types.ts'
import { createNormalize } from '../pipeline/normalize.ts'
import { as, codeOf, createKit, OTHER_TENANT, received, TENANT } from '../testing/kit.ts'

const SECRET = 'Failed password for ann from 203.0.113.9'

/** A kit whose parser is broken until the test fixes it, and a log that it has rejected. */
async function withRejection() {
  const real = createNormalize()
  let broken = true
  const normalize: Normalize = (payload, context) => {
    if (broken) throw new Error(payload.raw)
    return real(payload, context)
  }
  const kit = createKit({ normalize })
  const raw = sealEvent(kit.ports.keyring, received('1', { raw: SECRET }), { raw: '' })
  await kit.deliver([raw])
  const { body } = await kit.call('listRejections')
  const [rejection] = body.items as { rejection_id: string }[]
  const params = { rejection_id: rejection!.rejection_id }
  const mend = (): void => {
    broken = false
  }
  return { ...kit, raw, params, mend }
}

describe('rejections', () => {
  it('say what is known about the log, but never contain it', async () => {
    const { call, params, raw } = await withRejection()
    const { body, version } = await call('readRejection', { params })
    expect(version).toBe(1)
    expect(body).toEqual({
      rejection_id: params.rejection_id,
      kind: 'log.event.received',
      envelope_id: raw.id,
      log_source_id: 'src_1',
      event_id: 'evt_1',
      code: 'normalize_failed',
      state: 'open',
      attempts: 1,
      replayable: true,
      rejected_at: '2026-11-21T09:30:00.000Z',
      resolved_at: null,
      resolution_reason: null,
      expires_at: '2026-12-21T09:30:00.000Z',
      version: 1,
    })
  })

  it('are sealed at rest', async () => {
    const { memory, params } = await withRejection()
    const stored = await memory.read(rejections.normalizer, TENANT, params.rejection_id)
    const text = JSON.stringify(stored)
    expect(stored?.doc.sealed_envelope).toEqual(expect.any(String))
    expect(text).not.toContain('ann')
    expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(4, 24))
  })

  it('exist once per envelope, however often it is delivered', async () => {
    const { deliver, call, raw } = await withRejection()
    await deliver([raw])
    expect((await call('listRejections')).body.items).toHaveLength(1)
  })

  it('are listed by state, code and source, newest first', async () => {
    const { deliver, call, clock, params } = await withRejection()
    clock.advance(1_000)
    await deliver([received('2', { log_source_id: 'src_2' })], 1)
    await call('discardRejection', { params, body: { reason: 'test traffic' } })
    const events = async (search: string) =>
      ((await call('listRejections', { search })).body.items as { event_id: string }[]).map(r => r.event_id)
    expect(await events('')).toEqual(['evt_2', 'evt_1'])
    expect(await events('state=open')).toEqual(['evt_2'])
    expect(await events('log_source_id=src_1')).toEqual(['evt_1'])
    expect(await events('code=normalize_failed')).toEqual(['evt_2', 'evt_1'])
    expect(await events('code=mapping_refused')).toEqual([])
    expect(await codeOf(call('listRejections', { search: 'state=closed' }))).toBe('query_invalid')
  })

  it('of another tenant are not found when read, replayed or discarded', async () => {
    const { call, params } = await withRejection()
    const principal = as('operator', OTHER_TENANT)
    expect((await call('listRejections', { principal })).body.items).toEqual([])
    expect(await codeOf(call('readRejection', { principal, params }))).toBe('not_found')
    expect(await codeOf(call('replayRejection', { principal, params }))).toBe('not_found')
    expect(await codeOf(call('discardRejection', { principal, params, body: { reason: 'x' } }))).toBe('not_found')
  })
})

describe('replaying', () => {
  it('processes the same envelope the same way and does not count it again', async () => {
    const { call, params, mend, raw, index, bus, memory } = await withRejection()
    mend()
    const { body } = await call('replayRejection', { params })
    expect(body).toMatchObject({ state: 'replayed', attempts: 2, replayable: false, resolved_at: expect.any(String) })
    expect(index.items().map(i => i.eventId)).toEqual(['evt_1'])
    expect(bus.published('log.event.normalized')).toMatchObject([
      { causation_id: raw.id, correlation_id: 'cor_1', payload: { event_id: 'evt_1', received_position: null } },
    ])
    expect((await memory.read(normalizerLedger, TENANT, 'src_1'))?.doc.counts).toEqual({ rejected: 1 })
    expect((await memory.read(rejections.normalizer, TENANT, params.rejection_id))?.doc.sealed_envelope).toBeNull()
  })

  it('leaves the rejection open when it fails again', async () => {
    const { call, params, index } = await withRejection()
    const { status, body } = await call('replayRejection', { params })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'open', code: 'normalize_failed', attempts: 2, replayable: true })
    expect(index.items()).toEqual([])
  })

  it('is refused for a rejection that is no longer open', async () => {
    const { call, params, mend } = await withRejection()
    mend()
    await call('replayRejection', { params })
    expect(await codeOf(call('replayRejection', { params }))).toBe('state_conflict')
    expect(await codeOf(call('discardRejection', { params, body: { reason: 'x' } }))).toBe('state_conflict')
  })
})

describe('discarding', () => {
  it('removes the log and keeps the reason', async () => {
    const { call, params, memory } = await withRejection()
    const { body } = await call('discardRejection', { params, body: { reason: 'test traffic' } })
    expect(body).toMatchObject({ state: 'discarded', resolution_reason: 'test traffic', replayable: false })
    expect((await memory.read(rejections.normalizer, TENANT, params.rejection_id))?.doc.sealed_envelope).toBeNull()
    expect(await codeOf(call('replayRejection', { params }))).toBe('state_conflict')
  })

  it.each([[{}], [{ reason: '' }], [{ reason: 'x'.repeat(513) }], [{ reason: 'x', state: 'open' }]])(
    'refuses %j',
    async body => {
      const { call, params } = await withRejection()
      expect(await codeOf(call('discardRejection', { params, body }))).toBe('validation_failed')
    },
  )
})
