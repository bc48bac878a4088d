import { describe, expect, it } from '@jest/globals'
import { createKit, PROVIDERS } from './kit.ts'

describe.each(PROVIDERS)('a sync of %s', provider => {
  it('sees every device once, over pages', async () => {
    const kit = createKit({ provider, devices: 25, pageSize: 4 })
    const id = await kit.connect()
    const run = await kit.sync(id)
    expect(run).toMatchObject({
      state: 'succeeded',
      error_code: null,
      complete: true,
      counts: { seen: 25, created: 25, changed: 0, unchanged: 0, missing: 0 },
      drift: [],
    })
    expect(await kit.snapshots()).toHaveLength(25)
  })

  it('tells new, changed and unchanged apart', async () => {
    const kit = createKit({ provider, devices: 25, pageSize: 7 })
    const id = await kit.connect()
    await kit.sync(id)
    kit.fleet.change('3', { osVersion: '99.1' })
    kit.fleet.add(2)
    expect((await kit.sync(id)).counts).toEqual({ seen: 27, created: 2, changed: 1, unchanged: 24, missing: 0 })
  })
})
