import {
  createMemoryArchive,
  createMemoryBus,
  createMemoryLogIndex,
  createMemoryRegistry,
  createTestClock,
} from '@wardline/ports/testing'
import { createWorld, type Engines, type World } from './world.ts'

/** A world over engines in memory. */
export async function memoryWorld(
  tenantCount: number,
  through: (engines: Engines) => Engines = engines => engines,
): Promise<World> {
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const engines = {
    bus,
    registry: createMemoryRegistry({ bus, clock }),
    index: createMemoryLogIndex(clock),
    archive: createMemoryArchive(),
  }
  return createWorld(through(engines), { tenantCount, clock })
}
