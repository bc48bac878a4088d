import { type AnyEnvelope, type Envelope, type EventCodec, topicOf } from '@wardline/events'
import { isTraceparent, type TraceOf } from '@wardline/ports'
import type { Lines } from '../store/bus-store.ts'

/**
 * Events in the form that the store accepts: one text per topic, each in the given order. @throws EventInvalid for a
 * producer's bug.
 */
export function encodeLines(codec: EventCodec, events: readonly Envelope[], traceOf?: TraceOf): Lines[] {
  const byTopic = new Map<string, string[]>()
  for (const event of events) {
    const topic = topicOf(event.kind)
    const lines = byTopic.get(topic)
    const line = encodeLine(codec, event, traceOf)
    if (lines) lines.push(line)
    else byTopic.set(topic, [line])
  }
  return [...byTopic].map(([topic, lines]) => ({ topic, count: lines.length, body: lines.join('\n') }))
}

/**
 * An event as one line. Its trace is appended as a further member, which readers of every release ignore; the payload
 * is an object and stands last, so no event ends like that by itself. @throws EventInvalid
 */
export function encodeLine(codec: EventCodec, event: Envelope, traceOf?: TraceOf): string {
  const text = codec.encode(event)
  const trace = traceOf?.(event)
  return trace === undefined || !isTraceparent(trace) ? text : `${text.slice(0, -1)},"traceparent":"${trace}"}`
}

const TRACED = /,"traceparent":"(00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})"}$/
/** The length of what {@link TRACED} finds. */
const TRACED_LENGTH = 73

/** @throws EventInvalid for a line that is no event. */
export function decodeLine(codec: EventCodec, line: string): { envelope: AnyEnvelope; traceparent?: string } {
  const traceparent = TRACED.exec(line.slice(-TRACED_LENGTH))?.[1]
  if (traceparent === undefined) return { envelope: codec.decode(line) }
  return { envelope: codec.decode(`${line.slice(0, -TRACED_LENGTH)}}`), traceparent }
}
