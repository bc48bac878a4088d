import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownOpenApi } from '@wardline/api'
import { createEgress, readAllowance } from '@wardline/http'
import { rfc3339 } from '@wardline/kernel'
import type { Secrets } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { memoryPorts } from '@wardline/service-kit/testing'
import { gatewayService } from './gateway-service.ts'
import { send } from './http-client.ts'
import { CLIENT_ID, type SignInProviderOptions, startSignInProvider } from './sign-in-provider.ts'
import { startTestGateway, TENANT } from './test-gateway.ts'
import { createWalkingBrowser, type Step, type WalkingBrowser } from './walking-browser.ts'

/**
 * A gateway with its own operations on real sockets, and a provider whose users can sign in as the tenant's analysts
 * and auditors.
 */
export async function startSignInKit(
  options: Partial<SignInProviderOptions> & {
    issuer?: Partial<OidcIssuerDoc>
    secrets?: Secrets
    publicUrl?: string
  } = {},
) {
  const apiPort = await freePort()
  const publicUrl = `http://127.0.0.1:${apiPort}`
  const { publicUrl: told = publicUrl } = options
  const provider = await startSignInProvider({
    redirectUri: `${publicUrl}/api/v1/session/callback`,
    people: { ann: { groups: ['soc', 'all'], name: 'Ann Lee' }, bob: { groups: ['all'], name: 'Bob Ray' } },
    ...options,
  })
  const egress = createEgress({ allow: readAllowance([provider.hostPort]) })
  const gateway = await startTestGateway({ apiPort }, egress, ownOpenApi())
  const { registry, keyring, clock } = gateway
  const write = (...line: unknown[]): void => void gateway.logged.push(JSON.stringify(line))
  const log = { warn: write, info: write, error: write } as unknown as ServicePorts['log']
  const counted: string[] = []
  const metrics = {
    ...memoryPorts('gateway').ports.metrics,
    count: (name: string, labels?: object) => counted.push(JSON.stringify([name, labels])),
  }
  const { ports } = memoryPorts('gateway')
  const outside = { egress, publicUrl: told, ...(options.secrets ? { secrets: options.secrets } : {}) }
  Object.assign(
    gateway.handlers,
    gatewayService({ ...ports, registry, keyring, clock, log, metrics }, outside).operations,
  )
  const issuer: OidcIssuerDoc = {
    id: 'iss_a',
    issuer: provider.issuer,
    audience: 'https://wardline.test/api',
    algorithms: ['RS256'],
    ...{ token_types: ['at+jwt'], groups_claim: 'groups', group_roles: [{ group: 'soc', roles: ['analyst'] }] },
    sign_in_name: 'acme.example',
    client_id: CLIENT_ID,
    scopes: ['openid', 'profile', 'groups'],
    state: 'active',
    created_at: rfc3339(0),
    updated_at: rfc3339(0),
    ...options.issuer,
  }
  await registry.write(oidcIssuers, TENANT, issuer, { expect: 'absent' })
  const api = `${publicUrl}/api/v1`
  const kit = {
    counted,
    gateway,
    provider,
    issuer,
    api,
    registry,
    clock,
    start: (browser: WalkingBrowser, query = 'organisation=acme.example'): Promise<Step> =>
      browser.go(`${api}/session/sign-in?${query}`, { headers: { 'sec-fetch-site': 'same-origin' } }),
    /** Goes to the provider and back, up to the callback. */
    async comeBack(browser: WalkingBrowser, as: string, query?: string): Promise<string> {
      const { location = '' } = await kit.start(browser, query)
      return browser.login(location, as)
    },
    /** Goes the whole way and returns the last step. */
    signIn: async (browser: WalkingBrowser, as: string, query?: string): Promise<Step> =>
      browser.go(await kit.comeBack(browser, as, query)),
    /** The API's response to a browser. */
    async ask(browser: WalkingBrowser, path: string, method = 'GET', headers: Record<string, string> = {}) {
      const jar = browser.cookies.get(publicUrl)
      const cookie = [...(jar ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
      return send(`${api}${path}`, { method, headers: { cookie, ...headers } })
    },
    /** The registration with a test's changes. */
    async register(change: Partial<OidcIssuerDoc>): Promise<void> {
      const stored = await registry.read(oidcIssuers, TENANT, issuer.id)
      const doc = { ...issuer, ...change }
      await registry.write(oidcIssuers, TENANT, doc, { expect: stored?.version ?? 'absent' })
    },
    /** Restores everything that a test has changed. */
    async asItWas(): Promise<void> {
      Object.assign(provider, { bend: undefined, forge: false, down: false })
      clock.offset = 0
      await kit.register({})
    },
    /** Changes the registration as its admin does. */
    async asAdmin(method: string, body?: object): Promise<void> {
      const token = await gateway.account(['admin'])
      const call = { method, token, headers: { 'if-match': '*' }, ...(body ? { body } : {}) }
      const { status, text } = await send(`${api}/oidc-issuers/${issuer.id}`, call)
      if (status >= 300) throw new Error(`the change was answered ${status}: ${text}`)
    },
    async stop() {
      await gateway.drain()
      provider.close()
    },
  }
  return kit
}

export type SignInKit = Awaited<ReturnType<typeof startSignInKit>>
export { createWalkingBrowser }

/** The code that the console gets for a failed sign-in; null after a successful one. */
export const signInProblem = (location: string | undefined): string | null =>
  new URL(location ?? '').searchParams.get('sign_in_problem')

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
