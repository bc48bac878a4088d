import type { Egress } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 262_144
/** How long a provider's discovery document is cached. */
const DISCOVERY_MS = 3_600_000
/** Keys are fetched again if a token names an unknown one, at most this often… */
const COOLDOWN_MS = 5_000
/** …and in any case after this time, so that a withdrawn key is not accepted for ever. */
const MAX_AGE_MS = 600_000
const MAX_ISSUERS = 1_000

/** The public keys of providers, found by OpenID Connect Discovery 1.0 and updated as they rotate. */
export interface IssuerKeys {
  /** @throws Problem 503 `unavailable` while the provider's discovery document cannot be fetched. */
  of(issuer: string): Promise<JWTVerifyGetKey>
}

export function createIssuerKeys(egress: Egress, cooldownMs = COOLDOWN_MS): IssuerKeys {
  const discovered = new LRUCache<string, Promise<JWTVerifyGetKey>>({ max: MAX_ISSUERS, ttl: DISCOVERY_MS })

  /** The fetch that jose uses: the only way out. */
  const fetchOut = async (url: string, { signal }: { readonly signal?: AbortSignal }): Promise<Response> => {
    const headers = { accept: 'application/json' }
    const answer = await egress.send({
      url,
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(signal ? { signal } : {}),
    })
    return new Response(new Uint8Array(answer.body), { status: answer.status })
  }

  async function discover(issuer: string): Promise<JWTVerifyGetKey> {
    const answer = await fetchOut(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {})
    if (answer.status !== 200) throw new Error('the provider does not describe itself')
    const { issuer: told, jwks_uri } = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }
    // Section 4.3: the issuer must be exactly the one that was requested.
    if (told !== issuer || typeof jwks_uri !== 'string') throw new Error('the provider describes another issuer')
    return createRemoteJWKSet(new URL(jwks_uri), {
      cooldownDuration: cooldownMs,
      cacheMaxAge: MAX_AGE_MS,
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: fetchOut,
    })
  }

  return {
    async of(issuer) {
      const known = discovered.get(issuer) ?? discover(issuer)
      discovered.set(issuer, known, { noUpdateTTL: true })
      try {
        return await known
      } catch (cause) {
        discovered.delete(issuer)
        throw keysUnavailable(cause)
      }
    },
  }
}

/** The users' provider is down, so no token can be judged. */
export const keysUnavailable = (cause: unknown): Problem =>
  new Problem('unavailable', { detail: 'The identity provider does not respond', retryAfter: 5, cause })

/** Whether a verification failed because keys were unavailable, not because of the token. */
export const isForLackOfKeys = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC'
