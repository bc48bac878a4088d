import { type Envelope, type EventCodec, topicOf } from '@wardline/events'
import type { Lines } from '../store/bus-store.ts'

/**
 * Events in the form that the store accepts: one text per topic, each in the given order. @throws EventInvalid for a
 * producer's bug.
 */
export function encodeLines(codec: EventCodec, events: readonly Envelope[]): Lines[] {
  const byTopic = new Map<string, string[]>()
  for (const event of events) {
    const topic = topicOf(event.kind)
    const lines = byTopic.get(topic)
    if (lines) lines.push(codec.encode(event))
    else byTopic.set(topic, [codec.encode(event)])
  }
  return [...byTopic].map(([topic, lines]) => ({ topic, count: lines.length, body: lines.join('\n') }))
}
