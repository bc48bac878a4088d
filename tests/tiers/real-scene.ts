import { basename, join } from 'node:path'
import { createFileArchive } from '@wardline/archive'
import { findEngines, openTestStores, removeTestStores } from '@wardline/engines-distributed/testing'
import { createMemoryBus, createTestClock } from '@wardline/ports/testing'
import type { OpenScene } from './scene.ts'
import { createWorld } from './world.ts'

export const realEngines = findEngines()

/** What the engines keep of a scene is found by its folder's name, in which its archive lies. */
const prefixOf = (folder: string): string => `${basename(folder).toLowerCase()}-`

/** The scene on MongoDB and OpenSearch. What is published goes nowhere. */
export const openRealScene: OpenScene = async (folder, at, through = {}) => {
  const clock = createTestClock(at)
  const bus = createMemoryBus({ clock, validate: false })
  const { registry, index, close } = await openTestStores(prefixOf(folder), { ...bus, pass: bus.publish }, clock)
  const all = { bus, registry, index, archive: createFileArchive(join(folder, 'archive'), through.files) }
  const world = await createWorld(through.engines?.(all) ?? all, { tenantCount: 3, clock })
  return { world, clock, close }
}

export const removeRealScene = (folder: string): Promise<void> => removeTestStores(prefixOf(folder))
