// A whole gateway against a certified OpenID Provider library in this process, with its discovery, keys and tokens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createEgress, readAllowance } from '@wardline/http'
import { rfc3339 } from '@wardline/kernel'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { send } from '../testing/http-client.ts'
import { startTestGateway, TENANT, type TestGateway } from '../testing/test-gateway.ts'

const AUDIENCE = 'https://wardline.test/api'
let gateway: TestGateway
let issuer = ''
const servers: { close(): unknown }[] = []

beforeAll(async () => {
  // It warns against use in production, but this is a test.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => {})
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  const resource = {
    scope: 'api',
    audience: AUDIENCE,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  } as const
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'analyst-tool',
        client_secret: 'a-secret-of-the-test',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      resourceIndicators: { enabled: true, defaultResource: () => AUDIENCE, getResourceServerInfo: () => resource },
    },
    extraTokenClaims: () => ({ groups: ['soc'] }),
  })
  server.on('request', provider.callback())
  const egress = createEgress({ allow: readAllowance([`127.0.0.1:${port}`]) })
  gateway = await startTestGateway({}, egress)
  const doc: OidcIssuerDoc = {
    id: 'iss_a',
    issuer,
    audience: AUDIENCE,
    algorithms: ['RS256'],
    token_types: ['at+jwt'],
    state: 'active',
    ...{ groups_claim: 'groups', group_roles: [{ group: 'soc', roles: ['operator'] }] },
    created_at: rfc3339(0),
    updated_at: rfc3339(0),
  }
  await gateway.registry.write(oidcIssuers, TENANT, doc, { expect: 'absent' })
  servers.push(server)
})
afterAll(async () => {
  await gateway.drain()
  for (const server of servers) server.close()
})

async function accessToken(): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('analyst-tool:a-secret-of-the-test')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'api', resource: AUDIENCE }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

describe('An access token of a certified provider', () => {
  it('authenticates its user, as a user of the tenant', async () => {
    const reply = await send(`${gateway.apiUrl}/api/v1/log-sources`, { token: await accessToken() })
    expect(reply.status).toBe(200)
    expect(gateway.asked.at(-1)?.principal).toMatchObject({ type: 'user', tenantId: TENANT, roles: ['operator'] })
  })

  it('is in no log line', async () => {
    const token = await accessToken()
    await send(`${gateway.apiUrl}/api/v1/log-sources`, { token })
    await send(`${gateway.apiUrl}/api/v1/log-sources`, { token: `${token}x` })
    expect(gateway.logged.join('\n')).not.toContain(token.split('.')[1])
  })
})
