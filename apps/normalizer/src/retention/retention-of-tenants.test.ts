import { describe, expect, it } from '@jest/globals'
import { DEFAULT_PERIODS, RETENTION_ID, withClass } from '@wardline/log-event'
import { retentionSettings } from '@wardline/registries'
import { createKit, received, TENANT } from '../testing/kit.ts'

describe('the retention class of an event', () => {
  it('comes from the settings in force when the event is received', async () => {
    const { memory, clock, deliver, index } = createKit()
    const settings = {
      id: RETENTION_ID,
      ...withClass({ hot_days: 8, warm_days: 30, cold_days: 2_190 }),
      applies_from: '2026-11-28T09:30:00.000Z',
      previous: withClass({ hot_days: 90, warm_days: 365, cold_days: 2_190 }),
      updated_at: '2026-11-21T09:30:00.000Z',
    }
    await memory.write(retentionSettings, TENANT, settings, { expect: 'absent' })
    await deliver([
      received('before', { received_at: '2026-11-28T09:29:59.999Z' }),
      received('after', { received_at: '2026-11-28T09:30:00.000Z' }),
    ])
    expect(index.items().map(i => i.retentionClass)).toEqual(['longest', 'brief'])
    const next = { ...settings, ...DEFAULT_PERIODS, applies_from: '2026-11-21T09:30:00.000Z' }
    await memory.write(retentionSettings, TENANT, next, { expect: 1 })
    await deliver([received('at once')], 2)
    expect(index.items().at(-1)?.retentionClass).toBe('longest')
    clock.advance(2_001)
    await deliver([received('two seconds later')], 3)
    expect(index.items().at(-1)?.retentionClass).toBe('standard')
  })
})
