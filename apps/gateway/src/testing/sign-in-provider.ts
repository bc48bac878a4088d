import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jest } from '@jest/globals'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** What the provider knows about a person, by login. It accepts any password. */
export type People = Record<string, { groups: readonly string[]; name?: string }>

/** A certified OpenID Provider on its own port, with one client and a login form. */
export interface SignInProvider {
  readonly issuer: string
  readonly hostPort: string
  readonly people: People
  /** The false claims in its ID tokens, which it still signs itself. */
  bend: ((claims: JWTPayload) => JWTPayload) | undefined
  /** The signature is replaced with bytes that it never made. */
  forge: boolean
  down: boolean
  close(): void
}

export interface SignInProviderOptions {
  readonly redirectUri: string
  readonly people: People
  readonly clientSecret?: string
  /** Whether groups and names are in the ID token, or only in UserInfo. */
  readonly thinTokens?: boolean
  /** A host name other than the platform's makes it another site for a browser. */
  readonly hostname?: string
  /** Any free port by default. */
  readonly port?: number
}

export const CLIENT_ID = 'wardline'

/** For tests in jest: keeps the library's warnings about production use off the console. */
export async function startSignInProvider(options: SignInProviderOptions): Promise<SignInProvider> {
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => {})
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256')
  const server = createServer()
  const { people, clientSecret, hostname = '127.0.0.1' } = options
  await new Promise<void>(resolve => server.listen(options.port ?? 0, hostname, resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://${hostname}:${port}`
  const started: SignInProvider = {
    ...{ issuer, hostPort: `${hostname}:${port}`, people, bend: undefined, forge: false, down: false },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [options.redirectUri],
        grant_types: ['authorization_code'],
        ...(clientSecret === undefined
          ? { token_endpoint_auth_method: 'none' as const }
          : { client_secret: clientSecret }),
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: options.thinTokens === true,
    cookies: { keys: ['of a test'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !body?.id_token || !(started.bend || started.forge)) return
    const claims = (started.bend ?? (same => same))(decodeJwt(body.id_token))
    const signer = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' })
    body.id_token = await signer.sign(started.forge ? stranger.privateKey : privateKey)
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (started.down) response.writeHead(503).end()
    else void answer(request, response)
  })
  return started
}
