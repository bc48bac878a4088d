import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT, type Principal, type ServiceName } from '@wardline/kernel'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

/** Longest life of an internal token, in seconds (docs/architecture.md#http). */
export const INTERNAL_TOKEN_SECONDS = 30
const REUSE_MS = 10_000
const ISSUER = 'wardline-gateway'

/** What a service learns from a token: the caller, and which operation the token is for. */
export interface InternalClaims {
  readonly principal: Principal
  readonly operationId: string
}

export interface InternalSigner {
  /** A token for one principal, one operation and one service. */
  sign(claims: InternalClaims, audience: ServiceName): Promise<string>
}

export interface InternalVerifier {
  /** @throws Error for anything but a valid token for this audience. */
  verify(token: string, audience: ServiceName): Promise<InternalClaims>
}

/** The platform's Ed25519 key pair (RFC 8037), from the platform's data keys: all replicas agree without exchanging anything. */
export function internalKeys(keyring: Keyring): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([pkcs8Prefix, keyring.key(PLATFORM_TENANT, 'internal')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/**
 * Tokens are reused for 10 s per principal and operation, so that a busy agent does not cost one signature per
 * heartbeat.
 */
export function createInternalSigner(privateKey: KeyObject): InternalSigner {
  const recent = new LRUCache<string, string>({ max: 10_000, ttl: REUSE_MS })
  return {
    async sign(claims, audience) {
      const cacheKey = JSON.stringify([audience, claims.operationId, claims.principal])
      const cached = recent.get(cacheKey)
      if (cached) return cached
      const token = await new SignJWT({ principal: claims.principal, op: claims.operationId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'wardline-internal+jwt' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${INTERNAL_TOKEN_SECONDS}s`)
        .sign(privateKey)
      recent.set(cacheKey, token)
      return token
    },
  }
}

export function createInternalVerifier(publicKey: KeyObject): InternalVerifier {
  const verified = new LRUCache<string, InternalClaims>({ max: 10_000, ttl: REUSE_MS })
  return {
    async verify(token, audience) {
      const cacheKey = `${audience} ${token}`
      const cached = verified.get(cacheKey)
      if (cached) return cached
      const { payload } = await jwtVerify(token, publicKey, {
        issuer: ISSUER,
        audience,
        algorithms: ['EdDSA'],
        typ: 'wardline-internal+jwt',
        maxTokenAge: INTERNAL_TOKEN_SECONDS,
      })
      const claims = { principal: payload.principal as Principal, operationId: String(payload.op) }
      verified.set(cacheKey, claims)
      return claims
    },
  }
}
