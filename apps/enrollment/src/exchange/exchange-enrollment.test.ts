import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, HOUR_MS, PLATFORM_TENANT } from '@wardline/kernel'
import { parseCsr, readCertificate } from '@wardline/pki'
import { createAgentKey } from '@wardline/pki/testing'
import { agents, enrollmentTokens } from '@wardline/registries'
import { bodyOf, codeOf, exchangeBody, harness, type Json, nonce } from '../testing/harness.ts'

describe('an exchange', () => {
  it('gives the identity that openapi/enrollment.yaml describes', async () => {
    const h = harness()
    const { token, token_id } = await h.token()
    const key = await createAgentKey({ commonName: 'i am root' })
    const result = await h.exchange(await exchangeBody(token, { csr: key.csrPem, platform: 'linux' }))
    const body = bodyOf(result)
    expect(result.status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(
      'agent_class agent_id ca_chain certificate heartbeat_interval_seconds not_after not_before renew_after serial_number tenant_id'.split(
        ' ',
      ),
    )
    const [ca] = body.ca_chain as string[]
    const leaf = readCertificate(body.certificate as string)
    expect(leaf.isIssuedBy(ca!)).toBe(true)
    expect(leaf).toMatchObject({
      serialNumber: body.serial_number,
      uris: [`spiffe://wardline.local/tenant/${DEFAULT_TENANT}/agent/${body.agent_id}`],
      clientAuth: true,
      isAuthority: false,
      spkiHash: (await parseCsr(key.csrPem)).spkiHash,
      notBefore: Date.parse(body.not_before as string),
      notAfter: Date.parse(body.not_after as string),
    })
    expect(new X509Certificate(body.certificate as string).subject).toBe(`CN=${body.agent_id}`)
    expect(body).toMatchObject({ tenant_id: DEFAULT_TENANT, agent_class: 'endpoint', heartbeat_interval_seconds: 60 })
    const day = 24 * HOUR_MS
    const now = h.clock.now()
    expect(leaf.notBefore).toBe(now - 5 * 60_000)
    expect(leaf.notAfter).toBe(now + 90 * day)
    expect(Date.parse(body.renew_after as string)).toBeGreaterThanOrEqual(now + 45 * day)
    expect(Date.parse(body.renew_after as string)).toBeLessThanOrEqual(now + 60 * day)
    expect(bodyOf(await h.operator('readEnrollmentToken', { params: { token_id } }))).toMatchObject({
      state: 'issued',
      agent_id: body.agent_id,
    })
    expect(bodyOf(await h.operator('readAgent', { params: { agent_id: body.agent_id } }))).toEqual({
      agent_id: body.agent_id,
      agent_class: 'endpoint',
      state: 'active',
      platform: 'linux',
      os_version: null,
      agent_version: null,
      hostname: null,
      serial_number: body.serial_number,
      not_after: body.not_after,
      last_seen_at: null,
      enrolled_at: new Date(now).toISOString(),
      clone_suspected: false,
      asset_id: null,
      possible_duplicate_of: null,
    })
  })

  it('returns the same 401 for a token that is unknown, malformed, expired, revoked, spent or used with another key', async () => {
    const h = harness()
    const unknown = await harness().token()
    const expired = await h.token('endpoint', { expires_in_seconds: 1 })
    const revoked = await h.token()
    await h.operator('revokeEnrollmentToken', { params: { token_id: revoked.token_id } })
    const taken = await h.token()
    await h.exchange(await exchangeBody(taken.token))
    const spent = await h.token()
    const spentBody = await exchangeBody(spent.token)
    const identity = bodyOf(await h.exchange(spentBody))
    await h.heartbeat(
      { type: 'agent', id: identity.agent_id, tenantId: DEFAULT_TENANT, serialNumber: identity.serial_number } as never,
      { hostname: 'a' },
    )
    h.clock.advance(1000)
    const answers = new Set<string>()
    for (const body of [
      await exchangeBody(unknown.token),
      await exchangeBody('wle_nonsense'),
      await exchangeBody(`${expired.token.slice(0, -1)}${expired.token.endsWith('a') ? 'b' : 'a'}`),
      await exchangeBody(expired.token),
      await exchangeBody(revoked.token),
      await exchangeBody(taken.token),
      { ...spentBody, nonce: nonce() },
    ])
      await h.exchange(body).catch(error => answers.add(JSON.stringify(error.body('req_1'))))
    expect([...answers].map(a => JSON.parse(a).code)).toEqual(['enrollment_token_invalid'])
  })

  it('is resumed by the same key and a new nonce, even after the token has expired, and gives the same certificate', async () => {
    const h = harness()
    const { token } = await h.token('endpoint', { expires_in_seconds: 60 })
    const request = await exchangeBody(token)
    const first = bodyOf(await h.exchange(request))
    h.clock.advance(23 * HOUR_MS)
    expect(bodyOf(await h.exchange({ ...request, nonce: nonce() }))).toEqual(first)
    h.clock.advance(HOUR_MS)
    expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe('enrollment_token_invalid')
  })

  it('accepts a nonce once, in any spelling, and at most 32 of them', async () => {
    const h = harness()
    const { token } = await h.token()
    const request = await exchangeBody(token)
    await h.exchange(request)
    expect(await codeOf(h.exchange(request))).toBe('nonce_reused')
    expect(await codeOf(h.exchange({ ...request, nonce: `${request.nonce}==` }))).toBe('nonce_reused')
    for (let i = 1; i < 32; i++) expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe(201)
    expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe('too_many_attempts')
    expect(await codeOf(h.exchange(request))).toBe('nonce_reused')
  })

  it('does not let another key use up the nonces of the claim', async () => {
    const h = harness()
    const { token } = await h.token()
    const request = await exchangeBody(token)
    await h.exchange(request)
    for (let i = 0; i < 40; i++)
      expect(await codeOf(h.exchange(await exchangeBody(token)))).toBe('enrollment_token_invalid')
    expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe(201)
  })

  it('gives exactly one identity, however many exchange one token at once', async () => {
    const h = harness()
    const { token } = await h.token()
    const keys = await Promise.all([createAgentKey(), createAgentKey(), createAgentKey(), createAgentKey()])
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, i) =>
        h.exchange(await exchangeBody(token, { csr: keys[i % keys.length]!.csrPem })).then(
          result => bodyOf(result),
          error => error.code as string,
        ),
      ),
    )
    const identities = results.filter((r): r is Json => typeof r === 'object')
    expect(new Set(identities.map(i => i.agent_id)).size).toBe(1)
    expect(new Set(identities.map(i => i.certificate)).size).toBe(1)
    expect(identities.length).toBe(32)
    const refusals = new Set(results.filter(r => typeof r === 'string'))
    expect([...refusals].sort()).toEqual(['enrollment_token_invalid', 'too_many_attempts'])
    expect(await h.store.list(agents, DEFAULT_TENANT, { limit: 10 })).toHaveLength(1)
  })

  it('does not give the certificate of a revoked agent again', async () => {
    const h = harness()
    const { identity, request } = await h.enrolled()
    await h.operator('revokeAgent', { params: { agent_id: identity.agent_id }, body: { reason: 'stolen' } })
    expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe('enrollment_token_invalid')
  })

  it('leaves the token unspent when it is refused', async () => {
    const h = harness()
    const { token, token_id } = await h.token()
    expect(await codeOf(h.exchange(await exchangeBody(token, { csr: 'no' })))).toBe('csr_invalid')
    expect(await codeOf(h.exchange(await exchangeBody(token, { agent_class: 'collector' })))).toBe(
      'agent_class_mismatch',
    )
    const stored = await h.store.read(enrollmentTokens, DEFAULT_TENANT, token_id)
    expect(stored).toMatchObject({ version: 1, doc: { state: 'unused', nonce_hashes: [] } })
    expect(await codeOf(h.exchange(await exchangeBody(token)))).toBe(201)
  })

  it('is retryable while the tenant is suspended, and does not stop the agent for good', async () => {
    const h = harness()
    const { tenants } = await import('@wardline/registries')
    const { token } = await h.token()
    const tenant = {
      id: DEFAULT_TENANT,
      name: 'd',
      state: 'suspended',
      created_at: '',
      auto_tickets: true,
      first_account_at: null,
    } as const
    await h.store.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
    expect(await codeOf(h.exchange(await exchangeBody(token)))).toBe('unavailable')
  })
})

describe('a bad exchange', () => {
  it.each([
    ['a weak key', async () => (await createAgentKey({ type: 'RSA-1024' })).csrPem],
    ['another curve', async () => (await createAgentKey({ type: 'P-521' })).csrPem],
    ['two PEM blocks', async () => (await createAgentKey()).csrPem.repeat(2)],
    ['trailing text', async () => `${(await createAgentKey()).csrPem}hello`],
    ['the wrong PEM', async () => (await createAgentKey()).privateKeyPem],
    ['more than 16 KiB', async () => (await createAgentKey()).csrPem + '\n'.repeat(17_000)],
    ['a signature by another key', async () => badlySigned((await createAgentKey()).csrPem)],
  ])('with a CSR of %s is csr_invalid', async (_, csr) => {
    const h = harness()
    const { token } = await h.token()
    const text = await csr()
    const problem = await h.exchange(await exchangeBody(token, { csr: text })).catch(error => error)
    expect(problem.code).toBe('csr_invalid')
    expect(JSON.stringify(problem.body('req_1'))).not.toContain(text.slice(40, 80))
  })

  it('is judged in the order of docs/architecture.md#the-exchange: token, class, platform, system, CSR, nonce, key', async () => {
    const h = harness()
    const { token: endpoint } = await h.token()
    const { token: collector } = await h.token('collector')
    const bad = { csr: 'no', agent_class: 'collector', platform: 'darwin', os_version: '12' }
    expect(await codeOf(h.exchange(await exchangeBody('wle_x', bad)))).toBe('enrollment_token_invalid')
    expect(await codeOf(h.exchange(await exchangeBody(endpoint, bad)))).toBe('agent_class_mismatch')
    expect(await codeOf(h.exchange(await exchangeBody(collector, bad)))).toBe('platform_not_accepted')
    expect(await codeOf(h.exchange(await exchangeBody(endpoint, { ...bad, agent_class: 'endpoint' })))).toBe(
      'os_version_not_supported',
    )
    const used = await exchangeBody(endpoint)
    await h.exchange(used)
    expect(await codeOf(h.exchange({ ...used, csr: 'no' }))).toBe('csr_invalid')
    expect(await codeOf(h.exchange({ ...used, csr: (await createAgentKey()).csrPem }))).toBe('nonce_reused')
  })

  it.each(['short', 'has spaces in it, and is long', `${'A'.repeat(86)}AA`, 'AAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'with the nonce %j does not match the schema',
    async bad => {
      const h = harness()
      const { token } = await h.token()
      expect(await codeOf(h.exchange(await exchangeBody(token, { nonce: bad })))).toBe('validation_failed')
    },
  )

  it('writes nothing', async () => {
    const h = harness()
    await h.service.start?.()
    let writes = 0
    const { write } = h.store
    h.store.write = (...args) => {
      writes++
      return write(...args)
    }
    const other = await harness().token()
    for (const token of ['', 'wle_', other.token]) await codeOf(h.exchange(await exchangeBody(token)))
    expect(writes).toBe(0)
  })
})

describe('platform and system version', () => {
  it.each([
    ['endpoint', { platform: 'darwin' }, 201],
    ['endpoint', { platform: 'darwin', os_version: '13' }, 201],
    ['endpoint', { platform: 'darwin', os_version: '13.6.1' }, 201],
    ['endpoint', { platform: 'darwin', os_version: '26.0' }, 201],
    ['endpoint', { platform: 'darwin', os_version: '12.7.6' }, 'os_version_not_supported'],
    ['endpoint', { platform: 'darwin', os_version: '10.15' }, 'os_version_not_supported'],
    ['endpoint', { platform: 'darwin', os_version: 'Sonoma' }, 'validation_failed'],
    ['endpoint', { platform: 'darwin', os_version: '14.' }, 'validation_failed'],
    ['endpoint', { platform: 'windows', os_version: '10.0.22631' }, 201],
    ['endpoint', { platform: 'linux', os_version: 'Debian 12' }, 201],
    ['endpoint', { os_version: '9' }, 201],
    ['collector', {}, 201],
    ['collector', { platform: 'linux' }, 201],
    ['collector', { platform: 'darwin' }, 'platform_not_accepted'],
    ['collector', { platform: 'linux', os_version: '12' }, 'platform_not_accepted'],
  ])('of class %s with %j: %s', async (agentClass, extra, expected) => {
    const h = harness()
    const { token } = await h.token(agentClass)
    expect(await codeOf(h.exchange(await exchangeBody(token, { agent_class: agentClass, ...extra })))).toBe(expected)
  })
})

function badlySigned(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  der[der.length - 1] = der[der.length - 1]! ^ 1
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
}
