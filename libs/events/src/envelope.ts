import { derivedId, newId, rfc3339, type TenantId } from '@wardline/kernel'
import type { Payloads } from './generated/payloads.ts'
import type { EventKind } from './kinds.ts'

/** The envelope of every event (docs/architecture.md#events). Times are RFC 3339 in UTC. */
export interface Envelope<K extends EventKind = EventKind> {
  readonly id: string
  readonly kind: K
  readonly schema_version: 'v1'
  readonly tenant_id: TenantId
  readonly occurred_at: string
  readonly emitted_at: string
  readonly producer: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly correlation_id: string
  readonly causation_id: string | null
  readonly payload: Payloads[K]
}

/** An envelope whose kind determines its payload: `if (e.kind === 'alert.created') e.payload.sequence`. */
export type AnyEnvelope = { [K in EventKind]: Envelope<K> }[EventKind]

interface EnvelopeParts<K extends EventKind> {
  readonly kind: K
  readonly tenantId: TenantId
  readonly producer: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly payload: Payloads[K]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly occurredAt?: string
  /** Derived with {@link derivedEnvelopeId} if a retry may write the event again; random by default. */
  readonly id?: string
}

/** An event at the start of a flow. */
export function originEnvelope<K extends EventKind>(
  parts: EnvelopeParts<K> & { readonly correlationId: string },
): Envelope<K> {
  return assemble(parts, parts.correlationId, null)
}

/**
 * An event caused by another one: same tenant, same correlation id, and the id derived from the cause (one per kind and
 * `discriminator`).
 */
export function causedEnvelope<K extends EventKind>(
  cause: Pick<Envelope, 'id' | 'tenant_id' | 'correlation_id'>,
  idKey: Uint8Array,
  parts: Omit<EnvelopeParts<K>, 'tenantId' | 'id'> & { readonly discriminator?: string },
): Envelope<K> {
  const id = derivedEnvelopeId(idKey, cause.id, parts.kind, parts.discriminator ?? '')
  return assemble({ ...parts, tenantId: cause.tenant_id, id }, cause.correlation_id, cause.id)
}

/** @param idKey the tenant's `ids` key: derived ids must not be guessable from what they name. */
export const derivedEnvelopeId = (idKey: Uint8Array, ...parts: readonly string[]): string =>
  derivedId('env', idKey, ...parts)

function assemble<K extends EventKind>(
  p: EnvelopeParts<K>,
  correlationId: string,
  causationId: string | null,
): Envelope<K> {
  const at = rfc3339(p.now)
  return {
    id: p.id ?? newId('env'),
    kind: p.kind,
    schema_version: 'v1',
    tenant_id: p.tenantId,
    occurred_at: p.occurredAt ?? at,
    emitted_at: at,
    producer: p.producer,
    subject: p.subject,
    correlation_id: correlationId,
    causation_id: causationId,
    payload: p.payload,
  }
}
