import type { Clock } from '@wardline/kernel'
import type { LogIndex, Registry } from '@wardline/ports'
import { type OutboxBus, openRegistry } from '../mongo/registry.ts'
import { openLogIndex } from '../opensearch/log-index.ts'
import { findEngines, testConfig } from './engines.ts'
import { removeCollections, removeIndices, testSurroundings } from './harnesses.ts'

/** The stores of the distributed profile without its bus, with one prefix: many processes may open the same. */
export interface TestStores {
  readonly registry: Registry
  readonly index: LogIndex
  close(): Promise<void>
}

/** @throws Error when there are no engines */
const configOf = (prefix: string): ReturnType<typeof testConfig> => {
  const engines = findEngines()
  if (!engines) throw new Error('no engines; run npm run engines:up')
  return testConfig(engines, prefix)
}

export async function openTestStores(prefix: string, bus: OutboxBus, clock: Clock): Promise<TestStores> {
  const config = configOf(prefix)
  const surroundings = { ...testSurroundings(), clock }
  const index = await openLogIndex(config.prefix, config.opensearch, surroundings)
  const registry = await openRegistry(config.prefix, config.mongo, bus, surroundings)
  return {
    registry,
    index,
    async close() {
      await registry.close()
      await index.close()
    },
  }
}

/** Removes everything that stores with this prefix have saved. */
export async function removeTestStores(prefix: string): Promise<void> {
  await removeIndices(configOf(prefix))
  await removeCollections(configOf(prefix))
}
