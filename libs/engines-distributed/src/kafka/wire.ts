import {
  type AnyEnvelope,
  type Envelope,
  type EventCodec,
  type EventKind,
  partitionKey,
  topicOf,
} from '@wardline/events'
import { isTraceparent } from '@wardline/ports'
import type { IHeaders, KafkaMessage, Message } from 'kafkajs'

/** Magic byte and the schema's id (4 bytes, big endian): Confluent's wire format. */
const FRAME_BYTES = 5

/** Why a message cannot be decoded, as `dlq_reason` says it. */
export type Undecodable = 'not_framed' | 'schema_unknown' | 'body_invalid' | 'kind_mismatch' | 'too_large'

/** @throws EventInvalid for an envelope that does not match its schema. */
export function encodeMessage(
  textOf: (event: Envelope) => string,
  schemaId: number,
  envelope: AnyEnvelope,
  traceparent?: string,
): Message {
  return {
    key: partitionKey(envelope),
    value: framed(schemaId, textOf(envelope)),
    headers: {
      ...cloudEvent(envelope),
      ...(traceparent !== undefined && isTraceparent(traceparent) ? { traceparent } : {}),
    },
  }
}

export function framed(schemaId: number, json: string): Buffer {
  const length = Buffer.byteLength(json)
  const value = Buffer.allocUnsafe(FRAME_BYTES + length)
  value[0] = 0
  value.writeInt32BE(schemaId, 1)
  value.write(json, FRAME_BYTES, length, 'utf8')
  return value
}

/** CloudEvents 1.0, Kafka protocol binding. The value stays framed JSON of the whole envelope. */
const cloudEvent = (e: AnyEnvelope): IHeaders => ({
  ce_specversion: '1.0',
  ce_id: e.id,
  ce_type: topicOf(e.kind),
  ce_source: `/wardline/${e.producer}`,
  ce_time: e.occurred_at,
  ce_correlationid: e.correlation_id,
  ce_tenantid: e.tenant_id,
  ...(e.causation_id === null ? {} : { ce_causationid: e.causation_id }),
})

/** The header in which the OpenTelemetry and CloudEvents bindings of Kafka look for a trace. */
export function traceparentOf({ headers }: KafkaMessage): string | undefined {
  const value = headers?.traceparent
  const text = Buffer.isBuffer(value) && value.length === 55 ? value.toString('latin1') : undefined
  return text !== undefined && isTraceparent(text) ? text : undefined
}

/** The schema id of a framed value, undefined if there is no frame. */
export function schemaIdOf(value: Buffer | null): number | undefined {
  return value && value.length > FRAME_BYTES && value[0] === 0 ? value.readInt32BE(1) : undefined
}

/** The tenant of a message by its key, which begins with it; empty without a key. */
export const tenantOfMessage = ({ key }: KafkaMessage): string => key?.toString('utf8').split('|', 1)[0] ?? ''

/** Bytes that a message takes in a batch, roughly. */
export function sizeOf(message: Message | KafkaMessage): number {
  let bytes = 32 + (message.value?.length ?? 0) + (message.key?.length ?? 0)
  for (const [name, value] of Object.entries(message.headers ?? {})) bytes += name.length + String(value).length + 4
  return bytes
}

/** Reads a value; `schemaKnown` is false when the registry has no schema of that id. Tolerates members that a later v1 adds. */
export function decodeValue(
  codec: EventCodec,
  kind: EventKind,
  value: Buffer | null,
  schemaKnown: boolean,
): AnyEnvelope | Undecodable {
  if (!value || schemaIdOf(value) === undefined) return 'not_framed'
  if (!schemaKnown) return 'schema_unknown'
  let envelope: AnyEnvelope
  try {
    envelope = codec.decode(value.toString('utf8', FRAME_BYTES))
  } catch {
    return 'body_invalid'
  }
  return envelope.kind === kind ? envelope : 'kind_mismatch'
}
