import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDistributed, readDistributedConfig } from '@wardline/engines-distributed'
import { openEmbedded } from '@wardline/engines-embedded'
import { newId } from '@wardline/kernel'
import type { createTestClock } from '@wardline/ports/testing'
import { findOrStartEngines } from '../../../tools/test/engines.ts'
import type { Engines } from '../../tiers/world.ts'

type Clock = ReturnType<typeof createTestClock>

/** Engines of a benchmark, with nothing in them. */
export interface Subject {
  readonly engines: Omit<Engines, 'archive'>
  /** Where OpenSearch is, and what its indices' names begin with; undefined on the embedded engines. */
  readonly opensearch?: { readonly url: string; readonly prefix: string }
  /** The same engines by another way to OpenSearch. */
  through?(url: string): Promise<{ readonly engines: Omit<Engines, 'archive'>; close(): Promise<void> }>
  /** What the partitions take on the disk, once what was written has settled. */
  size(): Promise<number>
  close(): Promise<void>
}

export const openSubject = (profile: string, folder: string, clock: Clock): Promise<Subject> =>
  profile === 'distributed' ? onRealEngines(clock) : onEmbedded(folder, clock)

async function onEmbedded(folder: string, clock: Clock): Promise<Subject> {
  const { close, ...engines } = await openEmbedded({ dataDir: join(folder, 'data'), clock })
  return {
    engines,
    // Without the write-ahead log, which is of one size however much there is.
    size: async () =>
      globSync(join(folder, 'data/index/[0-9]*/*.sqlite')).reduce((sum, file) => sum + statSync(file).size, 0),
    close,
  }
}

async function onRealEngines(clock: Clock): Promise<Subject> {
  const found = await findOrStartEngines()
  if (!found) throw new Error('the distributed profile needs engines')
  const prefix = `bench${newId('env').slice(4, 12)}-`
  const environment = {
    ...found.environment,
    WARDLINE_ENGINE_PREFIX: prefix,
    WARDLINE_KAFKA_REPLICATION_FACTOR: '1',
    WARDLINE_KAFKA_MIN_INSYNC_REPLICAS: '1',
    WARDLINE_OPENSEARCH_REPLICAS: '0-0',
  }
  const config = readDistributedConfig(environment)
  const { close, health: _, ...engines } = await openDistributed({ config, log: console, clock })
  const [url] = config.opensearch.urls
  const search = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/${prefix}logs-*/${path}`, { method: 'POST' })).json()
  return {
    engines,
    opensearch: { url: String(url), prefix },
    async through(other) {
      const config = readDistributedConfig({ ...environment, WARDLINE_OPENSEARCH_URL: other })
      const { close, health: _, ...engines } = await openDistributed({ config, log: console, clock })
      return { engines, close }
    },
    async size() {
      await search('_flush?wait_if_ongoing=true')
      const stats = (await (await fetch(`${url}/${prefix}logs-*/_stats/store`)).json()) as {
        _all: { primaries: { store?: { size_in_bytes: number } } }
      }
      return stats._all.primaries.store?.size_in_bytes ?? 0
    },
    async close() {
      for (const partition of await engines.index.partitions()) await engines.index.drop(partition)
      await close()
      await found.stop()
    },
  }
}
