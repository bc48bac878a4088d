import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createAuthority, createServerCertificate } from '@wardline/pki'
import { createClientCertificate } from '@wardline/pki/testing'
import { parse } from 'yaml'
import { agentApi, createKeyAndCsr, enrol, enrollmentToken, freshNonce } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, type Target } from '../../tools/instance/start.ts'
import { until } from '../support/until.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/behind-a-proxy.md', import.meta.url)), 'utf8')
const block = (language: string): string => guide.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!
const nginx = process.env.WARDLINE_NGINX ?? 'nginx'
const installed = spawnSync(nginx, ['-v']).status === 0
if (!installed) console.warn('SKIPPED: no nginx is installed (WARDLINE_NGINX names one)')

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

describe('the Envoy configuration of docs/behind-a-proxy.md', () => {
  it('is YAML, and sets the header that is read', () => {
    const text = JSON.stringify(parse(block('yaml')))
    expect(text).toContain('"forward_client_cert_details":"SANITIZE_SET"')
    expect(text).toContain('"set_current_client_cert_details":{"cert":true')
  })
})

const describeWithNginx = installed ? describe : describe.skip
describeWithNginx('the nginx configuration of docs/behind-a-proxy.md', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wardline-nginx-'))
  let instance: Instance
  let proxy: ChildProcess
  let behind: Target

  beforeAll(async () => {
    const now = Date.now()
    const authority = await createAuthority({ commonName: 'Mesh', now, days: 1 })
    const identity = await createClientCertificate({ authority, uris: ['spiffe://mesh.example/ingress'] })
    const shown = await createServerCertificate({ authority, hostnames: ['127.0.0.1'], now, days: 1 })
    const file = (name: string, text: string): string => {
      writeFileSync(join(dir, name), text)
      return join(dir, name)
    }
    instance = await startInstance({
      env: {
        WARDLINE_TRUSTED_PROXY_SANS: 'spiffe://mesh.example/ingress',
        WARDLINE_TRUSTED_PROXY_CA_FILE: file('mesh.pem', authority.certificatePem),
      },
    })
    file('public.pem', shown.certificatePem)
    file('public.key', shown.privateKeyPem)
    file('proxy.pem', identity.certificatePem)
    file('proxy.key', identity.privateKeyPem)
    file('wardline-ca.pem', instance.ca)
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(dir, name))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(n => `${n}_temp_path ${dir}/tmp-${n};`)
    const port = await freePort()
    const config = block('nginx')
      .replaceAll('/etc/nginx/tls', dir)
      .replace('listen 8443', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:9443', new URL(instance.agentUrl).host)
      .replace('http {', `http {\n  access_log off;\n  ${temporary.join('\n  ')}`)
    const globals = `daemon off; pid ${dir}/nginx.pid; error_log stderr warn;`
    proxy = spawn(nginx, ['-p', dir, '-c', file('nginx.conf', config), '-g', globals], { stdio: ['ignore', 2, 2] })
    behind = { ...instance, agentUrl: `https://127.0.0.1:${port}`, ca: authority.certificatePem }
    const answers = () =>
      createApiClient(behind.agentUrl, { ca: behind.ca })
        .get('/openapi.json')
        .then(a => a.status === 200)
        .catch(() => false)
    await until('the proxy', answers)
  })
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    await instance?.stop()
    if (instance) removeDataDir(instance.dataDir)
    rmSync(dir, { recursive: true, force: true })
  })

  const token = () => enrollmentToken(createApiClient(instance.apiUrl, { token: instance.adminToken }))

  it('lets an agent enrol, report and renew', async () => {
    const agent = await enrol(behind, await token())
    expect((await agent.beat()).status).toBe(200)
    const next = await createKeyAndCsr()
    const renewed = await agent.api.post(`/agents/${agent.enrolment.agent_id}/certificate/renew`, {
      csr: next.csrPem,
      nonce: freshNonce(),
    })
    expect(renewed.status).toBe(201)
    const path = `/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`
    expect((await agentApi(behind, renewed.body, next).post(path, { hostname: 'x' })).status).toBe(200)
  })

  it('drops the header that a client sends, and refuses nobody for a missing certificate', async () => {
    const [one, other] = [await enrol(behind, await token()), await enrol(behind, await token())]
    const forged = { 'x-forwarded-client-cert': `Cert="${encodeURIComponent(other.enrolment.certificate)}"` }
    const path = `/agents/${other.enrolment.agent_id}/telemetry/heartbeat`
    const asOne = await one.api.post(path, { hostname: 'x' }, forged)
    expect([asOne.status, asOne.body.code]).toEqual([403, 'identity_mismatch'])
    const asNobody = await createApiClient(behind.agentUrl, { ca: behind.ca }).post(path, { hostname: 'x' }, forged)
    expect([asNobody.status, asNobody.body.code]).toEqual([503, 'unavailable'])
  })

  it('lets an operator in with a token, and notices a revocation', async () => {
    const agent = await enrol(behind, await token())
    expect((await agent.beat()).status).toBe(200)
    const operator = createApiClient(behind.agentUrl, { ca: behind.ca, token: instance.adminToken })
    const revoked = await operator.post(`/agents/${agent.enrolment.agent_id}/revoke`, { reason: 'lost' })
    expect(revoked.status).toBe(200)
    const answer = await agent.beat()
    expect([answer.status, answer.body.code]).toEqual([403, 'identity_revoked'])
  })
})
