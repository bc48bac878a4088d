import type { Keyring } from '@wardline/kernel'
import type { AnyEnvelope, Envelope } from './envelope.ts'
import type { Payloads } from './generated/payloads.ts'
import { isObject } from './is-object.ts'
import type { EventKind } from './kinds.ts'
import { openSealed, type Sealed, type SealedIn, sealClear } from './sealed.ts'

type Members = Readonly<Record<string, unknown>>

/** What a box holds: members of the payload, and of members that are objects what is not shown of them. */
type Box = Members & { readonly '+'?: Readonly<Record<string, Members>> }

/**
 * The event as it goes to its topic: the members that `shown` names are sealed, and what `shown` says stands in their
 * place.
 * @param envelope in clear
 * @param partly of these members, which are objects, only what is not shown as it is is sealed. For readers that use
 * {@link openEvent}
 */
export function sealEvent<K extends EventKind>(
  keyring: Keyring,
  envelope: Envelope<K>,
  shown: Partial<Payloads[K]>,
  partly: readonly (keyof Payloads[K])[] = [],
): Envelope<K> {
  const payload = envelope.payload as unknown as Members
  const whole: Record<string, unknown> = {}
  let parts: Record<string, Members> | undefined
  for (const [member, instead] of Object.entries(shown)) {
    const part = partly.includes(member as keyof Payloads[K]) ? notShown(payload[member], instead) : undefined
    if (part === undefined) whole[member] = payload[member]
    else {
      parts ??= {}
      parts[member] = part
    }
  }
  const sealed = sealClear(keyring, placeOf(envelope), parts === undefined ? whole : { ...whole, '+': parts })
  return { ...envelope, payload: { ...envelope.payload, ...shown, sealed } }
}

/**
 * The event with its sealed members in clear. An event of an earlier release has none and is returned as it is.
 * @throws CannotOpen
 */
export function openEvent<E extends AnyEnvelope | Envelope>(keyring: Keyring, envelope: E): E {
  const { sealed, ...shown } = envelope.payload as unknown as Members & { readonly sealed?: Sealed }
  if (!sealed) return envelope
  const { '+': parts, ...whole } = openSealed(keyring, placeOf(envelope), sealed) as Box
  const payload: Record<string, unknown> = { ...shown, ...whole }
  if (parts)
    for (const [member, part] of Object.entries(parts)) payload[member] = { ...(shown[member] as object), ...part }
  return { ...envelope, payload }
}

/** What an object does not show as it is; undefined if it must be sealed as a whole. */
function notShown(clear: unknown, shown: unknown): Members | undefined {
  if (!isObject(clear) || !isObject(shown)) return undefined
  const names = Object.keys(shown)
  // What is shown and not there in clear would stay.
  if (names.length === 0 || names.some(name => clear[name] === undefined) || Object.hasOwn(clear, '__proto__'))
    return undefined
  const rest: Record<string, unknown> = {}
  for (const name of Object.keys(clear)) if (clear[name] !== shown[name]) rest[name] = clear[name]
  return rest
}

const placeOf = ({ kind, id, tenant_id: tenantId }: Envelope): SealedIn => ({ kind, id, tenantId })
