import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createFileArchive, type DurableFiles } from '@wardline/archive'
import { openEmbedded } from '@wardline/engines-embedded'
import type { TenantId } from '@wardline/kernel'
import { DAY_MS } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import type { Engines, World } from './world.ts'
import { createWorld } from './world.ts'

/** The moment at which everything is due at once. */
const START = Date.parse('2026-01-01T09:00:00Z')
export const DUE = START + 400 * DAY_MS

/** An event of the scene and where it is before the run of the mover that is killed, and after one that is not. */
export interface Placed {
  readonly name: string
  readonly tenant: TenantId
  readonly before: Awaited<ReturnType<World['tierOf']>>
  readonly after: Awaited<ReturnType<World['tierOf']>>
}

/**
 * Lays out a data folder in which one run of the mover has something of everything to do: seal, archive, expire from the archive and from a
 * shared partition, load and end a restore, erase a subject from hot, warm and cold.
 */
export async function layScene(folder: string, open: OpenScene = openScene): Promise<readonly Placed[]> {
  const { world, close, clock } = await open(folder, START)
  const [a, b, c] = world.tenants as [TenantId, TenantId, TenantId]
  const placed: Placed[] = []
  const put = async (
    tenant: TenantId,
    age: number,
    before: Placed['before'],
    after: Placed['after'],
    user?: string,
  ) => {
    const name = `evt_${placed.length}a${age}`
    clock.set(DUE - age * DAY_MS)
    await world.deliver({ tenant, eventTime: clock.now(), eventId: name, ...(user ? { user } : {}) })
    placed.push({ name, tenant, before, after })
  }
  try {
    // c keeps its events for 60 days: they go from the standard class's partition, which a and b share, while that is warm.
    clock.set(DUE - 380 * DAY_MS)
    await world.call('updateRetention', c, { body: { hot_days: 30, warm_days: 60, cold_days: 60 }, ifMatch: '*' })
    await world.call('updateRetention', b, { body: { hot_days: 30, warm_days: 90, cold_days: 300 }, ifMatch: '*' })
    await put(a, 350, 'cold', 'archived')
    await put(b, 300, 'archived', 'gone')
    await put(a, 200, 'archived', 'cold')
    await put(a, 200, 'archived', 'gone', 'alice')
    await put(b, 200, 'archived', 'archived')
    await put(a, 90, 'warm', 'archived')
    await put(b, 90, 'warm', 'archived')
    await put(a, 60, 'warm', 'warm')
    await put(c, 60, 'warm', 'gone')
    await put(a, 60, 'warm', 'gone', 'alice')
    await put(a, 30, 'hot', 'warm')
    await put(b, 30, 'hot', 'warm')
    await put(a, 1, 'hot', 'gone', 'alice')
    await put(a, 1, 'hot', 'hot')
    clock.set(DUE - DAY_MS + 3_600_000)
    await world.moveTiers()
    const day = (age: number): string => new Date(DUE - age * DAY_MS).toISOString().slice(0, 10)
    const restored = { from: day(350), to: day(350), searchable_seconds: 60 }
    await world.call('createArchiveRestore', a, { body: restored })
    await world.moveTiers()
    clock.set(DUE)
    await world.call('createArchiveRestore', a, { body: { from: day(200), to: day(200) } })
    const subject = { type: 'user', value: 'Alice' }
    await world.call('createLogErasure', a, { body: { subject, reason: 'asked for it' } })
    return placed
  } finally {
    await close()
  }
}

export interface Scene {
  readonly world: World
  readonly clock: ReturnType<typeof createTestClock>
  close(): Promise<void>
}

/** What a test puts between the services and their engines. */
export interface Through {
  readonly engines?: (engines: Engines) => Engines
  readonly files?: DurableFiles
}

export type OpenScene = (folder: string, at: number, through?: Through) => Promise<Scene>

/** The scene on the engines of the embedded profile. */
export const openScene: OpenScene = async (folder, at, through = {}) => {
  const clock = createTestClock(at)
  const { close, ...engines } = await openEmbedded({ dataDir: join(folder, 'data'), clock })
  const all = { ...engines, archive: createFileArchive(join(folder, 'archive'), through.files) }
  const world = await createWorld(through.engines?.(all) ?? all, { tenantCount: 3, clock })
  return { world, clock, close }
}

export const copyScene = (from: string, to: string): void => cpSync(from, to, { recursive: true })
