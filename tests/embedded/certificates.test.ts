// The operator's certificate on a running process: told of at the start when it ends soon, replaced while the process
// runs, kept while its files are half written; and SIGHUP ends nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { type CertifiedKey, createAuthority, createServerCertificate } from '@wardline/pki'
import { type Instance, readTarget, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { until } from '../support/until.ts'

const NOW = Date.now()
const dir = mkdtempSync(join(tmpdir(), 'wardline-certificates-'))
const files = { WARDLINE_TLS_CERT_FILE: join(dir, 'cert.pem'), WARDLINE_TLS_KEY_FILE: join(dir, 'key.pem') }
let authority: CertifiedKey
let instance: Instance

const make = (days: number) =>
  createServerCertificate({ authority, hostnames: ['localhost'], now: NOW - 20 * DAY_MS, days: 20 + days })
function put(made: CertifiedKey): void {
  writeFileSync(files.WARDLINE_TLS_KEY_FILE, made.privateKeyPem)
  writeFileSync(files.WARDLINE_TLS_CERT_FILE, made.certificatePem)
}

/** Days until the certificate ends that the listener shows. */
const shown = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(instance.agentUrl)
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      const end = socket.getPeerX509Certificate()?.validToDate.getTime() ?? 0
      socket.destroy()
      resolve(Math.round((end - NOW) / DAY_MS))
    })
    socket.once('error', reject)
  })
const metrics = async (): Promise<string> => (await fetch(`${instance.adminUrl}/metrics`)).text()
const active = (alarm: string, n: 0 | 1) => `wardline_alarms{name="${alarm}",state="active"} ${n}`
const doctor = async (): Promise<{ state: string; finding: string } | undefined> =>
  (await wardline(instance.dataDir, ['doctor', '--json'], '', files))
    .json()
    .find((f: { what: string }) => f.what === 'WARDLINE_TLS_CERT_FILE')

beforeAll(async () => {
  authority = await createAuthority({ commonName: 'Operator', now: NOW - 30 * DAY_MS, days: 400 })
  put(await make(-1))
  instance = await startInstance({ env: files })
})
afterAll(async () => {
  await instance.stop()
  removeDataDir(instance.dataDir)
  rmSync(dir, { recursive: true })
})

describe("an operator's certificate", () => {
  it('that has ended is told of at the start: in the log, by an alarm, a metric and the doctor', async () => {
    expect(instance.stderr()).toMatch(/"alarm":"certificate_ends","state":"active",.*"certificate":"tls_listener"/)
    const text = await metrics()
    expect(text).toContain(active('certificate_ends', 1))
    const end = /wardline_certificate_expiry_timestamp_seconds\{certificate="tls_listener"\} (\d+)/.exec(text)?.[1]
    expect(Math.round((Number(end) * 1_000 - NOW) / DAY_MS)).toBe(-1)
    expect(await doctor()).toMatchObject({ state: 'bad', finding: expect.stringMatching(/ended \d days? ago/) })
  })

  it('is replaced by itself when its files change, and the alarm is over', async () => {
    put(await make(100))
    await until('the new certificate', async () => (await shown()) === 100)
    expect(await metrics()).toContain(active('certificate_ends', 0))
    expect(await doctor()).toMatchObject({ state: 'ok' })
  })

  it('stays while its file is half written, also at SIGHUP, which says so; whole, SIGHUP loads it at once', async () => {
    const next = await make(200)
    put({ ...next, certificatePem: next.certificatePem.slice(0, 200) })
    process.kill(instance.pid, 'SIGHUP')
    await until('the alarm', async () => (await metrics()).includes(active('certificate_not_reloaded', 1)))
    expect(await shown()).toBe(100)
    put(next)
    process.kill(instance.pid, 'SIGHUP')
    await until('the whole certificate', async () => (await shown()) === 200)
    expect(await metrics()).toContain(active('certificate_not_reloaded', 0))
  })

  it('that agents must trust is in ca.pem, and many SIGHUPs end nothing', async () => {
    for (let i = 0; i < 20; i++) process.kill(instance.pid, 'SIGHUP')
    expect(readTarget(instance.dataDir).ca).toBe(readFileSync(files.WARDLINE_TLS_CERT_FILE, 'utf8'))
    expect((await fetch(`${instance.adminUrl}/healthz`)).status).toBe(200)
  })
})
