import { describe, expect, it } from '@jest/globals'
import { ConfigError } from '@wardline/kernel'
import { readDistributedConfig } from './settings.ts'

const ADDRESSES = {
  WARDLINE_KAFKA_BROKERS: 'k1:9092, k2:9092',
  WARDLINE_SCHEMA_REGISTRY_URL: 'http://registry:8081',
  WARDLINE_MONGODB_URL: 'mongodb://m1,m2,m3/?replicaSet=rs0',
  WARDLINE_OPENSEARCH_URL: 'https://o1:9200,https://o2:9200',
}

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readDistributedConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
  }
  return []
}

describe('settings of the distributed engines', () => {
  it('need four addresses, and have a default for everything else', () => {
    const config = readDistributedConfig(ADDRESSES)
    expect(config.kafka).toMatchObject({ brokers: ['k1:9092', 'k2:9092'], partitions: 6, minInsyncReplicas: 2 })
    expect(config.kafka.retentionMs['log.event.received']).toBe(72 * 3_600_000)
    expect(config.opensearch.urls).toEqual(['https://o1:9200', 'https://o2:9200'])
    expect(config.kafka.sasl).toBeUndefined()
    expect(config.opensearch.allocation).toBeUndefined()
  })

  it('name every fault at once', () => {
    expect(faultsOf({ WARDLINE_MONGODB_URL: 'http://m' })).toEqual([
      'WARDLINE_KAFKA_BROKERS is required',
      'WARDLINE_SCHEMA_REGISTRY_URL is required',
      expect.stringContaining('WARDLINE_MONGODB_URL: a URL is expected'),
      'WARDLINE_OPENSEARCH_URL is required',
    ])
  })

  it.each([
    ['WARDLINE_KAFKA_PARTITIONS', '0'],
    ['WARDLINE_KAFKA_SASL', 'kerberos'],
    ['WARDLINE_KAFKA_RETENTION_HOURS', 'nothing=3'],
    ['WARDLINE_KAFKA_RETENTION_HOURS', 'alert.created=0'],
    ['WARDLINE_OPENSEARCH_HOT_ATTRIBUTE', 'temp'],
    ['WARDLINE_OPENSEARCH_WARM_ATTRIBUTE', 'temp=warm=cold'],
    ['WARDLINE_OPENSEARCH_REPLICAS', 'two'],
    ['WARDLINE_OPENSEARCH_REFRESH_MS', '0'],
    ['WARDLINE_ENGINE_PREFIX', 'No Prefix'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ ...ADDRESSES, [name]: value })).toEqual([expect.stringContaining(name)])
  })

  it('refuse incomplete credentials, and SASL without any', () => {
    expect(faultsOf({ ...ADDRESSES, WARDLINE_MONGODB_USERNAME: 'u' })).toHaveLength(1)
    expect(faultsOf({ ...ADDRESSES, WARDLINE_KAFKA_SASL: 'plain' })).toHaveLength(1)
    expect(
      readDistributedConfig({
        ...ADDRESSES,
        WARDLINE_KAFKA_SASL: 'scram-sha-512',
        WARDLINE_KAFKA_USERNAME: 'u',
        WARDLINE_KAFKA_PASSWORD: 'p',
      }).kafka.sasl,
    ).toEqual({ mechanism: 'scram-sha-512', username: 'u', password: 'p' })
  })

  it('never repeat a value in a fault', () => {
    const env = { ...ADDRESSES, WARDLINE_MONGODB_URL: 'mysql://root:hunter2@db', WARDLINE_KAFKA_CA_FILE: '/hunter2' }
    expect(faultsOf(env).join()).not.toContain('hunter2')
  })
})
