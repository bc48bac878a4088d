import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly jwk: object
}

/** A provider that a test has in hand: what it says of itself, which keys it has, and whether it answers at all. */
export interface IdentityProvider {
  readonly issuer: string
  readonly hostPort: string
  /** How often its keys were asked for. */
  readonly asked: { keys: number }
  down: boolean
  /** What it says that its issuer is. */
  told: string
  /** A new key; the old ones are withdrawn. */
  rotate(alg?: string): Promise<void>
  /** An access token as this provider makes them, but for what the test changes. */
  token(claims?: Claims, header?: Record<string, unknown>): Promise<string>
  close(): void
}

/** Undefined takes a claim away. */
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
