import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { type Envelope, type EventKind, KINDS, loadSchema, schemaPath } from '@wardline/events'
import { Kafka, logLevel, type Message } from 'kafkajs'
import type { DistributedConfig } from '../config.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { busOf, removeTopics, until } from '../testing/harnesses.ts'
import type { KafkaBus } from './bus.ts'
import { framed } from './wire.ts'

jest.setTimeout(120_000)
const MIB = 1_048_576

/** The example of a kind's schema. */
function sample(kind: EventKind): Envelope {
  const [example] = loadSchema(kind).examples as Envelope[]
  if (!example) throw new Error(`${schemaPath(kind)} has no example`)
  return example
}

describeWithEngines('poison on a topic', engines => {
  let config: DistributedConfig
  let bus: KafkaBus
  let kafka: Kafka

  beforeEach(async () => {
    config = testConfig(engines)
    kafka = new Kafka({ brokers: [...config.kafka.brokers], logLevel: logLevel.NOTHING })
    // The topics' limit was raised, so that larger messages arrive than this release accepts.
    const raised = { ...config, kafka: { ...config.kafka, maxMessageBytes: 11 * MIB } }
    await (await busOf(raised)).close()
    bus = await busOf(config)
  })
  afterEach(async () => {
    await bus.close()
    await removeTopics(config)
  })

  const produce = async (topic: string, messages: Message[]): Promise<void> => {
    const producer = kafka.producer()
    await producer.connect()
    await producer.send({ topic, messages })
    await producer.disconnect()
  }
  const deadLetters = async (topic: string, count: number) => {
    const letters: { reason: string; bytes: number; original: string }[] = []
    const consumer = kafka.consumer({ groupId: `${config.prefix}letters-${topic}`, maxWaitTimeInMs: 100 })
    await consumer.connect()
    await consumer.subscribe({ topic: `${topic}.dlq`, fromBeginning: true })
    await consumer.run({
      eachMessage: async ({ message }) => {
        const header = (name: string): string => String(message.headers?.[name] ?? '')
        letters.push({
          reason: header('dlq_reason'),
          bytes: message.value?.length ?? 0,
          original: header('dlq_original_bytes'),
        })
      },
    })
    await until(() => letters.length >= count, 'the dead letters')
    await consumer.disconnect()
    return letters
  }

  it('becomes a dead letter with its reason, on every topic, and no neighbour is lost', async () => {
    const seen = new Map<EventKind, number>(KINDS.map(kind => [kind, 0]))
    const subscribed = await bus.subscribe({
      group: 'g',
      kinds: KINDS,
      async handle(batch) {
        for (const { envelope } of batch) seen.set(envelope.kind, (seen.get(envelope.kind) ?? 0) + 1)
        return batch.map(() => 'ok')
      },
    })
    for (const kind of KINDS) {
      const topic = `${config.prefix}${kind}.v1`
      const good = sample(kind)
      const valid = bus.check([good])[0]!.message
      const id = (valid.value as Buffer).readInt32BE(1)
      const other = sample(kind === 'alert.created' ? 'security.alert.created' : 'alert.created')
      const tooLarge = Buffer.alloc((kind === 'log.event.received' ? 10 : 3) * MIB, 0)
      await produce(topic, [
        { ...valid },
        { key: valid.key!, value: 'plain text' },
        { key: valid.key!, value: null },
        { key: valid.key!, value: framed(2_000_000_000, JSON.stringify(good)) },
        { ...valid },
        { key: valid.key!, value: framed(id, '{"kind":"no such kind"}') },
        { key: valid.key!, value: framed(id, JSON.stringify({ ...good, payload: {} })) },
        { key: valid.key!, value: framed(id, 'not JSON') },
        { key: valid.key!, value: framed(id, JSON.stringify(other)) },
        { ...valid },
      ])
      await produce(topic, [{ key: valid.key!, value: tooLarge }])
      await produce(topic, [{ ...valid }])
    }
    await until(() => [...seen.values()].every(n => n >= 4) && subscribed.health().lag === 0, 'the good events')
    expect([...seen.values()]).toEqual(KINDS.map(() => 4))
    for (const kind of KINDS) {
      const letters = await deadLetters(`${config.prefix}${kind}.v1`, 8)
      expect(letters.map(l => l.reason).sort()).toEqual([
        'body_invalid',
        'body_invalid',
        'body_invalid',
        'kind_mismatch',
        'not_framed',
        'not_framed',
        'schema_unknown',
        'too_large',
      ])
      const cut = letters.find(l => l.reason === 'too_large')
      expect(cut).toMatchObject({ bytes: 64 * 1024, original: String((kind === 'log.event.received' ? 10 : 3) * MIB) })
    }
    expect(subscribed.health().failing).toBe(false)
    await subscribed.stop()
  })

  it('is never published by us: an event that is too large for any topic is a bug of its producer', async () => {
    const good = sample('log.event.received')
    const huge = { ...good, payload: { ...good.payload, raw: 'x'.repeat(3 * MIB) } } as Envelope
    await expect(bus.publish([huge])).rejects.toThrow('log.event.received')
  })
})
