import type { Egress } from '@wardline/http'
import { type Clock, Problem, type TenantId } from '@wardline/kernel'
import type { Secrets } from '@wardline/ports'
import { decodeProtectedHeader, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { isUnavailable } from './fault-reasons.ts'
import type { OfferedIssuer } from './offered-issuer.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'

const TIMEOUT_SECONDS = 5
/** How far a provider's clock may be from ours. */
const LEEWAY_SECONDS = 60
/** How long a provider's discovery document is cached. */
const DISCOVERY_MS = 600_000
const MAX_ISSUERS = 1_000

/** One trip of a browser to its provider and back. */
export interface Trip extends SignInSecrets {
  readonly state: string
  readonly redirectUri: string
}

/**
 * The provider's side of the authorization code flow with PKCE (OpenID Connect Core 1.0 section 3.1, RFC 7636, RFC
 * 9700).
 */
export interface IdentityProviders {
  /** Where to send the browser. @throws Problem `sign_in_unavailable`. */
  authorizationUrl(tenant: TenantId, issuer: OfferedIssuer, trip: Trip): Promise<string>
  /**
   * The provider's claims about the person, for the code that the browser brought back. They come from the ID token, with
   * its signature, issuer, audience, expiry and nonce checked, and from UserInfo if the token does not contain the groups.
   * @throws Problem `sign_in_invalid`, `sign_in_unavailable`.
   */
  claims(tenant: TenantId, issuer: OfferedIssuer, trip: Trip, answer: URLSearchParams): Promise<JWTPayload>
  /**
   * Where the provider ends its own session, if it has such an address (OpenID Connect RP-Initiated Logout 1.0). Never
   * throws.
   */
  endSessionUrl(tenant: TenantId, issuer: OfferedIssuer): Promise<string | undefined>
}

export function createIdentityProviders(ports: {
  readonly egress: Egress
  readonly secrets: Secrets
  readonly clock: Clock
}): IdentityProviders {
  const { egress, secrets, clock } = ports
  const fetchOut = createProviderFetch(egress)
  const described = new LRUCache<string, oidc.ServerMetadata>({ max: MAX_ISSUERS, ttl: DISCOVERY_MS })

  async function describe(issuer: OfferedIssuer): Promise<oidc.ServerMetadata> {
    const known = described.get(issuer.issuer)
    if (known) return known
    const found = await oidc.discovery(new URL(issuer.issuer), issuer.client_id, undefined, oidc.None(), {
      // The egress client decides which addresses are allowed, and whether TLS is needed.
      execute: [oidc.allowInsecureRequests],
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: fetchOut,
    })
    const server = found.serverMetadata()
    // Discovery section 4.3: an exact match, which is stricter than the library.
    if (server.issuer !== issuer.issuer) throw new Problem('sign_in_unavailable')
    described.set(issuer.issuer, server)
    return server
  }

  async function configured(tenant: TenantId, issuer: OfferedIssuer): Promise<oidc.Configuration> {
    const server = await describe(issuer)
    const { client_secret_ref: ref } = issuer
    const secret = ref ? await secrets.resolve(tenant, ref) : undefined
    const client = {
      [oidc.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
      [oidc.clockTolerance]: LEEWAY_SECONDS,
    }
    const config = new oidc.Configuration(server, issuer.client_id, client, clientAuth(server, secret))
    config.timeout = TIMEOUT_SECONDS
    config[oidc.customFetch] = fetchOut
    oidc.allowInsecureRequests(config)
    // The ID token came over TLS from its issuer, but its signature is checked anyway.
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  async function exchange(tenant: TenantId, issuer: OfferedIssuer, trip: Trip, answer: URLSearchParams) {
    const config = await configured(tenant, issuer)
    const url = new URL(trip.redirectUri)
    url.search = answer.toString()
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: trip.verifier,
      expectedState: trip.state,
      expectedNonce: trip.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const { alg = '' } = decodeProtectedHeader(tokens.id_token ?? '')
    if (!claims || !issuer.algorithms.some(accepted => accepted === alg)) throw new Problem('sign_in_invalid')
    if (Object.hasOwn(claims, issuer.groups_claim) || !config.serverMetadata().userinfo_endpoint) return claims
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
  }

  return {
    async authorizationUrl(tenant, issuer, trip) {
      try {
        const config = await configured(tenant, issuer)
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: trip.redirectUri,
          scope: (issuer.scopes ?? []).join(' '),
          state: trip.state,
          nonce: trip.nonce,
          code_challenge_method: 'S256',
          code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
        })
        if (egress.urlFault(url.href) !== undefined) throw new Problem('sign_in_unavailable')
        return url.href
      } catch (cause) {
        throw new Problem('sign_in_unavailable', { cause })
      }
    },
    async claims(tenant, issuer, trip, answer) {
      try {
        return await exchange(tenant, issuer, trip, answer)
      } catch (cause) {
        throw new Problem(isUnavailable(cause) ? 'sign_in_unavailable' : 'sign_in_invalid', { cause })
      }
    },
    async endSessionUrl(tenant, issuer) {
      try {
        const { href } = oidc.buildEndSessionUrl(await configured(tenant, issuer), {})
        return egress.urlFault(href) === undefined ? href : undefined
      } catch {
        return undefined
      }
    },
  }
}

/** RFC 6749 section 2.3.1: Basic, unless the provider says that it accepts something else (Discovery section 3). */
function clientAuth(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  const { token_endpoint_auth_methods_supported: methods } = server
  return methods === undefined || methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret)
}
