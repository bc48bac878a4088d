import { type Clock, DAY_MS, type Keyring, Problem, type TenantId, type UserPrincipal } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { oidcIssuers } from '@wardline/registries'
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { type IssuerKeys, isForLackOfKeys, keysUnavailable } from '../oidc/issuer-keys.ts'
import { findPending } from '../oidc/pending-issuers.ts'
import { type Registration, registrationOf } from '../oidc/registration.ts'
import { userOf } from '../oidc/user-of-claims.ts'
import { createReadThrough } from '../read-through.ts'
import type { TenantStates } from './tenant-states.ts'
import { issuerNotProven, unauthenticated } from './unauthenticated.ts'

/** Three parts of base64url, no longer than any provider makes them. */
const SHAPE = /^[A-Za-z0-9_-]{1,2048}\.[A-Za-z0-9_-]{1,12288}\.[A-Za-z0-9_-]{1,2048}$/
/** How far a provider's clock may be from ours. */
const LEEWAY_SECONDS = 60
/**
 * A token cannot be revoked before its end, so none may last longer than a day, counted from its issue and from now.
 */
const LONGEST_SECONDS = DAY_MS / 1_000

export const isUserToken = (text: string): boolean => SHAPE.test(text)

/** Claims that only ID tokens have. An ID token must never pass for an access token. */
const ID_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash']

export interface UserAuthenticator {
  /**
   * The user of an access token (RFC 9068). The tenant comes from the registered issuer, the roles from the groups.
   * @throws Problem 401 `unauthenticated` for every invalid token, 401 `issuer_not_proven` for a valid one of an issuer
   *   that is registered but not proven, 403 for a suspended tenant, 503 while keys or the store
   *   are unavailable.
   */
  authenticate(token: string): Promise<UserPrincipal>
  clear(): void
}

interface Issuer {
  readonly tenantId: TenantId
  readonly doc: Registration
}

/** What is registered of one issuer: it belongs to one tenant, or to nobody yet. */
interface Registered {
  readonly proven: Issuer | undefined
  readonly pending: readonly Issuer[]
}

export function createUserAuthenticator(ports: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly tenantStates: TenantStates
  readonly keys: IssuerKeys
}): UserAuthenticator {
  const { registry, clock, keyring, tenantStates, keys } = ports
  const issuers = createReadThrough<Registered>(async issuer => {
    const proven = await registry.findByUnique(oidcIssuers, 'issuer', issuer)
    if (proven) return { proven: { ...proven, doc: registrationOf(proven.doc) }, pending: [] }
    const pending = await findPending(registry, issuer)
    return { proven: undefined, pending: pending.map(one => ({ ...one, doc: registrationOf(one.doc) })) }
  }, 1_000)

  async function issuerOf(token: string) {
    const { iss } = claimsOf(token)
    if (typeof iss !== 'string' || iss.length > 2_048) throw unauthenticated()
    try {
      const { proven, pending } = await issuers.get(iss)
      return { issuer: proven, pending, state: proven && (await tenantStates.of(proven.tenantId)) }
    } catch (cause) {
      throw new Problem('unavailable', { cause })
    }
  }

  async function verified(token: string, { issuer, audience, algorithms, token_types }: Registration) {
    const key = await keys.of(issuer)
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: [...algorithms],
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(clock.now()),
      })
      if (!ofType(protectedHeader.typ, token_types) || isIdToken(payload)) throw unauthenticated()
      if (lastsTooLong(payload, clock.now() / 1_000)) throw unauthenticated()
      return payload
    } catch (error) {
      if (error instanceof Problem) throw error
      throw isForLackOfKeys(error) ? keysUnavailable(error) : unauthenticated()
    }
  }

  /** Only the holder of a valid token is told that its issuer is registered and not proven. */
  async function refusePending(token: string, pending: readonly Issuer[]): Promise<never> {
    for (const { doc } of pending) {
      const valid = doc.state === 'active' && (await verified(token, doc).catch(() => undefined))
      if (valid) throw issuerNotProven()
    }
    throw unauthenticated()
  }

  return {
    async authenticate(token) {
      const { issuer, pending, state } = await issuerOf(token)
      if (pending.length > 0) return refusePending(token, pending)
      if (issuer?.doc.state !== 'active') throw unauthenticated()
      const payload = await verified(token, issuer.doc)
      if (state !== 'active') throw new Problem('forbidden', { detail: 'The tenant is suspended' })
      return userOf(payload, issuer.doc, issuer.tenantId, keyring)
    },
    clear: () => issuers.clear(),
  }
}

/** @throws Problem `unauthenticated` if it is not a JWT. */
function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    throw unauthenticated()
  }
}

/** RFC 9068 section 4: `at+jwt` or `application/at+jwt`, not case-sensitive. */
function ofType(typ: string | undefined, accepted: Registration['token_types']): boolean {
  const short = (typ ?? 'JWT').toLowerCase().replace(/^application\//, '')
  return accepted.some(type => type.toLowerCase() === short)
}

const lastsTooLong = ({ exp = 0, iat }: JWTPayload, now: number): boolean =>
  exp - Math.min(iat ?? now, now) > LONGEST_SECONDS + LEEWAY_SECONDS

const isIdToken = (payload: JWTPayload): boolean => ID_TOKEN_CLAIMS.some(claim => Object.hasOwn(payload, claim))
