import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { newId, tenantId } from '@wardline/kernel'
import { numbered } from '@wardline/ports/testing'
import { Kafka, logLevel } from 'kafkajs'
import type { DistributedConfig } from '../config.ts'
import { createKeptSchemas } from '../mongo/kept-schemas.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { nothingKept, removeCollections, removeTopics, testSurroundings, until } from '../testing/harnesses.ts'
import { type RegistryProxy, startRegistryProxy } from '../testing/registry-proxy.ts'
import { type KafkaBus, openBus } from './bus.ts'
import type { KeptSchemas } from './schemas.ts'
import { framed } from './wire.ts'

jest.setTimeout(120_000)
const KIND = 'internal.detection.match'

describeWithEngines('without the schema registry', engines => {
  let proxy: RegistryProxy
  let config: DistributedConfig
  let bus: KafkaBus | undefined
  const tenant = tenantId(`ten_${newId('ten').slice(4)}`)

  beforeEach(async () => {
    proxy = await startRegistryProxy(engines.registry)
    config = { ...testConfig(engines), schemaRegistry: { url: proxy.url } }
    bus = undefined
  })
  afterEach(async () => {
    await bus?.close()
    await removeTopics(config)
    await proxy.close()
  })
  const open = (
    report: (engine: string, fault: string | undefined) => void = () => {},
    kept: KeptSchemas = nothingKept,
  ): Promise<KafkaBus> =>
    openBus(config.prefix, config.kafka, config.schemaRegistry, { ...testSurroundings(), report }, kept)

  it('a start waits, says what it waits for, and continues when the registry is up', async () => {
    proxy.shut = true
    const said: (string | undefined)[] = []
    const opening = open((engine, fault) => engine === 'schema-registry' && said.push(fault))
    await until(() => said.length > 0, 'a try')
    const requests = proxy.requests
    await until(() => proxy.requests > requests, 'another try')
    expect(said.every(fault => fault !== undefined)).toBe(true)
    proxy.shut = false
    bus = await opening
    expect(said.at(-1)).toBeUndefined()
    await bus.publish([numbered(tenant, 1)])
  })

  it('a later start does not wait: what the registry said is kept in MongoDB', async () => {
    const kept = createKeptSchemas(config.prefix, config.mongo)
    await (await open(undefined, kept)).close()
    proxy.shut = true
    bus = await open(undefined, kept)
    await bus.publish([numbered(tenant, 1)])
    await expect(bus.pingRegistry()).rejects.toThrow()
    await removeCollections(config)
  })

  it('events continue to flow, also those with ids that only the registry knows; what is no event is a dead letter', async () => {
    const open1 = await open()
    bus = open1
    proxy.shut = true
    await open1.publish([numbered(tenant, 1)])
    const seen: string[] = []
    const running = await open1.subscribe({
      group: 'g',
      kinds: [KIND],
      async handle(batch) {
        seen.push(...batch.map(d => d.envelope.subject.id))
        return batch.map(() => 'ok')
      },
    })
    await until(() => seen.length === 1, 'the event')
    await expect(open1.pingRegistry()).rejects.toThrow()

    const { key = null } = open1.check([numbered(tenant, 2)])[0]!.message
    const ofALaterRelease = { ...numbered(tenant, 2), added_later: true }
    const producer = new Kafka({ brokers: [...config.kafka.brokers], logLevel: logLevel.NOTHING }).producer()
    await producer.connect()
    const topic = `${config.prefix}${KIND}.v1`
    const messages = [JSON.stringify(ofALaterRelease), '{}'].map(text => ({ key, value: framed(1_999_999_999, text) }))
    await producer.send({ topic, messages })
    await producer.disconnect()
    await open1.publish([numbered(tenant, 3)])
    await until(() => seen.length === 3 && running.health().lag === 0, 'the neighbours')
    expect(seen).toEqual(['evt_1', 'evt_2', 'evt_3'])
    expect(running.health().failing).toBe(false)
  })
})
