import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Kafka, ProducerBatch } from 'kafkajs'
import { DEFAULTS } from '../config.ts'
import { createPublisher, type Outgoing } from './publisher.ts'

const settings = { ...DEFAULTS.kafka, brokers: [], maxMessageBytes: 2000, maxQueueBytes: 4000, lingerMs: 1 }
const message = (value: string, topic = 't'): Outgoing => ({ topic, message: { key: 'k', value: Buffer.from(value) } })

/** A client that records what each of its producers was given, and fails on demand. */
function fakeKafka() {
  const made: { sent: string[][]; gone: boolean }[] = []
  const state = { fail: false, hold: undefined as Promise<void> | undefined }
  const producer = () => {
    const mine = { sent: [] as string[][], gone: false }
    made.push(mine)
    return {
      connect: async () => {},
      disconnect: async () => {
        mine.gone = true
      },
      async sendBatch({ topicMessages = [] }: ProducerBatch) {
        await state.hold
        if (state.fail) throw new Error('no answer')
        mine.sent.push(topicMessages.flatMap(({ messages }) => messages.map(m => String(m.value))))
      },
    }
  }
  return { kafka: { producer } as unknown as Kafka, made, state }
}

describe('a publisher', () => {
  let fake: ReturnType<typeof fakeKafka>
  let publisher: ReturnType<typeof createPublisher>
  beforeEach(() => {
    fake = fakeKafka()
    publisher = createPublisher(fake.kafka, settings)
  })

  it('sends messages of several callers in one request, in order', async () => {
    await Promise.all(['a', 'b', 'c'].map(value => publisher.send([message(value)])))
    expect(fake.made[0]?.sent).toEqual([['a', 'b', 'c']])
  })

  it('splits what is too large for one batch of a partition, and resolves when all is sent', async () => {
    const long = 'x'.repeat(600)
    await publisher.send([message(long), message(long), message(long)])
    expect(fake.made[0]?.sent.map(batch => batch.length)).toEqual([1, 1, 1])
  })

  it('never reuses a producer whose last request may or may not have been written', async () => {
    fake.state.fail = true
    await expect(publisher.send([message('a')])).rejects.toMatchObject({ code: 'unavailable' })
    fake.state.fail = false
    await publisher.send([message('b')])
    expect(fake.made.map(p => p.sent)).toEqual([[], [['b']]])
    expect(fake.made[0]?.gone).toBe(true)
  })

  it('refuses what exceeds its memory limit, and accepts more once there is room', async () => {
    let release = (): void => {}
    fake.state.hold = new Promise(resolve => {
      release = resolve
    })
    const waiting = Promise.all([1, 2, 3].map(() => publisher.send([message('x'.repeat(1000))])))
    await expect(publisher.send([message('x'.repeat(1000))])).rejects.toMatchObject({ code: 'unavailable' })
    release()
    await waiting
    await publisher.send([message('x'.repeat(1000))])
  })

  it('rejects all waiting callers when a request fails, so that none waits for longer than one request', async () => {
    fake.state.fail = true
    const long = 'x'.repeat(900)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => publisher.send([message(long)])))
    expect(outcomes.map(o => o.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(fake.made).toHaveLength(1)
  })

  it('sends everything waiting before it closes, and nothing after', async () => {
    const sending = publisher.send([message('a')])
    await publisher.close()
    await sending
    await expect(publisher.send([message('b')])).rejects.toMatchObject({ code: 'unavailable' })
    expect(fake.made[0]).toMatchObject({ sent: [['a']], gone: true })
  })
})
