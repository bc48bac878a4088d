import { type AnyEnvelope, type Envelope, EventInvalid } from '@wardline/events'
import type { TraceOf } from '@wardline/ports'
import type { TopicNames } from './names.ts'
import type { Outgoing } from './publisher.ts'
import type { SchemaIds } from './schemas.ts'
import { encodeMessage, sizeOf } from './wire.ts'

/** Part of the topic's `max.message.bytes` that the header of a batch takes. */
const BATCH_HEADER_BYTES = 512

export type Encode = (events: readonly Envelope[], traceOf?: TraceOf) => Outgoing[]

/**
 * Events as messages of their topics. @throws EventInvalid for a producer's bug: an event that does not match its
 * schema, or is too large for any topic.
 */
export function createEncoder(
  textOf: (event: Envelope) => string,
  schemas: SchemaIds,
  names: TopicNames,
  maxMessageBytes: number,
): Encode {
  return (events, traceOf) =>
    events.map(event => {
      const message = encodeMessage(textOf, schemas.idOf(event.kind), event as AnyEnvelope, traceOf?.(event))
      if (sizeOf(message) > maxMessageBytes - BATCH_HEADER_BYTES) throw new EventInvalid(event.kind, 'too large')
      return { topic: names.topic(event.kind), message }
    })
}
