import { beforeEach, describe, expect, it } from '@jest/globals'
import { systemClock } from '@wardline/kernel'
import type { Delivery, Outcome, Subscription } from '@wardline/ports'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type ConsumerState, createBatchConsumer } from './consume-batch.ts'
import type { Poison } from './decode.ts'
import { topicNames } from './names.ts'
import type { Outgoing } from './publisher.ts'

const names = topicNames('')
const TOPIC = names.topic('alert.created')
const ok = (batch: readonly Delivery[]): Outcome[] => batch.map(() => 'ok')

describe('a batch of one partition', () => {
  let state: ConsumerState
  let log: string[]
  let letters: Outgoing[]
  let counted: number[]
  let handle: Subscription['handle']
  let down: boolean
  beforeEach(() => {
    state = { lastTickAt: 0, failing: false, lag: 9, epoch: 1, signal: new AbortController().signal }
    log = []
    letters = []
    counted = []
    down = false
    handle = async batch => {
      log.push(`handle ${batch.map(d => d.position.offset)}`)
      return ok(batch)
    }
  })

  /** Messages whose text is `bad` cannot be decoded. */
  const consume = (texts: readonly string[]): Promise<void> => {
    const consumer = createBatchConsumer({
      subscription: { group: 'g', kinds: ['alert.created'], maxBatch: 2, handle: (b, c) => handle(b, c) },
      decoder: {
        async decode(_, partition, messages) {
          const poison: Poison[] = messages
            .filter(m => String(m.value) === 'bad')
            .map(m => ({ message: m, reason: 'not_framed' }))
          const good = messages.filter(m => String(m.value) !== 'bad')
          return {
            deliveries: good.map(m => ({ envelope: {} as never, position: { partition, offset: m.offset } })),
            poison,
          }
        },
      },
      publisher: {
        async send(messages) {
          if (down) throw new Error('no broker')
          letters.push(...messages)
        },
        async close() {},
      },
      names,
      clock: systemClock,
      heartbeatMs: 1000,
      state,
      onDeadLetters: count => void counted.push(count),
    })
    const messages = texts.map((value, i) => ({ offset: String(i), value: Buffer.from(value), key: null }))
    return consumer({
      batch: { topic: TOPIC, partition: 0, messages: messages as unknown as KafkaMessage[], lastOffset: () => '10' },
      resolveOffset: (offset: string) => log.push(`resolve ${offset}`),
      heartbeat: async () => {},
      pause: () => {
        log.push('pause')
        return () => log.push('resume')
      },
      commitOffsetsIfNecessary: async (o: { topics: { partitions: { offset: string }[] }[] }) => {
        log.push(`commit ${o.topics[0]?.partitions[0]?.offset}`)
      },
      isRunning: () => true,
      isStale: () => false,
    } as unknown as EachBatchPayload)
  }

  it('is handled in pieces, each committed after it was handled, and the last commit skips offsets that the broker left out', async () => {
    await consume(['a', 'b', 'c'])
    expect(log).toEqual(['handle 0,1', 'commit 2', 'resolve 1', 'handle 2', 'commit 11', 'resolve 2'])
  })

  it('pauses its partition when the handler throws, commits nothing, and resumes by itself', async () => {
    handle = async () => {
      throw new Error('a store is down')
    }
    await consume(['a', 'b', 'c'])
    expect(log).toEqual(['pause'])
    expect(state.failing).toBe(true)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(log).toEqual(['pause', 'resume'])
  })

  it('commits nothing when the group was rebalanced while the handler worked', async () => {
    handle = async batch => {
      state.epoch++
      return ok(batch)
    }
    await consume(['a', 'b', 'c'])
    expect(log).toEqual([])
  })

  it('saves an undecodable message with its position, and handles its neighbours', async () => {
    await consume(['a', 'bad', 'bad'])
    expect(log).toEqual(['handle 0', 'commit 2', 'resolve 1', 'commit 11', 'resolve 2'])
    expect(letters.map(l => [l.topic, l.message.headers?.dlq_offset, l.message.headers?.dlq_reason])).toEqual([
      [`${TOPIC}.dlq`, '1', 'not_framed'],
      [`${TOPIC}.dlq`, '2', 'not_framed'],
    ])
    expect(counted).toEqual([1, 1])
  })

  it('does not skip an undecodable message that it could not save', async () => {
    down = true
    await consume(['bad'])
    expect(log).toEqual(['pause'])
  })

  it('saves no dead letter of a run whose handler throws: it will be delivered again', async () => {
    handle = async () => {
      throw new Error('a store is down')
    }
    await consume(['bad', 'a'])
    expect(letters).toEqual([])
  })
})
