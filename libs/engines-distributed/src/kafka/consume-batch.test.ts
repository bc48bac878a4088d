import { beforeEach, describe, expect, it } from '@jest/globals'
import { systemClock } from '@wardline/kernel'
import type { Delivery, Outcome, Subscription } from '@wardline/ports'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type ConsumerState, createBatchConsumer } from './consume-batch.ts'
import type { Poison } from './decode.ts'
import { topicNames } from './names.ts'
import type { Committed } from './places.ts'
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
  let committed: Map<number, Committed>
  let firstKept: number
  /** The metadata of each commit. */
  let places: string[]
  beforeEach(() => {
    state = { lastTickAt: 0, failing: false, lag: 9, epoch: 1, signal: new AbortController().signal }
    log = []
    letters = []
    counted = []
    down = false
    committed = new Map()
    firstKept = 0
    places = []
    handle = async batch => {
      log.push(`handle ${batch.map(d => d.position.offset)}`)
      return ok(batch)
    }
  })

  /** Messages whose text is `bad` cannot be decoded. A text may begin with a tenant, as in `a|1`: the key. */
  const consumerOf = () =>
    createBatchConsumer({
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
      brokers: { committed: async () => committed, firstKept: async () => firstKept },
    })
  interface Fetched {
    readonly from?: number
    readonly last?: number
    readonly high?: number
  }
  const payloadOf = (
    texts: readonly string[],
    { from = 0, last = 10, high = last + 1 }: Fetched = {},
  ): EachBatchPayload => {
    const messages = texts.map((value, i) => ({
      offset: String(from + i),
      value: Buffer.from(value),
      key: value.includes('|') ? Buffer.from(value) : null,
    }))
    return {
      batch: {
        topic: TOPIC,
        partition: 0,
        fetchedOffset: String(from),
        highWatermark: String(high),
        messages: messages as unknown as KafkaMessage[],
        lastOffset: () => String(last),
      },
      resolveOffset: (offset: string) => log.push(`resolve ${offset}`),
      heartbeat: async () => {},
      pause: () => {
        log.push('pause')
        return () => log.push('resume')
      },
      commitOffsetsIfNecessary: async (o: { topics: { partitions: { offset: string; metadata: string }[] }[] }) => {
        const { offset, metadata } = o.topics[0]?.partitions[0] ?? {}
        log.push(`commit ${offset}`)
        places.push(metadata ?? '')
      },
      isRunning: () => true,
      isStale: () => false,
    } as unknown as EachBatchPayload
  }
  const consume = (texts: readonly string[], fetched?: Fetched): Promise<void> =>
    consumerOf()(payloadOf(texts, fetched))

  it('is handled in pieces, each committed after it was handled, and the last commit skips offsets that the broker left out', async () => {
    await consume(['a', 'b', 'c'])
    expect(log).toEqual(['handle 0,1', 'commit 2', 'handle 2', 'commit 11', 'resolve 10'])
  })

  it('pauses its partition when the handler throws, commits nothing, and resumes by itself', async () => {
    handle = async () => {
      throw new Error('a store is down')
    }
    await consume(['a', 'b', 'c'])
    expect(log).toEqual(['resolve -1', 'pause'])
    expect(state.failing).toBe(true)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(log).toEqual(['resolve -1', 'pause', 'resume'])
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
    expect(log).toEqual(['handle 0', 'commit 2', 'commit 11', 'resolve 10'])
    expect(letters.map(l => [l.topic, l.message.headers?.dlq_offset, l.message.headers?.dlq_reason])).toEqual([
      [`${TOPIC}.dlq`, '1', 'not_framed'],
      [`${TOPIC}.dlq`, '2', 'not_framed'],
    ])
    expect(counted).toEqual([1, 1])
  })

  it('does not skip an undecodable message that it could not save', async () => {
    down = true
    await consume(['bad'])
    expect(log).toEqual(['resolve -1', 'pause'])
  })

  it('saves no dead letter of a run whose handler throws: it will be delivered again', async () => {
    handle = async () => {
      throw new Error('a store is down')
    }
    await consume(['bad', 'a'])
    expect(letters).toEqual([])
  })

  it('leaves a tenant behind that fills what was fetched, and commits where each tenant is', async () => {
    const consumer = consumerOf()
    await consumer(payloadOf(['a|', 'a|', 'a|', 'a|'], { last: 3, high: 9 }))
    expect(log).toEqual(['handle 0,1', 'commit 2', 'resolve 3'])
    // It looks ahead, and comes back for the tenant that is behind.
    await consumer(payloadOf(['a|', 'a|', 'b|', 'a|', 'b|'], { from: 4, last: 8, high: 9 }))
    expect(log.slice(3)).toEqual(['handle 6', 'commit 2', 'resolve 1'])
    expect(places.at(-1)).toBe(JSON.stringify({ front: 9, behind: { a: 2, b: 8 } }))
    await consumer(payloadOf(['a|', 'a|', 'a|', 'a|', 'b|', 'a|', 'b|'], { from: 2, last: 8, high: 9 }))
    const handled = log.slice(6).flatMap(line => (line.startsWith('handle') ? line.slice(7).split(',') : []))
    expect(handled.filter(offset => offset !== '8')).toEqual(['2', '3', '4', '5', '7'])
    expect(handled).toContain('8')
    expect(log.slice(-2)).toEqual(['commit 9', 'resolve 8'])
    expect(places.at(-1)).toBe('')
  })

  it('goes on where the member before it was with each tenant', async () => {
    committed.set(0, { offset: '2', metadata: JSON.stringify({ front: 4, behind: { a: 2 } }) })
    await consume(['a|', 'b|', 'a|', 'b|'], { from: 2, last: 5 })
    expect(log).toEqual(['handle 5', 'commit 2', 'handle 2', 'commit 4', 'handle 4', 'commit 6', 'resolve 5'])
  })

  it('skips only what is gone when the broker no longer has what is next', async () => {
    committed.set(0, { offset: '2', metadata: null })
    firstKept = 7
    await consume(['a|', 'b|'], { from: 7, last: 8 })
    expect(log).toEqual(['handle 7,8', 'commit 9', 'resolve 8'])
  })

  it('asks again for what is next when it is given something later, as after a rebalance', async () => {
    committed.set(0, { offset: '2', metadata: null })
    await consume(['a|', 'b|'], { from: 7, last: 8 })
    expect(log).toEqual(['resolve 1'])
  })
})
