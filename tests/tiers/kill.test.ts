import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { archiveRestores, archives, logErasures, tierMoves } from '@wardline/registries'
import { copyScene, DUE, layScene, openScene, type Placed } from './scene.ts'
import type { World } from './world.ts'

const CHILD = fileURLToPath(new URL('./killed-mover.ts', import.meta.url))
const LANES = 4

/** Runs the mover in a process of its own. @returns its number of steps, undefined when it was killed. */
const runKilled = (folder: string, step: number, delay: number): Promise<number | undefined> =>
  new Promise((resolve, reject) =>
    execFile(process.execPath, [CHILD, folder, String(step), String(delay)], (error, stdout, stderr) => {
      if (!error) return resolve(Number(stdout))
      if (error.signal === 'SIGKILL') return resolve(undefined)
      reject(new Error(stderr))
    }),
  )

describe('the tier mover, killed with -9 at every step of every move', () => {
  const root = mkdtempSync(join(tmpdir(), 'wardline-kill-'))
  const scene = join(root, 'scene')
  let placed: readonly Placed[]
  beforeAll(async () => {
    placed = await layScene(scene)
  }, 60_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('has before it moves what the scene says', async () => {
    const folder = join(root, 'before')
    copyScene(scene, folder)
    const { world, close } = await openScene(folder, DUE)
    try {
      for (const p of placed) expect([p.name, await world.tierOf(p.tenant, p.name)]).toEqual([p.name, p.before])
    } finally {
      await close()
    }
  })

  it('loses nothing, doubles nothing, and ends where it would have ended', async () => {
    const unharmed = join(root, 'unharmed')
    copyScene(scene, unharmed)
    const steps = (await runKilled(unharmed, -1, 0)) as number
    expect(steps).toBeGreaterThan(40)
    await expectDone(unharmed, placed)

    const kills = process.env.KILLS
      ? process.env.KILLS.split(',').map(Number)
      : Array.from({ length: steps }, (_, step) => step)
    const lane = async (): Promise<void> => {
      for (let step = kills.shift(); step !== undefined; step = kills.shift()) {
        const folder = join(root, `kill-${step}`)
        copyScene(scene, folder)
        // Every other one is killed a moment into the step: within a transaction, a compaction, a file that is being written.
        const killed = await runKilled(folder, step, step % 2 === 0 ? 0 : 1 + (step % 7))
        if (step % 2 === 0) expect([step, killed]).toEqual([step, undefined])
        await expectDone(folder, placed).catch(fault => {
          throw new Error(`killed at step ${step}`, { cause: fault })
        })
        rmSync(folder, { recursive: true })
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }, 240_000)
})

/** Nobody has lost anything in between; and after one more run of the mover everything is where it should be, once, and intact. */
async function expectDone(folder: string, placed: readonly Placed[]): Promise<void> {
  // The dead mover's lease has to run out first.
  const { world, close } = await openScene(folder, DUE + 61_000)
  try {
    for (const p of placed) {
      const tier = await world.tierOf(p.tenant, p.name)
      expect([p.name, [p.before, p.after]]).toEqual([p.name, expect.arrayContaining([between(tier, p)])])
    }
    await world.moveTiers()
    for (const p of placed) expect([p.name, await world.tierOf(p.tenant, p.name)]).toEqual([p.name, p.after])
    await expectTidy(world, placed)
  } finally {
    await close()
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
  expect(erasure?.doc).toMatchObject({ state: 'done', sealed_value: null })
}
