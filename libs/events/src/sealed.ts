import { type Keyring, seal, type TenantId, unseal } from '@wardline/kernel'
import type { EventKind } from './kinds.ts'

/** What an event says in clear to our own services only (ADR 27). The optional member `sealed` of payloads. */
export interface Sealed {
  /** `events/<epoch>`: the purpose and the epoch of the tenant's key. */
  readonly key_id: string
  /** Base64 of nonce, tag and cipher text (AES-256-GCM). */
  readonly box: string
}

/** The envelope that a box belongs to. A box opens in no other one. */
export interface SealedIn {
  readonly kind: EventKind
  /** The envelope's id. */
  readonly id: string
  readonly tenantId: TenantId
}

/** A box that does not open: another key or envelope, a changed byte, or no box at all. Says nothing of the content. */
export class CannotOpen extends Error {
  constructor(kind: EventKind) {
    super(`${kind}: the sealed part does not open`)
    this.name = 'CannotOpen'
  }
}

/** The epoch that new boxes are sealed with. Boxes of every epoch that the keyring has are opened. */
const EPOCH = 1
const KEY_ID = /^events\/([1-9]\d{0,8})$/

/** Seals a value as JSON, with a random nonce, under the tenant's key for events. */
export function sealClear(keyring: Keyring, into: SealedIn, value: unknown): Sealed {
  const key = keyring.key(into.tenantId, 'events', EPOCH)
  return { key_id: `events/${EPOCH}`, box: seal(key, JSON.stringify(value), contextOf(into)) }
}

/**
 * The value that was sealed. Its shape is what this platform's own services put in: the box is authenticated.
 * @throws CannotOpen
 */
export function openSealed(keyring: Keyring, from: SealedIn, sealed: Sealed): unknown {
  const epoch = Number(KEY_ID.exec(sealed.key_id)?.[1])
  try {
    const key = keyring.key(from.tenantId, 'events', epoch)
    return JSON.parse(unseal(key, sealed.box, contextOf(from)).toString())
  } catch {
    throw new CannotOpen(from.kind)
  }
}

/** None of the three can contain the separator. */
const contextOf = ({ kind, id, tenantId }: SealedIn): string => `${kind}|${id}|${tenantId}`
