import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@wardline/kernel'
import { CompressionTypes, type Kafka, type Message, type Producer } from 'kafkajs'
import type { KafkaSettings } from '../config.ts'
import { within } from '../surroundings.ts'
import { createPartitioner } from './partitioner.ts'
import { sizeOf } from './wire.ts'

/** A send that takes longer counts as failed; kafkajs' own retries end well before. */
const SEND_TIMEOUT_MS = 15_000
const MAX_RECORDS = 10_000

export interface Outgoing {
  readonly topic: string
  readonly message: Message
}

/** Messages of all callers, in few requests. */
export interface Publisher {
  /**
   * Resolves once all are on every in-sync replica. @throws Problem `unavailable` when the brokers do not accept them,
   * or too much is waiting already. Some may then be stored, and all should be sent again.
   */
  send(messages: readonly Outgoing[]): Promise<void>
  /** Sends everything waiting, then closes the connection. */
  close(): Promise<void>
}

interface Call {
  left: number
  resolve(): void
  reject(error: Error): void
}

interface Waiting extends Outgoing {
  readonly bytes: number
  readonly call: Call
}

export function createPublisher(kafka: Kafka, settings: KafkaSettings): Publisher {
  /**
   * Limit of one request: a topic accepts no larger batch for one partition, and all messages may be for the same one.
   */
  const batchBytes = Math.floor(settings.maxMessageBytes / 2)
  const compression = settings.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None
  const waiting: Waiting[] = []
  let queuedBytes = 0
  let pumping: Promise<void> | undefined
  let producer: Promise<Producer> | undefined
  let closed = false

  async function connected(): Promise<Producer> {
    const fresh = kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner,
    })
    await fresh.connect()
    return fresh
  }

  /**
   * After a failed send it is unknown whether the batch was written. kafkajs would give the next batch the same
   * sequence number, and a broker that has the failed one would drop the next as a duplicate. A new producer has a new
   * id.
   */
  async function abandon(one: Promise<Producer>): Promise<void> {
    if (producer === one) producer = undefined
    await one.then(p => within(2000, 'disconnecting', p.disconnect())).catch(() => {})
  }

  function takeBatch(): Waiting[] {
    let bytes = 0
    let n = 0
    for (const { bytes: more } of waiting) {
      if (n > 0 && (bytes + more > batchBytes || n >= MAX_RECORDS)) break
      bytes += more
      n++
    }
    return waiting.splice(0, n)
  }

  async function sendBatch(batch: readonly Waiting[]): Promise<void> {
    const byTopic = new Map<string, Message[]>()
    for (const { topic, message } of batch) {
      const messages = byTopic.get(topic)
      if (messages) messages.push(message)
      else byTopic.set(topic, [message])
    }
    producer ??= connected()
    const mine = producer
    const topicMessages = [...byTopic].map(([topic, messages]) => ({ topic, messages }))
    try {
      await within(
        SEND_TIMEOUT_MS,
        'publishing',
        mine.then(p => p.sendBatch({ topicMessages, acks: -1, compression })),
      )
    } catch (error) {
      await abandon(mine)
      throw error
    }
  }

  /**
   * Sends until nothing waits. Never rejects; `pumping` is cleared in the same turn in which the queue is found empty.
   */
  async function pump(): Promise<void> {
    await sleep(settings.lingerMs)
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        await sendBatch(batch)
        settle(batch, call => {
          if (--call.left === 0) call.resolve()
        })
      } catch (cause) {
        // The waiting messages would fail just as slowly: their callers are told now and can retry.
        settle([...batch, ...waiting.splice(0)], call =>
          call.reject(new Problem('unavailable', { detail: 'the event bus does not accept events', cause })),
        )
      }
    }
    pumping = undefined
  }

  function settle(batch: readonly Waiting[], tell: (call: Call) => void): void {
    for (const { bytes, call } of batch) {
      queuedBytes -= bytes
      tell(call)
    }
  }

  return {
    async send(messages) {
      if (messages.length === 0) return
      const sized = messages.map(m => ({ ...m, bytes: sizeOf(m.message) }))
      const total = sized.reduce((sum, { bytes }) => sum + bytes, 0)
      if (closed || queuedBytes + total > settings.maxQueueBytes)
        throw new Problem('unavailable', { detail: closed ? 'the event bus is closing' : 'too many events wait' })
      queuedBytes += total
      await new Promise<void>((resolve, reject) => {
        const call: Call = { left: messages.length, resolve, reject }
        waiting.push(...sized.map(m => ({ ...m, call })))
        pumping ??= pump()
      })
    },
    async close() {
      closed = true
      await pumping
      if (producer) await abandon(producer)
    },
  }
}
