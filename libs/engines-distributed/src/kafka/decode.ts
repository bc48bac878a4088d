import type { EventCodec, EventKind } from '@wardline/events'
import type { Delivery } from '@wardline/ports'
import type { IHeaders, KafkaMessage } from 'kafkajs'
import type { Outgoing } from './publisher.ts'
import type { SchemaIds } from './schemas.ts'
import { decodeValue, schemaIdOf, sizeOf, traceparentOf, type Undecodable } from './wire.ts'

/** How much is kept of a value that is too large for any topic. */
const CUT_BYTES = 64 * 1024

export interface Poison {
  readonly message: KafkaMessage
  readonly reason: Undecodable
}

/** The contents of a run of one partition, message by message: an unreadable one never affects its neighbours. */
export interface Decoded {
  readonly deliveries: readonly Delivery[]
  readonly poison: readonly Poison[]
}

export interface Decoder {
  decode(kind: EventKind, partition: number, messages: readonly KafkaMessage[]): Promise<Decoded>
}

export function createDecoder(codec: EventCodec, schemas: SchemaIds, maxMessageBytes: number): Decoder {
  return {
    async decode(kind, partition, messages) {
      const ids = new Set(messages.map(({ value }) => schemaIdOf(value)).filter(id => id !== undefined))
      const known = new Set<number>()
      for (const id of ids) if (await schemas.isKnown(id)) known.add(id)
      const deliveries: Delivery[] = []
      const poison: Poison[] = []
      for (const message of messages) {
        const tooLarge = sizeOf(message) > maxMessageBytes
        const id = schemaIdOf(message.value)
        const read = tooLarge ? 'too_large' : decodeValue(codec, kind, message.value, id !== undefined && known.has(id))
        if (typeof read === 'string') poison.push({ message, reason: read })
        else {
          const traceparent = traceparentOf(message)
          const delivery = { envelope: read, position: { partition, offset: message.offset } }
          deliveries.push(traceparent === undefined ? delivery : { ...delivery, traceparent })
        }
      }
      return { deliveries, poison }
    },
  }
}

/** The dead letter of a message: its original bytes, with the position and the reason in headers. */
export function deadLetter(
  place: { readonly topic: string; readonly partition: number; readonly group: string; readonly deadLetters: string },
  { message, reason }: Poison,
): Outgoing {
  const whole = message.value?.length ?? 0
  const cut = reason === 'too_large'
  const headers: IHeaders = {
    ...(cut ? {} : message.headers),
    dlq_reason: reason,
    dlq_topic: place.topic,
    dlq_partition: String(place.partition),
    dlq_offset: message.offset,
    dlq_group: place.group,
    ...(cut ? { dlq_original_bytes: String(whole) } : {}),
  }
  const key = cut ? (message.key?.subarray(0, CUT_BYTES) ?? null) : message.key
  return {
    topic: place.deadLetters,
    message: { key, value: cut ? (message.value?.subarray(0, CUT_BYTES) ?? null) : message.value, headers },
  }
}
