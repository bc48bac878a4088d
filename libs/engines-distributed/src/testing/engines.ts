import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { newId } from '@wardline/kernel'
import { DEFAULTS, type DistributedConfig } from '../config.ts'
import type { EngineLog } from '../surroundings.ts'

export interface Addresses {
  readonly kafka: string
  readonly registry: string
  readonly mongo: string
  readonly opensearch: string
}

/** The engines of the environment, or those that `npm run engines:up` has started. */
export function findEngines(): Addresses | undefined {
  const { env } = process
  const kafka = env.WARDLINE_KAFKA_BROKERS
  const registry = env.WARDLINE_SCHEMA_REGISTRY_URL
  const mongo = env.WARDLINE_MONGODB_URL
  const opensearch = env.WARDLINE_OPENSEARCH_URL
  if (kafka && registry && mongo && opensearch) return { kafka, registry, mongo, opensearch }
  const state = env.WARDLINE_ENGINES_DIR ?? fileURLToPath(new URL('../../../../.engines', import.meta.url))
  const file = `${state}/engines.json`
  if (!existsSync(file)) return undefined
  const { running } = JSON.parse(readFileSync(file, 'utf8')) as { running: Record<string, { url: string }> }
  return {
    kafka: running.kafka!.url,
    registry: running.registry!.url,
    mongo: running.mongo!.url,
    opensearch: running.opensearch!.url,
  }
}

/** Settings of one test: its own prefix, a quick start, and events that are found at once. */
export function testConfig(at: Addresses, prefix = `t${newId('env').slice(4, 14)}-`): DistributedConfig {
  return {
    prefix,
    kafka: {
      ...DEFAULTS.kafka,
      brokers: at.kafka.split(','),
      partitions: 2,
      replicationFactor: 1,
      minInsyncReplicas: 1,
      heartbeatMs: 300,
      sessionTimeoutMs: 10_000,
      lagPollMs: 200,
    },
    schemaRegistry: { url: at.registry },
    mongo: { ...DEFAULTS.mongo, url: at.mongo, database: 'wardline_tests', relayPollMs: 300 },
    opensearch: { ...DEFAULTS.opensearch, urls: [at.opensearch], refreshMs: 0, replicas: '0-0' },
  }
}

export const silentLog: EngineLog = { info() {}, warn() {}, error() {} }
