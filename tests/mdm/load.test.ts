import { describe, expect, it } from '@jest/globals'
import { createKit } from './kit.ts'

describe('a fleet of 10,000 devices', () => {
  it('is synced page by page: no more than a page of devices is ever read ahead of what is stored', async () => {
    const kit = createKit({ devices: 10_000, pageSize: 1_000, config: { concurrentWrites: 32 } })
    const id = await kit.connect()
    let unwritten = 0
    let most = 0
    kit.simulator.fault = () => {
      unwritten += 500
      most = Math.max(most, unwritten)
      return undefined
    }
    const write = kit.memory.write
    const registry = { ...kit.ports.registry }
    registry.write = async (c, tenant, doc, options) => {
      if ((c.name as string) === 'mdm_devices') unwritten--
      return write(c, tenant, doc, options)
    }
    kit.restart({ ...kit.ports, registry })
    const run = await kit.sync(id)
    expect(run).toMatchObject({ state: 'succeeded', complete: true, counts: { seen: 10_000, created: 10_000 } })
    expect(most).toBeLessThanOrEqual(500)
  }, 120_000)
})
