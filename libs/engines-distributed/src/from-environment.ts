import { readConfig, setting } from '@wardline/kernel'
import { DEFAULTS } from './config.ts'
import { type DistributedEngines, type OpenOptions, openDistributed } from './open-distributed.ts'

// temporary
const SETTINGS = {
  WARDLINE_ENGINE_PREFIX: setting.text({ fallback: '' }),
  WARDLINE_KAFKA_BROKERS: setting.list(),
  WARDLINE_SCHEMA_REGISTRY_URL: setting.text(),
  WARDLINE_MONGODB_URL: setting.text(),
  WARDLINE_OPENSEARCH_URL: setting.list(),
}
export function distributedEngines(
  env: NodeJS.ProcessEnv,
): (options: Omit<OpenOptions, 'config'>) => Promise<DistributedEngines> {
  const c = readConfig(env, SETTINGS)
  const config = {
    prefix: c.WARDLINE_ENGINE_PREFIX,
    kafka: { ...DEFAULTS.kafka, brokers: c.WARDLINE_KAFKA_BROKERS },
    schemaRegistry: { url: c.WARDLINE_SCHEMA_REGISTRY_URL },
    mongo: { ...DEFAULTS.mongo, url: c.WARDLINE_MONGODB_URL },
    opensearch: { ...DEFAULTS.opensearch, urls: c.WARDLINE_OPENSEARCH_URL },
  }
  return options => openDistributed({ ...options, config })
}
