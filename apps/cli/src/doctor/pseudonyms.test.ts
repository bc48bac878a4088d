import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, PLATFORM_TENANT, rfc3339, type WrappedKey } from '@wardline/kernel'
import { createMemoryBus, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import { DATA_KEYS_ID, dataKeys, restores, tenants } from '@wardline/registries'
import { epochsOnEngines } from './pseudonyms.ts'

const HOUR_MS = 3_600_000

/** Engines whose registry knows these epochs, and whose index has events of others. */
async function engines(known: readonly number[], ofEvents: readonly (number | undefined)[]) {
  const clock = createTestClock()
  const registry = createMemoryRegistry({ bus: createMemoryBus({ validate: false }), clock })
  const keys = known.map((epoch): WrappedKey => ({ purpose: 'pseudonyms', epoch, wrapped: 'x' }))
  const doc = { id: DATA_KEYS_ID, keys, created_at: rfc3339(clock.now()), rotated_at: null }
  await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: 'absent' })
  await registry.write(tenants, PLATFORM_TENANT, { id: DEFAULT_TENANT, name: 'a', state: 'active' } as never, {
    expect: 'absent',
  })
  const spans: { from: number; to: number }[] = []
  const index = {
    async search(_: unknown, { from, to }: { from: number; to: number }) {
      spans.push({ from, to })
      return { items: ofEvents.map(epoch => ({ event: { pseudonym_epoch: epoch }, tier: 'hot' })), next: null } as never
    },
  }
  const restore = (backup_taken_at: string | null) =>
    registry.write(
      restores,
      PLATFORM_TENANT,
      { id: 'res_1', settled_at: rfc3339(clock.now()), backup_taken_at } as never,
      {
        expect: 'absent',
      },
    )
  return { clock, spans, restore, findings: () => epochsOnEngines({ registry, index }, clock) }
}

describe('doctor on pseudonyms of the engines', () => {
  it('says which epoch is in use, and looks at no event where nothing was restored', async () => {
    const { findings, spans } = await engines([1, 2], [3])
    expect(await findings()).toMatchObject([{ state: 'ok', finding: expect.stringMatching(/^epoch 2 since/) }])
    expect(spans).toEqual([])
  })

  it('names the epochs that a restore has lost, by the events since the backup', async () => {
    const { findings, restore, clock, spans } = await engines([1, 9], [undefined, 1, 3, 2, 3])
    const taken = clock.now()
    clock.advance(HOUR_MS)
    await restore(rfc3339(taken))
    clock.advance(HOUR_MS)
    expect(await findings()).toMatchObject([
      {
        state: 'bad',
        finding: expect.stringMatching(/^epoch 2, 3 has no key/),
        advice: expect.stringContaining('put-back'),
      },
    ])
    expect(spans).toEqual([{ from: taken, to: taken + HOUR_MS }])
  })

  it('is content where the keys of all of them are there', async () => {
    const { findings, restore, clock } = await engines([1, 2], [1, 2])
    await restore(null)
    clock.advance(HOUR_MS)
    expect(await findings()).toMatchObject([{ state: 'ok' }])
  })
})
