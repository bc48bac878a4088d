import { systemClock } from '@wardline/kernel'
import type { EventBus, LogIndex } from '@wardline/ports'
import type { Harness, RegistryEngines } from '@wardline/ports/contracts'
import { createMemoryBus } from '@wardline/ports/testing'
import { Kafka, logLevel } from 'kafkajs'
import { MongoClient } from 'mongodb'
import type { DistributedConfig } from '../config.ts'
import { type KafkaBus, openBus } from '../kafka/bus.ts'
import type { KeptSchemas } from '../kafka/schemas.ts'
import { openRegistry } from '../mongo/registry.ts'
import { createSearchClient } from '../opensearch/client.ts'
import { openLogIndex } from '../opensearch/log-index.ts'
import { indexNames } from '../opensearch/names.ts'
import type { Surroundings } from '../surroundings.ts'
import { silentLog } from './engines.ts'

export const testSurroundings = (): Surroundings => ({
  log: silentLog,
  clock: systemClock,
  signal: new AbortController().signal,
  report() {},
  onDeadLetters() {},
})

/** Opens with `open`, again at `reopen`, and removes the engines' data at `close`. */
async function harness<T extends { close(): Promise<void> }, P>(
  open: () => Promise<T>,
  pick: (engine: T) => P,
  cleanUp: () => Promise<void>,
): Promise<Harness<P>> {
  let current = await open()
  return {
    engine: pick(current),
    async reopen() {
      await current.close()
      current = await open()
      return pick(current)
    },
    async close() {
      await current.close()
      await cleanUp()
    },
  }
}

/** Remembers no schema: a test's registry answers, or the test says what is kept. */
export const nothingKept: KeptSchemas = { read: async () => undefined, write: async () => {} }

export const busOf = (c: DistributedConfig): Promise<KafkaBus> =>
  openBus(c.prefix, c.kafka, c.schemaRegistry, testSurroundings(), nothingKept)

export const busHarness = (c: DistributedConfig): Promise<Harness<EventBus>> =>
  harness(
    () => busOf(c),
    bus => bus,
    () => removeTopics(c),
  )

export const registryHarness = (c: DistributedConfig): Promise<Harness<RegistryEngines>> =>
  harness(
    async () => {
      const bus = await busOf(c)
      const registry = await openRegistry(c.prefix, c.mongo, bus, testSurroundings())
      return {
        bus,
        registry,
        async close() {
          await registry.close()
          await bus.close()
        },
      }
    },
    engines => engines,
    async () => {
      await removeTopics(c)
      await removeCollections(c)
    },
  )

/** Without Kafka, for tests that publish nothing. */
export const silentRegistryHarness = (c: DistributedConfig): Promise<Harness<RegistryEngines>> =>
  harness(
    async () => {
      const memory = createMemoryBus()
      const bus = { ...memory, pass: memory.publish }
      const registry = await openRegistry(c.prefix, c.mongo, bus, testSurroundings())
      return { bus, registry, close: () => registry.close() }
    },
    engines => engines,
    () => removeCollections(c),
  )

export const indexHarness = (c: DistributedConfig): Promise<Harness<LogIndex>> =>
  harness(
    () => openLogIndex(c.prefix, c.opensearch, testSurroundings()),
    index => index,
    () => removeIndices(c),
  )

export async function removeTopics(c: DistributedConfig): Promise<void> {
  const admin = new Kafka({ brokers: [...c.kafka.brokers], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter(topic => topic.startsWith(c.prefix))
  await admin.deleteTopics({ topics })
  await admin.disconnect()
}

/** Removes every event from the topics, as their retention does in time. */
export async function emptyTopics({ kafka, prefix }: Pick<DistributedConfig, 'kafka' | 'prefix'>): Promise<void> {
  const admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  for (const topic of (await admin.listTopics()).filter(name => name.startsWith(prefix))) {
    const offsets = await admin.fetchTopicOffsets(topic)
    const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }))
    await admin.deleteTopicRecords({ topic, partitions })
  }
  await admin.disconnect()
}

export async function removeCollections(c: DistributedConfig): Promise<void> {
  const client = new MongoClient(c.mongo.url)
  const db = client.db(c.mongo.database)
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (name.startsWith(c.prefix)) await db.dropCollection(name)
  await client.close()
}

export async function removeIndices(c: DistributedConfig): Promise<void> {
  const client = createSearchClient(c.opensearch)
  const names = indexNames(c.prefix)
  const rows = await client.request<{ index: string }[]>({
    method: 'GET',
    path: `/_cat/indices/${names.all},${names.refs.all}`,
    query: { format: 'json', h: 'index' },
  })
  for (const { index } of rows) await client.request({ method: 'DELETE', path: `/${index}` })
  for (const template of [names.template, names.refs.template])
    await client.request({ method: 'DELETE', path: `/_index_template/${template}` })
  await client.close()
}

/** Waits for something that an engine does in the background. Only a failing test reaches the limit. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
