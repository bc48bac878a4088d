import { expect } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { archiveRestores, archives, erasureOrders, logErasures, tierMoves } from '@wardline/registries'
import { DUE, type OpenScene, type Placed } from './scene.ts'
import type { World } from './world.ts'

/**
 * Nobody has lost anything in between; and after one more run of the mover everything is where it should be, once, and intact.
 * @param at when it runs: the dead mover's lease has to run out first.
 */
export async function expectDone(
  folder: string,
  placed: readonly Placed[],
  openScene: OpenScene,
  at = DUE + LEASE_MS,
): Promise<void> {
  const { world, close } = await openScene(folder, at)
  try {
    await expectNothingLost(world, placed)
    await world.eraseAll()
    for (const p of placed) expect([p.name, await world.tierOf(p.tenant, p.name)]).toEqual([p.name, p.after])
    await expectTidy(world, placed)
  } finally {
    await close()
  }
}

/** A mover that died is the mover for this long. */
export const LEASE_MS = 61_000

/** Each event is where it was before, or where it belongs. */
export async function expectNothingLost(world: World, placed: readonly Placed[]): Promise<void> {
  for (const p of placed) {
    const tier = await world.tierOf(p.tenant, p.name)
    expect([p.name, [p.before, p.after]]).toEqual([p.name, expect.arrayContaining([between(tier, p)])])
  }
}

/** A half-done move shows an event in the old tier or in the new one. */
const between = (tier: Placed['after'], { before, after }: Placed): Placed['after'] => {
  // One that is erased while it is restored, or archived, may be in either of the searchable places meanwhile.
  if (tier === 'cold' && before === 'archived' && after === 'gone') return before
  // What is due to go from the archive is archived until the object is removed.
  return tier
}

async function expectTidy(world: World, placed: readonly Placed[]): Promise<void> {
  expect(await world.registry.list(tierMoves, PLATFORM_TENANT, { limit: 10 })).toEqual([])
  const copies = new Map<string, number>()
  for (const partition of await world.index.partitions())
    for (const tenant of await world.index.tenantsOf(partition)) {
      const { events } = await world.index.readPartition(partition, tenant, { limit: 1000 })
      for (const { event_id } of events) copies.set(String(event_id), (copies.get(String(event_id)) ?? 0) + 1)
    }
  for (const p of placed)
    expect([p.name, copies.get(p.name) ?? 0]).toEqual([p.name, ['hot', 'warm', 'cold'].includes(p.after) ? 1 : 0])
  for (const tenant of world.tenants) {
    const records = await world.registry.list(archives, tenant, { where: { state: 'archived' }, limit: 100 })
    const names: string[] = []
    for await (const { day } of world.archive.list(tenant)) names.push(day)
    expect(names).toEqual(records.map(({ doc }) => doc.day).sort())
    expect((await world.call('verifyArchives', tenant)).body).toMatchObject({ damaged: [], objects: records.length })
    const archived = placed.filter(p => p.tenant === tenant && ['archived', 'cold'].includes(p.after))
    expect(records.reduce((sum, { doc }) => sum + doc.manifest.events, 0)).toBe(archived.length)
  }
  const [a] = world.tenants
  const restores = await world.registry.list(archiveRestores, a!, {
    order: { by: 'requested_at', direction: 'asc' },
    limit: 5,
  })
  expect(restores.map(({ doc }) => doc.state)).toEqual(['expired', 'ready'])
  const [erasure] = await world.registry.list(logErasures, a!, { limit: 5 })
  expect(erasure?.doc).toMatchObject({ state: 'waiting_for_retention', sealed_value: null, to_purge: [] })
  expect(await world.registry.list(erasureOrders, PLATFORM_TENANT, { limit: 10 })).toEqual([])
}
