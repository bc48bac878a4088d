import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  createInternalSigner,
  createRemoteDispatch,
  internalKeys,
  type ServiceProcess,
  startServiceProcess,
} from '@wardline/host'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { type CertifiedKey, createAuthority, createServerCertificate } from '@wardline/pki'
import { scriptedEngines } from '../../libs/host/src/process/testing/scripted-engines.ts'

const KEY = randomBytes(32)
let folder: string
let service: ServiceProcess
let ca: string
const engines = scriptedEngines()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-internal-'))
  const now = Date.now()
  const authority = await createAuthority({ commonName: 'operator', now, days: 1 })
  const leaf = await createServerCertificate({ authority, hostnames: ['127.0.0.1'], now, days: 1 })
  put(leaf)
  ca = authority.certificatePem
  service = await startServiceProcess({
    name: 'ingest',
    env: {
      WARDLINE_MASTER_KEY: KEY.toString('base64'),
      WARDLINE_ADMIN_PORT: '0',
      WARDLINE_INTERNAL_PORT: '0',
      WARDLINE_LOG_LEVEL: 'silent',
      WARDLINE_INTERNAL_TLS_CERT_FILE: join(folder, 'cert'),
      WARDLINE_INTERNAL_TLS_KEY_FILE: join(folder, 'key'),
    },
    config: () => ({}),
    engines: () => engines.open,
    build: () => ({
      name: 'ingest',
      operations: { listLogSources: async () => ({ status: 200, body: { items: [], next_cursor: null } }) },
      subscriptions: [],
      jobs: [],
    }),
  })
  await service.started
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

function put(leaf: CertifiedKey): void {
  writeFileSync(join(folder, 'cert'), leaf.certificatePem)
  writeFileSync(join(folder, 'key'), leaf.privateKeyPem)
}

/** Calls the service as the gateway does, trusting `trusted` or, without it, what the system trusts. */
async function ask(trusted?: string) {
  const remote = createRemoteDispatch({
    ownerOf: () => 'ingest',
    urlOf: () => service.internalUrl,
    signer: createInternalSigner(internalKeys(await engines.keyring(KEY)).privateKey),
    ...(trusted === undefined ? {} : { ca: trusted }),
  })
  const principal = { type: 'service_account', id: 'sva_1', tenantId: PLATFORM_TENANT, roles: ['admin'] }
  const request = { operationId: 'listLogSources', principal, signal: new AbortController().signal }
  return remote.dispatch(request as never).finally(() => remote.close())
}

describe('TLS between the gateway and a service', () => {
  it('carries operations if the gateway trusts the authority of the service’s certificate', async () => {
    expect(service.internalUrl).toMatch(/^https:/)
    expect((await ask(ca)).status).toBe(200)
  })

  it('follows a new authority: the service shows its new certificate, and the gateway trusts the new one', async () => {
    const now = Date.now()
    const next = await createAuthority({ commonName: 'next', now, days: 1 })
    const remote = createRemoteDispatch({
      ownerOf: () => 'ingest',
      urlOf: () => service.internalUrl,
      signer: createInternalSigner(internalKeys(await engines.keyring(KEY)).privateKey),
      ca,
    })
    const principal = { type: 'service_account', id: 'sva_1', tenantId: PLATFORM_TENANT, roles: ['admin'] }
    const ask = () =>
      remote.dispatch({ operationId: 'listLogSources', principal, signal: new AbortController().signal } as never)
    expect((await ask()).status).toBe(200)
    put(await createServerCertificate({ authority: next, hostnames: ['127.0.0.1'], now, days: 1 }))
    await service.reload()
    remote.trust(next.certificatePem)
    expect((await ask()).status).toBe(200)
    await remote.close()
    ca = next.certificatePem
  })

  it('carries none if it does not: 503, which stops no agent', async () => {
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
