import { randomUUID, verify } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { agentApi, createKeyAndCsr, enrol, freshNonce } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { accountWith, admin, eventually, freshTenant, platform, target } from './target.ts'

const token = async (agent_class = 'endpoint'): Promise<string> => {
  const made = await admin.post('/enrollment-tokens', { agent_class })
  expect(made.status).toBe(201)
  return made.body.token
}
const wire = createApiClient(target.agentUrl, { ca: target.ca })
const exchange = (body: object) =>
  wire.post('/agent-enrollment/exchange', { agent_class: 'endpoint', nonce: freshNonce(), ...body })

describe('enrolment', () => {
  it('gives a macOS endpoint its identity, and its heartbeats an asset', async () => {
    const agent = await enrol(target, await token(), {
      platform: 'darwin',
      os_version: '14.5',
      fingerprint: { serial_number: randomUUID() },
    })
    expect(agent.enrolment).toMatchObject({
      tenant_id: 'ten_default',
      agent_class: 'endpoint',
      heartbeat_interval_seconds: 60,
    })
    const beat = await agent.beat({ hostname: 'mac-1', os_version: '14.5', cpu_count: 8, surprise: { nested: [1, 2] } })
    expect(beat.status).toBe(200)
    const asset = await admin.get(`/assets/${beat.body.asset_id}`)
    expect(asset.body).toMatchObject({
      os_family: 'macos',
      status: 'online',
      hostname: 'mac-1',
      agent_id: agent.enrolment.agent_id,
    })
    expect(asset.body.sources).toEqual([expect.objectContaining({ type: 'agent', confidence: 'high' })])
    expect((await admin.get(`/agents/${agent.enrolment.agent_id}`)).body).toMatchObject({
      state: 'active',
      platform: 'darwin',
      os_version: '14.5',
    })
  })

  it('spends a token once: another key is refused, the same key resumes with the same identity', async () => {
    const enrollment_token = await token()
    const [one, two] = [await createKeyAndCsr(), await createKeyAndCsr()]
    const first = await exchange({ enrollment_token, csr: one.csrPem })
    const resumed = await exchange({ enrollment_token, csr: one.csrPem })
    const thief = await exchange({ enrollment_token, csr: two.csrPem })
    expect(first.status).toBe(201)
    expect([resumed.status, resumed.body.agent_id, resumed.body.serial_number]).toEqual([
      201,
      first.body.agent_id,
      first.body.serial_number,
    ])
    expect([thief.status, thief.body.code]).toEqual([401, 'enrollment_token_invalid'])
  })

  it('makes one identity of 200 parallel exchanges', async () => {
    const enrollment_token = await token()
    const key = await createKeyAndCsr()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => exchange({ enrollment_token, csr: key.csrPem })),
    )
    const made = answers.filter(a => a.status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(a => `${a.body.agent_id} ${a.body.serial_number}`)).size).toBe(1)
    for (const a of answers) expect([201, 429, 503]).toContain(a.status)
  })

  it('makes one identity of 200 parallel exchanges with many keys, for the key that was first', async () => {
    const { token: enrollment_token, token_id } = (await admin.post('/enrollment-tokens', { agent_class: 'endpoint' }))
      .body
    const keys = await Promise.all([1, 2, 3, 4].map(() => createKeyAndCsr()))
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => exchange({ enrollment_token, csr: keys[i % keys.length]!.csrPem })),
    )
    const made = answers.filter(a => a.status === 201)
    expect(new Set(made.map(a => `${a.body.agent_id} ${a.body.certificate}`)).size).toBe(1)
    const refused = new Set(answers.filter(a => a.status !== 201).map(a => a.body.code))
    for (const code of refused)
      expect(['enrollment_token_invalid', 'too_many_attempts', 'rate_limited', 'unavailable']).toContain(code)
    expect((await admin.get(`/enrollment-tokens/${token_id}`)).body.agent_id).toBe(made[0]!.body.agent_id)
  })

  it('says what is wrong with a request, and leaves the token unspent', async () => {
    const enrollment_token = await token()
    const { csrPem } = await createKeyAndCsr()
    const broken = csrPem.replace(/.{8}\n-----END/, 'AAAAAAAA\n-----END')
    const nonce = freshNonce()
    const cases: [object, number, string][] = [
      [{ enrollment_token, csr: 'not a csr' }, 422, 'csr_invalid'],
      [{ enrollment_token, csr: csrPem + csrPem }, 422, 'csr_invalid'],
      [{ enrollment_token, csr: broken }, 422, 'csr_invalid'],
      [{ enrollment_token, csr: csrPem, agent_class: 'collector' }, 422, 'agent_class_mismatch'],
      [{ enrollment_token, csr: csrPem, platform: 'darwin', os_version: '12.7' }, 422, 'os_version_not_supported'],
      [{ enrollment_token: 'wle_nonsense', csr: csrPem }, 401, 'enrollment_token_invalid'],
      [{ enrollment_token, csr: csrPem, nonce: 'short' }, 422, 'validation_failed'],
      [{ enrollment_token, csr: csrPem, unknown_member: 1 }, 422, 'validation_failed'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await exchange(body)
      expect([code, answer.status, answer.body.code]).toEqual([code, status, code])
      expect(answer.text).not.toContain('BEGIN CERTIFICATE')
    }
    expect((await exchange({ enrollment_token, csr: csrPem, nonce })).status).toBe(201)
    expect((await exchange({ enrollment_token, csr: csrPem, nonce })).body.code).toBe('nonce_reused')
  })

  it('leaves a signed receipt in evidence, which an auditor can check', async () => {
    const { enrolment } = await enrol(target, await token(), { platform: 'darwin', hostname: 'anns-mac' })
    const auditor = await accountWith('auditor')
    const { body } = await eventually(
      () => auditor.get(`/auditor/evidence?evidence_type=enrollment&subject_id=${enrolment.agent_id}`),
      a => a.body.items.length > 0,
    )
    const { details } = (await auditor.get(`/compliance-evidence/${body.items[0].evidence_id}`)).body
    expect(details.receipt).toMatchObject({ agent_id: enrolment.agent_id, serial_number: enrolment.serial_number })
    const keys = (await auditor.get('/receipt-keys')).body.items as { key_id: string; public_key: string }[]
    const key = keys.find(k => k.key_id === details.receipt_signature.key_id)!
    const text = JSON.stringify(details.receipt, Object.keys(details.receipt).sort())
    const signature = Buffer.from(details.receipt_signature.value, 'base64')
    expect(verify(null, Buffer.from(text), key.public_key, signature)).toBe(true)
  })

  it('accepts platform only for endpoints', async () => {
    const enrollment_token = await token('collector')
    const { csrPem } = await createKeyAndCsr()
    const answer = await exchange({ enrollment_token, csr: csrPem, agent_class: 'collector', platform: 'darwin' })
    expect([answer.status, answer.body.code]).toEqual([422, 'platform_not_accepted'])
  })
})

describe('an agent is turned away only with proof', () => {
  it('without a certificate: 401 certificate_required; with a token: 403', async () => {
    const { enrolment } = await enrol(target, await token())
    const path = `/agents/${enrolment.agent_id}/telemetry/heartbeat`
    for (const base of [target.agentUrl, target.apiUrl]) {
      const bare = createApiClient(base, { ca: target.ca })
      expect((await bare.post(path, { hostname: 'x' })).body.code).toBe('certificate_required')
      const bearer = createApiClient(base, { ca: target.ca, token: target.adminToken })
      expect((await bearer.post(path, { hostname: 'x' })).body.code).toBe('forbidden')
    }
  })

  it('on the path of another agent: 403 identity_mismatch', async () => {
    const [one, two] = [await enrol(target, await token()), await enrol(target, await token())]
    const answer = await one.api.post(`/agents/${two.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'x' })
    expect([answer.status, answer.body.code]).toEqual([403, 'identity_mismatch'])
  })

  it('with a certificate of its own making: 401 identity_unknown, as an answer', async () => {
    const agent = await enrol(target, await token())
    const foreign = await selfSigned(agent.enrolment.agent_id)
    const api = createApiClient(target.agentUrl, { ca: target.ca, cert: foreign.cert, key: foreign.key })
    const answer = await api.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'x' })
    expect([answer.status, answer.body.code]).toEqual([401, 'identity_unknown'])
  })

  it('once revoked: 403 identity_revoked within 5 s, on the open connection', async () => {
    const agent = await enrol(target, await token())
    expect((await agent.beat()).status).toBe(200)
    expect((await admin.post(`/agents/${agent.enrolment.agent_id}/revoke`, { reason: 'lost' })).status).toBe(200)
    const answer = await eventually(
      () => agent.beat(),
      a => a.status !== 200,
      5_000,
    )
    expect([answer.status, answer.body.code]).toEqual([403, 'identity_revoked'])
    expect((await admin.get(`/agents/${agent.enrolment.agent_id}`)).body.state).toBe('revoked')
  })

  it('and sees nothing but its own operations: 404', async () => {
    const agent = await enrol(target, await token())
    for (const path of ['/log-sources', '/assets', '/nowhere', `/agents/${agent.enrolment.agent_id}`]) {
      expect((await agent.api.get(path)).status).toBe(404)
    }
  })

  it('both certificate and token: 400 ambiguous_credentials', async () => {
    const agent = await enrol(target, await token())
    const answer = await agent.api.post(
      `/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`,
      { hostname: 'x' },
      { authorization: `Bearer ${target.adminToken}` },
    )
    expect([answer.status, answer.body.code]).toEqual([400, 'ambiguous_credentials'])
  })
})

describe('renewal', () => {
  it('gives a new serial over mTLS; the old one works until long after the new one was seen', async () => {
    const agent = await enrol(target, await token())
    await agent.beat()
    const next = await createKeyAndCsr()
    const renewed = await agent.api.post(`/agents/${agent.enrolment.agent_id}/certificate/renew`, {
      csr: next.csrPem,
      nonce: freshNonce(),
    })
    expect(renewed.status).toBe(201)
    expect(renewed.body.serial_number).not.toBe(agent.enrolment.serial_number)
    const api = agentApi(target, renewed.body, next)
    expect((await api.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'x' })).status).toBe(
      200,
    )
    expect((await agent.beat()).status).toBe(200)
  })
})

describe('the life of an identity', () => {
  it('ends with a tombstone when an operator removes it, and not while it is live', async () => {
    const agent = await enrol(target, await token())
    expect((await agent.beat()).status).toBe(200)
    const path = `/agents/${agent.enrolment.agent_id}`
    expect((await admin.call('DELETE', path)).body.code).toBe('state_conflict')
    expect((await admin.post(`${path}/revoke`, { reason: 'retired' })).status).toBe(200)
    const removed = await eventually(
      () => admin.call('DELETE', path),
      a => a.status !== 503,
    )
    expect(removed.status).toBe(204)
    expect((await admin.get(path)).status).toBe(404)
    const answer = await eventually(
      () => agent.beat(),
      a => a.body.code === 'identity_unknown',
      5_000,
    )
    expect([answer.status, answer.body.code]).toEqual([401, 'identity_unknown'])
  })

  it('may go on under another authority: a rotation is announced, and is for the platform alone', async () => {
    const before = (await admin.get('/certificate-authorities')).body.items as { authority_id: string; role: string }[]
    expect(new Set(before.map(a => a.role))).toEqual(new Set(['root', 'issuing']))
    expect((await admin.post('/certificate-authorities/rotate')).status).toBe(403)
    const rotated = await platform.post('/certificate-authorities/rotate')
    expect([rotated.status, rotated.body.state]).toEqual([201, 'announced'])
    expect((await platform.post('/certificate-authorities/rotate')).body.authority_id).toBe(rotated.body.authority_id)
    const agent = await enrol(target, await token())
    expect((await agent.beat()).status).toBe(200)
    expect(JSON.stringify((await admin.get('/certificate-authorities')).body)).not.toContain('PRIVATE KEY')
  })
})

describe('a cloned identity', () => {
  it('raises an alert and is flagged, and nobody but an operator revokes it', async () => {
    const one = await enrol(target, await token())
    const two = agentApi(target, one.enrolment, one.key)
    const { agent_id } = one.enrolment
    for (const sequence of [1, 2]) {
      await one.beat({ boot_id: 'first machine', sequence })
      await two.post(`/agents/${agent_id}/telemetry/heartbeat`, { hostname: 'x', boot_id: 'second', sequence })
    }
    expect((await one.beat({ boot_id: 'first machine', sequence: 3 })).status).toBe(200)
    expect((await admin.get(`/agents/${agent_id}`)).body).toMatchObject({ state: 'active', clone_suspected: true })
    const named = (alert: { matched_conditions: { value: string }[] }): boolean =>
      alert.matched_conditions.some(c => c.value === agent_id)
    const { body } = await eventually(
      () => admin.get('/alerts?rule_id=rul_agent_clone_suspected&limit=200'),
      a => a.body.items.some(named),
    )
    expect(body.items.filter(named)).toEqual([expect.objectContaining({ severity: 'high', status: 'open' })])
    const evidence = await eventually(
      () => admin.get(`/auditor/evidence?subject_id=${agent_id}&evidence_type=alert`),
      a => a.body.items.length > 0,
    )
    expect(evidence.body.items).toHaveLength(1)
  })
})

describe('assets', () => {
  it('keep apart two live machines that claim one fingerprint', async () => {
    const fingerprint = { machine_id: randomUUID() }
    const one = await enrol(target, await token(), { fingerprint })
    const two = await enrol(target, await token(), { fingerprint })
    const [a, b] = [await one.beat(), await two.beat()]
    expect(b.body.asset_id).not.toBe(a.body.asset_id)
    expect((await admin.get(`/assets/${b.body.asset_id}`)).body.possible_duplicate_of).toBe(a.body.asset_id)
  })

  it('never take more than they can hold, nor refuse an agent for it', async () => {
    const agent = await enrol(target, await token())
    let deep: unknown = 1
    for (let i = 0; i < 60; i++) deep = { deep }
    const answer = await agent.beat({ deep, 'a.b': 1, $set: { x: 1 }, __proto__x: 2, big: 'x'.repeat(100_000) })
    expect(answer.status).toBe(200)
    expect((await agent.beat({ cpu_count: 'many' })).status).toBe(422)
  })

  it('are redacted for auditors and invisible to other tenants', async () => {
    const agent = await enrol(target, await token())
    const { asset_id } = (await agent.beat({ hostname: 'anns-laptop' })).body
    const auditor = await accountWith('auditor')
    const seen = await auditor.get(`/assets/${asset_id}`)
    expect(seen.body.redaction_applied).toBe(true)
    expect(seen.text).not.toContain('anns-laptop')
    expect((await (await freshTenant()).admin.get(`/assets/${asset_id}`)).status).toBe(404)
  })
})

async function selfSigned(agentId: string): Promise<{ cert: string; key: string }> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const { webcrypto } = await import('node:crypto')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as never as CryptoKeyPair
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${agentId}`,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'url', value: `spiffe://wardline.local/tenant/ten_default/agent/${agentId}` },
      ]),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ],
  })
  const key = x509.PemConverter.encode(
    Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as never)),
    'PRIVATE KEY',
  )
  return { cert: cert.toString('pem'), key }
}
