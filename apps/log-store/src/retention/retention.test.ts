import { describe, expect, it } from '@jest/globals'
import { as, codeOf, createKit, OTHER_TENANT } from '../testing/kit.ts'

const admin = as('admin')

function ready() {
  const kit = createKit()
  const patch = (body: unknown, ifMatch?: string) =>
    kit.call('updateRetention', { principal: admin, body, ...(ifMatch ? { ifMatch } : {}) })
  return { ...kit, patch, read: (principal = admin) => kit.call('readRetention', { principal }) }
}

describe('GET /settings/retention', () => {
  it('returns the defaults until somebody changes them', async () => {
    const { body, version } = await ready().read()
    expect(version).toBe(1)
    expect(body).toEqual({
      hot_days: 30,
      warm_days: 90,
      cold_days: 2_190,
      retention_class: 'standard',
      applies_from: null,
      version: 1,
      updated_at: null,
    })
  })
})

describe('PATCH /settings/retention', () => {
  it('changes the named settings, immediately if nothing gets shorter', async () => {
    const { patch, read } = ready()
    const { body, version } = await patch({ hot_days: 60 }, '"1"')
    expect(version).toBe(2)
    expect(body).toMatchObject({
      hot_days: 60,
      warm_days: 90,
      cold_days: 2_190,
      retention_class: 'extended',
      applies_from: '2026-11-21T09:30:00.000Z',
      version: 2,
    })
    expect((await read()).body).toEqual(body)
    expect((await read(as('admin', OTHER_TENANT))).body).toMatchObject({ hot_days: 30 })
  })

  it('applies to new events: a shorter period takes effect after 7 days and can be undone before', async () => {
    const { patch, clock } = ready()
    await patch({ hot_days: 90, warm_days: 365 }, '"1"')
    const { body } = await patch({ hot_days: 8, warm_days: 30 }, '"2"')
    expect(body).toMatchObject({ applies_from: '2026-11-28T09:30:00.000Z', retention_class: 'brief' })
    clock.advance(3_000)
    expect((await patch({ hot_days: 90, warm_days: 365 }, '"3"')).body).toMatchObject({
      applies_from: '2026-11-21T09:30:03.000Z',
    })
  })

  it('leaves evidence', async () => {
    const { patch, bus } = ready()
    await patch({ cold_days: 3_650 }, '*')
    expect(bus.published('internal.evidence.fact')).toMatchObject([
      { payload: { evidence_type: 'settings_change', details: { cold_days: 3_650, previous: { cold_days: 2_190 } } } },
    ])
  })

  it('requires the version that was read, and refuses any other', async () => {
    const { patch } = ready()
    expect(await codeOf(patch({ hot_days: 20 }))).toBe('precondition_required')
    expect(await codeOf(patch({ hot_days: 20 }, '"2"'))).toBe('precondition_failed')
    expect((await patch({ hot_days: 20 }, '"1"')).status).toBe(200)
    expect(await codeOf(patch({ hot_days: 21 }, '"1"'))).toBe('precondition_failed')
  })

  it.each([
    [{ hot_days: 7 }, '/hot_days'],
    [{ hot_days: 91, warm_days: 120 }, '/hot_days'],
    [{ warm_days: 366 }, '/warm_days'],
    [{ warm_days: 29 }, '/warm_days'],
    [{ cold_days: 3_651 }, '/cold_days'],
    [{ cold_days: 89 }, '/cold_days'],
    [{ hot_days: -1 }, '/hot_days'],
  ])('refuses %j as out of bounds', async (body, pointer) => {
    await expect(ready().patch(body, '"1"')).rejects.toMatchObject({
      code: 'retention_out_of_bounds',
      status: 422,
      errors: [{ pointer }],
    })
  })

  it.each([[{ hot_days: 8, warm_days: 8, cold_days: 8 }], [{ hot_days: 90, warm_days: 365, cold_days: 3_650 }]])(
    'accepts values on the bounds: %j',
    async body => {
      expect((await ready().patch(body, '"1"')).body).toMatchObject(body)
    },
  )

  it.each([[{ hot_days: '30' }], [{ hot_days: 30.5 }], [{ hot_days: null }], [{ frozen_days: 1 }], [{ version: 2 }]])(
    'refuses %j because it breaks the schema',
    async body => {
      expect(await codeOf(ready().patch(body, '"1"'))).toBe('validation_failed')
    },
  )
})
