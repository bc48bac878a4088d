import { readFileSync } from 'node:fs'
import { type EventKind, KINDS } from '@wardline/events'
import { ConfigError, readConfig, setting } from '@wardline/kernel'
import { type Credentials, DEFAULT_RETENTION, DEFAULTS, type DistributedConfig, type TlsOptions } from './config.ts'
import { type DistributedEngines, type OpenOptions, openDistributed } from './open-distributed.ts'

const SASL = ['plain', 'scram-sha-256', 'scram-sha-512'] as const
const count = (fallback: number, max: number) => setting.integer({ fallback, min: 1, max })
const secret = () => setting.optionalText({ secret: true })

/** Settings of the distributed engines (docs/operating.md). */
export const ENGINE_SETTINGS = {
  /** Prefix of every topic, group, collection and index, so that several Wardlines can share engines. */
  WARDLINE_ENGINE_PREFIX: setting.parsed(prefix, { fallback: DEFAULTS.prefix }),
  WARDLINE_KAFKA_BROKERS: setting.list(),
  WARDLINE_KAFKA_TLS: setting.oneOf(['on', 'off'], { fallback: 'off' }),
  WARDLINE_KAFKA_CA_FILE: setting.optionalText(),
  WARDLINE_KAFKA_SASL: setting.oneOf([...SASL, 'off'], { fallback: 'off' }),
  WARDLINE_KAFKA_USERNAME: setting.optionalText(),
  WARDLINE_KAFKA_PASSWORD: secret(),
  WARDLINE_KAFKA_PARTITIONS: count(DEFAULTS.kafka.partitions, 1000),
  WARDLINE_KAFKA_REPLICATION_FACTOR: count(DEFAULTS.kafka.replicationFactor, 15),
  WARDLINE_KAFKA_MIN_INSYNC_REPLICAS: count(DEFAULTS.kafka.minInsyncReplicas, 15),
  WARDLINE_KAFKA_COMPRESSION: setting.oneOf(['none', 'gzip'], { fallback: DEFAULTS.kafka.compression }),
  /** `log.event.received=72,alert.created=720`: hours, for kinds that differ from the default. */
  WARDLINE_KAFKA_RETENTION_HOURS: setting.parsed(retention, { fallback: DEFAULT_RETENTION }),
  WARDLINE_SCHEMA_REGISTRY_URL: setting.parsed(url('http:', 'https:')),
  WARDLINE_SCHEMA_REGISTRY_CA_FILE: setting.optionalText(),
  WARDLINE_SCHEMA_REGISTRY_USERNAME: setting.optionalText(),
  WARDLINE_SCHEMA_REGISTRY_PASSWORD: secret(),
  WARDLINE_MONGODB_URL: setting.parsed(url('mongodb:', 'mongodb+srv:'), { secret: true }),
  WARDLINE_MONGODB_DATABASE: setting.text({ fallback: DEFAULTS.mongo.database }),
  WARDLINE_MONGODB_TLS: setting.oneOf(['on', 'off'], { fallback: 'off' }),
  WARDLINE_MONGODB_CA_FILE: setting.optionalText(),
  WARDLINE_MONGODB_USERNAME: setting.optionalText(),
  WARDLINE_MONGODB_PASSWORD: secret(),
  /** One or several, with commas between them. */
  WARDLINE_OPENSEARCH_URL: setting.parsed(text => text.split(',').map(t => url('http:', 'https:')(t.trim()))),
  WARDLINE_OPENSEARCH_CA_FILE: setting.optionalText(),
  WARDLINE_OPENSEARCH_USERNAME: setting.optionalText(),
  WARDLINE_OPENSEARCH_PASSWORD: secret(),
  WARDLINE_OPENSEARCH_REFRESH_MS: setting.integer({ fallback: DEFAULTS.opensearch.refreshMs, min: 100, max: 60_000 }),
  WARDLINE_OPENSEARCH_SHARDS: count(DEFAULTS.opensearch.shards, 100),
  /** As OpenSearch's `index.auto_expand_replicas`, e.g. `0-1`. */
  WARDLINE_OPENSEARCH_REPLICAS: setting.parsed(replicas, { fallback: DEFAULTS.opensearch.replicas }),
  WARDLINE_OPENSEARCH_CODEC: setting.text({ fallback: DEFAULTS.opensearch.codec }),
  /** `temp=hot`: where new indices are placed. Anywhere if not set. */
  WARDLINE_OPENSEARCH_HOT_ATTRIBUTE: setting.parsed(attribute, { fallback: undefined }),
  /** `temp=warm`: where indices go once they are sealed. They stay where they are if not set. */
  WARDLINE_OPENSEARCH_WARM_ATTRIBUTE: setting.parsed(attribute, { fallback: undefined }),
}

/** @throws ConfigError naming every fault */
export function readDistributedConfig(env: Readonly<Record<string, string | undefined>>): DistributedConfig {
  const c = readConfig(env, ENGINE_SETTINGS)
  const faults: string[] = []
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      faults.push((error as Error).message)
      return undefined
    }
  }
  type Engine = 'KAFKA' | 'SCHEMA_REGISTRY' | 'MONGODB' | 'OPENSEARCH'
  const tls = (engine: Engine, on: boolean): { tls?: TlsOptions } => {
    const file = c[`WARDLINE_${engine}_CA_FILE`]
    const ca = file === undefined ? undefined : attempt(() => readCa(`WARDLINE_${engine}_CA_FILE`, file))
    return on || ca !== undefined ? { tls: ca === undefined ? {} : { ca } } : {}
  }
  const auth = (engine: Engine): Credentials | undefined => {
    const username = c[`WARDLINE_${engine}_USERNAME`]
    const password = c[`WARDLINE_${engine}_PASSWORD`]
    if (username !== undefined && password !== undefined) return { username, password }
    if (username !== undefined || password !== undefined)
      faults.push(`WARDLINE_${engine}_USERNAME and WARDLINE_${engine}_PASSWORD are given together`)
    return undefined
  }
  const withAuth = (engine: Engine): { auth?: Credentials } => {
    const credentials = auth(engine)
    return credentials ? { auth: credentials } : {}
  }
  const mechanism = c.WARDLINE_KAFKA_SASL
  const sasl = auth('KAFKA')
  if ((mechanism !== 'off') !== (sasl !== undefined))
    faults.push('WARDLINE_KAFKA_SASL needs WARDLINE_KAFKA_USERNAME and WARDLINE_KAFKA_PASSWORD, and they need it')
  if (c.WARDLINE_KAFKA_BROKERS.length === 0) faults.push('WARDLINE_KAFKA_BROKERS: host:port is expected')
  const config: DistributedConfig = {
    prefix: c.WARDLINE_ENGINE_PREFIX,
    kafka: {
      ...DEFAULTS.kafka,
      brokers: c.WARDLINE_KAFKA_BROKERS,
      partitions: c.WARDLINE_KAFKA_PARTITIONS,
      replicationFactor: c.WARDLINE_KAFKA_REPLICATION_FACTOR,
      minInsyncReplicas: c.WARDLINE_KAFKA_MIN_INSYNC_REPLICAS,
      compression: c.WARDLINE_KAFKA_COMPRESSION,
      retentionMs: c.WARDLINE_KAFKA_RETENTION_HOURS,
      ...tls('KAFKA', c.WARDLINE_KAFKA_TLS === 'on'),
      ...(sasl && mechanism !== 'off' ? { sasl: { mechanism, ...sasl } } : {}),
    },
    schemaRegistry: {
      url: c.WARDLINE_SCHEMA_REGISTRY_URL,
      ...tls('SCHEMA_REGISTRY', false),
      ...withAuth('SCHEMA_REGISTRY'),
    },
    mongo: {
      ...DEFAULTS.mongo,
      url: c.WARDLINE_MONGODB_URL,
      database: c.WARDLINE_MONGODB_DATABASE,
      ...tls('MONGODB', c.WARDLINE_MONGODB_TLS === 'on'),
      ...withAuth('MONGODB'),
    },
    opensearch: {
      ...DEFAULTS.opensearch,
      urls: c.WARDLINE_OPENSEARCH_URL,
      refreshMs: c.WARDLINE_OPENSEARCH_REFRESH_MS,
      shards: c.WARDLINE_OPENSEARCH_SHARDS,
      replicas: c.WARDLINE_OPENSEARCH_REPLICAS,
      codec: c.WARDLINE_OPENSEARCH_CODEC,
      ...(c.WARDLINE_OPENSEARCH_HOT_ATTRIBUTE ? { allocation: c.WARDLINE_OPENSEARCH_HOT_ATTRIBUTE } : {}),
      ...(c.WARDLINE_OPENSEARCH_WARM_ATTRIBUTE ? { warm: c.WARDLINE_OPENSEARCH_WARM_ATTRIBUTE } : {}),
      ...tls('OPENSEARCH', false),
      ...withAuth('OPENSEARCH'),
    },
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** The engines of a service process. @throws ConfigError at once; opening waits for engines that are down. */
export function distributedEngines(
  env: Readonly<Record<string, string | undefined>>,
): (surroundings: Omit<OpenOptions, 'config'>) => Promise<DistributedEngines> {
  const config = readDistributedConfig(env)
  return surroundings => openDistributed({ ...surroundings, config })
}

function readCa(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Error(`${name}: the file cannot be read`)
  }
}

function prefix(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(text)) throw new Error('small letters, digits and `-` are expected')
  return text
}

function url(...protocols: readonly string[]): (text: string) => string {
  return text => {
    // The parser rejects several hosts, which MongoDB accepts: only the scheme can be checked.
    if (!protocols.some(p => text.startsWith(`${p}//`) && text.length > p.length + 2))
      throw new Error(`a URL is expected that begins with ${protocols.map(p => `${p}//`).join(' or ')}`)
    return text
  }
}

function replicas(text: string): string {
  if (!/^\d{1,2}-(\d{1,2}|all)$/.test(text)) throw new Error('two counts with `-` between them are expected, e.g. 0-1')
  return text
}

function attribute(text: string): { attribute: string; value: string } {
  const [name, value, more] = text.split('=')
  if (!/^[a-z][a-z0-9_]{0,40}$/i.test(name ?? '') || !value || more !== undefined)
    throw new Error('attribute=value is expected, e.g. temp=hot')
  return { attribute: name!, value }
}

function retention(text: string): Readonly<Record<EventKind, number>> {
  const given = text.split(',').map(entry => {
    const [kind, hours, more] = entry.trim().split('=')
    if (!(KINDS as readonly unknown[]).includes(kind) || !/^[1-9]\d{0,5}$/.test(hours ?? '') || more !== undefined)
      throw new Error('kind=hours pairs with a comma between them are expected')
    return [kind, Number(hours) * 3_600_000]
  })
  return { ...DEFAULT_RETENTION, ...Object.fromEntries(given) }
}
