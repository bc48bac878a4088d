import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: object
}

/** A provider that a test controls: its discovery document, its keys, and whether it responds at all. */
export interface IdentityProvider {
  readonly issuer: string
  readonly hostPort: string
  /** How often its keys were fetched. */
  readonly asked: { keys: number }
  down: boolean
  /** The issuer that it claims to be. */
  told: string
  /** Makes a new key and withdraws the old ones. */
  rotate(alg?: string): Promise<void>
  /** An access token of this provider, with the test's changes. */
  token(claims?: Claims, header?: Record<string, unknown>): Promise<string>
  close(): void
}

/** Undefined removes a claim. */
type Claims = Readonly<Record<string, unknown>>

export const AUDIENCE = 'https://wardline.test/api'

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let keys: SigningKey[] = []
  const server: Server = createServer((request, response) => {
    if (provider.down) return void request.socket.destroy()
    const json = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration')
      return json({ issuer: provider.told, jwks_uri: `${provider.issuer}/keys` })
    if (request.url === '/keys') {
      provider.asked.keys++
      return json({ keys: keys.map(key => key.jwk) })
    }
    response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let made = 0
  const provider: IdentityProvider = {
    issuer,
    hostPort: `127.0.0.1:${port}`,
    asked: { keys: 0 },
    down: false,
    told: issuer,
    async rotate(alg = 'RS256') {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
      const kid = `key-${++made}`
      keys = [{ kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }]
    },
    token(claims = {}, header = {}) {
      const [key] = keys
      if (!key) throw new Error('the provider has no key')
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({
        iss: issuer,
        aud: AUDIENCE,
        sub: 'ann',
        iat: now,
        exp: now + 300,
        groups: ['soc'],
        ...claims,
      })
        .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  await provider.rotate()
  return provider
}
