import type { Keyring } from '@wardline/kernel'
import type { AnyEnvelope, Envelope } from './envelope.ts'
import type { Payloads } from './generated/payloads.ts'
import type { EventKind } from './kinds.ts'
import { openSealed, type Sealed, type SealedIn, sealClear } from './sealed.ts'

type AnyPayload = { readonly sealed?: Sealed }

/**
 * The event as it goes to its topic: the members that `shown` names are sealed, and what `shown` says stands in their
 * place.
 * @param envelope in clear
 */
export function sealEvent<K extends EventKind>(
  keyring: Keyring,
  envelope: Envelope<K>,
  shown: Partial<Payloads[K]>,
): Envelope<K> {
  const clear: Partial<Payloads[K]> = {}
  for (const member of Object.keys(shown) as (keyof Payloads[K])[]) clear[member] = envelope.payload[member]
  const sealed = sealClear(keyring, placeOf(envelope), clear)
  return { ...envelope, payload: { ...envelope.payload, ...shown, sealed } }
}

/**
 * The event with its sealed members in clear. An event of an earlier release has none and is returned as it is.
 * @throws CannotOpen
 */
export function openEvent<E extends AnyEnvelope | Envelope>(keyring: Keyring, envelope: E): E {
  const { sealed, ...shown } = envelope.payload as AnyPayload
  if (!sealed) return envelope
  const clear = openSealed(keyring, placeOf(envelope), sealed) as object
  return { ...envelope, payload: { ...shown, ...clear } }
}

const placeOf = ({ kind, id, tenant_id: tenantId }: Envelope): SealedIn => ({ kind, id, tenantId })
