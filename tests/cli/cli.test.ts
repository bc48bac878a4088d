import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { type Ran, wardline } from './wardline.ts'

let instance: Instance
const folder = mkdtempSync(join(tmpdir(), 'wardline-cli-'))
const run = (args: readonly string[], input?: string): Promise<Ran> => wardline(instance.dataDir, args, input)
const json = async (args: readonly string[], input?: string) => {
  const ran = await run([...args, '--json'], input)
  expect([args.join(' '), ran.code, ran.stderr]).toEqual([args.join(' '), 0, ''])
  return ran.json()
}

beforeAll(async () => {
  instance = await startInstance()
})
afterAll(async () => {
  await instance.stop('SIGKILL')
  removeDataDir(instance.dataDir)
  rmSync(folder, { recursive: true })
})

describe('wardline', () => {
  it('creates, lists, suspends, resumes and deletes tenants', async () => {
    const made = await json(['tenant', 'create', 'Acme'])
    expect(made).toMatchObject({ name: 'Acme', state: 'active', token: expect.stringMatching(/^wls_/) })
    expect(await json(['tenant', 'suspend', made.tenant_id])).toMatchObject({ state: 'suspended' })
    expect((await json(['tenant', 'list'])).map((t: { name: string; state: string }) => [t.name, t.state])).toEqual([
      ['default', 'active'],
      ['Acme', 'suspended'],
    ])
    expect(await json(['tenant', 'resume', made.tenant_id])).toMatchObject({ state: 'active' })
    const active = await run(['tenant', 'delete', made.tenant_id])
    expect([active.code, active.stderr]).toEqual([1, expect.stringContaining('state_conflict')])
    await json(['tenant', 'suspend', made.tenant_id])
    await json(['tenant', 'delete', made.tenant_id])
  })

  it('creates, rotates and revokes service accounts', async () => {
    const made = await json(['service-account', 'create', 'ci', '--role', 'collector', 'analyst'])
    const works = async (token: string): Promise<number> => {
      const api = createApiClient(instance.apiUrl, { token })
      const { status } = await api.get('/alerts')
      await api.close()
      return status
    }
    const rotated = await json(['service-account', 'rotate', made.service_account_id, '--overlap', '60'])
    expect([await works(made.token), await works(rotated.token)]).toEqual([200, 200])
    const listed = await json(['service-account', 'list'])
    expect(listed.map((a: { name: string }) => a.name)).toContain('ci')
    expect(JSON.stringify(listed)).not.toContain('wls_')
    await json(['service-account', 'revoke', made.service_account_id])
    expect(await works(rotated.token)).toBe(401)
  })

  it('takes a token from standard input, and no secret as an argument', async () => {
    const { token } = await json(['service-account', 'create', 'reader', '--role', 'analyst'])
    expect(await json(['agent', 'list', '--token-file', '-'], `${token}\n`)).toEqual([])
    const refused = await run(['token', 'create', '--token-file', '-'], token)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('forbidden')])
    expect(refused.stderr).not.toContain(token)
    for (const option of ['--token', '--enrollment-token']) expect((await run(['csr', option, 'x'])).code).toBe(2)
  })

  it('enrols as an agent would, into files that only their owner can read, and renews', async () => {
    const out = join(folder, 'identity')
    const { token } = await json(['token', 'create', '--label', 'for a test'])
    const enrolled = await json(['csr', '--enrollment-token-file', '-', '--platform', 'linux', '--out', out], token)
    for (const name of ['agent.key', 'agent.crt', 'ca-chain.pem', 'identity.json'])
      expect([name, (statSync(join(out, name)).mode & 0o777).toString(8)]).toEqual([name, '600'])
    const again = await run(['csr', '--enrollment-token-file', '-', '--out', out], token)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--renew')])
    const renewed = await json(['csr', '--renew', '--out', out])
    expect(renewed.agent_id).toBe(enrolled.agent_id)
    expect(renewed.serial_number).not.toBe(enrolled.serial_number)
    expect(readFileSync(join(out, 'agent.crt'), 'utf8')).toContain('BEGIN CERTIFICATE')
    expect(await json(['agent', 'read', enrolled.agent_id])).toMatchObject({ platform: 'linux' })
    expect(await json(['agent', 'revoke', enrolled.agent_id, '--reason', 'test'])).toMatchObject({ state: 'revoked' })
    const refused = await run(['csr', '--renew', '--out', out])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('identity_revoked')])
  })

  it('lists and verifies the archive, of the intended tenant', async () => {
    expect(await json(['archive', 'list', '--tenant', 'ten_default'])).toEqual([])
    expect(await json(['archive', 'verify'])).toMatchObject({ objects: 0, faults: [] })
    const other = await run(['archive', 'verify', '--tenant', 'ten_other'])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('ten_default')])
  })

  it('shows its usage when called wrongly, and the reason when it fails', async () => {
    for (const args of [
      ['bogus'],
      ['tenant'],
      ['tenant', 'create'],
      ['service-account', 'create', 'x'],
      ['token', 'create', '--agent-class', 'x'],
    ])
      expect([args, (await run(args)).code]).toEqual([args, 2])
    expect((await run(['--help'])).code).toBe(0)
    const nobody = await wardline(join(folder, 'nowhere'), ['agent', 'list'])
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('no Wardline runs')])
  })
})

describe('wardline doctor', () => {
  const states = (findings: readonly { what: string; state: string }[]) =>
    Object.fromEntries(findings.map(f => [f.what, f.state]))

  it('reports a healthy Wardline as healthy', async () => {
    const findings = await json(['doctor'])
    expect(states(findings)).toMatchObject({
      settings: 'ok',
      permissions: 'ok',
      stores: 'ok',
      'revocation journal': 'ok',
      process: 'ok',
      clock: 'ok',
    })
    expect(findings.filter((f: { state: string }) => f.state === 'bad')).toEqual([])
    // Nor did its first start: no line of the log is an error.
    expect(
      instance
        .stderr()
        .split('\n')
        .filter(line => /"level":[56]0/.test(line)),
    ).toEqual([])
  })

  it('finds secrets that others may read, and wrong settings, without showing a value', async () => {
    const file = join(instance.dataDir, 'bootstrap/admin-token')
    chmodSync(file, 0o644)
    process.env.WARDLINE_API_PORT = 'not-a-port-s3cr3t'
    try {
      const ran = await run(['doctor', '--json'])
      expect(ran.code).toBe(1)
      expect(states(ran.json())).toMatchObject({ permissions: 'bad', settings: 'bad' })
      expect(ran.stdout).toContain('WARDLINE_API_PORT')
      expect(ran.stdout + ran.stderr).not.toMatch(/s3cr3t|wls_/)
    } finally {
      chmodSync(file, 0o600)
      delete process.env.WARDLINE_API_PORT
    }
  })
})

describe('wardline reset-admin', () => {
  it('refuses a data folder that is in use, and gives a way back in to one that is not', async () => {
    const busy = await run(['reset-admin'])
    expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('in use')])
    expect(await instance.stop()).toBe(0)
    const file = join(instance.dataDir, 'bootstrap/admin-token')
    writeFileSync(file, 'lost\n')
    const reset = await json(['reset-admin'])
    expect((await run(['reset-admin', '--tenant', 'ten_none'])).code).toBe(1)
    expect(existsSync(reset.token_file)).toBe(true)
    instance = await startInstance({ dataDir: instance.dataDir })
    const audit = await createApiClient(instance.apiUrl, { token: instance.adminToken }).get(
      '/audit-records?operation=resetAdmin',
    )
    expect(audit.body.items).toMatchObject([{ resource: { type: 'service_account', id: reset.service_account_id } }])
  })
})
