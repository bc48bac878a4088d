import { type EventCodec, topicOf } from '@wardline/events'
import type { Clock } from '@wardline/kernel'
import type { EventBus, Position, TopicEnd } from '@wardline/ports'
import type { RpcClient } from '../rpc/client.ts'
import type { StoreMethods } from '../store/methods.ts'
import { encodeLines } from './encode.ts'
import { startSubscription } from './subscription.ts'

/**
 * The EventBus of one thread. One partition per topic. Events are checked here, in both directions, so that the store
 * only moves texts.
 */
export function createBus(store: RpcClient<StoreMethods>, codec: EventCodec, clock: Clock): EventBus {
  /** Topics where `what` is before the given end. */
  const before = async (ends: readonly TopicEnd[], what: 'passed' | 'start', groups: readonly string[]) => {
    const now = new Map((await store.call('topics', { groups })).map(t => [t.topic, t[what]]))
    return ends.filter(t => (now.get(t.topic) ?? Number.POSITIVE_INFINITY) < endOf(t)).map(t => t.topic)
  }
  return {
    async publish(events, traceOf) {
      if (events.length === 0) return
      const lines = encodeLines(codec, events, traceOf)
      await store.call(
        'publish',
        lines,
        lines.reduce((sum, l) => sum + l.body.length, 0),
      )
    },
    subscribe: subscription => startSubscription(store, codec, clock, subscription),
    async topicEnds() {
      const topics = await store.call('topics', { groups: [] })
      return topics.map(({ topic, end, keptUntil }) => ({ topic, ends: [place(end)], keptUntil }))
    },
    topicsUnread: (ends, groups) => before(ends, 'passed', groups),
    topicsKept: ends => before(ends, 'start', []),
    async endPosition(kind) {
      return { partition: 0, offset: String(await store.call('end', { topic: topicOf(kind) })) }
    },
  }
}

const place = (offset: number): Position => ({ partition: 0, offset: String(offset) })
const endOf = ({ ends }: TopicEnd): number => Number(ends[0]?.offset ?? 0)
