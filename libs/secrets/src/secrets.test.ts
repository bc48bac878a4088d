import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createEgress, readAllowance } from '@wardline/http'
import { tenantId } from '@wardline/kernel'
import { type SecretRef, type Secrets, SecretUnresolved } from '@wardline/ports'
import { createEnvSecrets, createFileSecrets, createSecrets, createVaultSecrets, secretVariable } from './index.ts'

const TENANT = tenantId('ten_a')
const OTHER = tenantId('ten_b')
const ref = (provider: SecretRef['provider'], name: string): SecretRef => ({ provider, name, purpose: 'mdm' })
const dir = mkdtempSync(join(tmpdir(), 'wardline-secrets-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function reasonOf(secret: Promise<string>): Promise<string> {
  const error = await secret.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (error instanceof SecretUnresolved) return error.reason
  throw new Error('expected SecretUnresolved', { cause: error })
}

describe('secrets of the environment', () => {
  const secrets = createEnvSecrets({
    WARDLINE_SECRET__TEN_A__MDM__GRAPH_PROD: 's1',
    WARDLINE_SECRET__TEN_A__MDM__EMPTY: '',
  })

  it('have a variable for each tenant, purpose and name', async () => {
    expect(secretVariable(TENANT, ref('env', 'graph-prod'))).toBe('WARDLINE_SECRET__TEN_A__MDM__GRAPH_PROD')
    expect(await secrets.resolve(TENANT, ref('env', 'graph-prod'))).toBe('s1')
  })

  it('are missing for another tenant, another name, and when empty', async () => {
    expect(await reasonOf(secrets.resolve(OTHER, ref('env', 'graph-prod')))).toBe('missing')
    expect(await reasonOf(secrets.resolve(TENANT, ref('env', 'graph')))).toBe('missing')
    expect(await reasonOf(secrets.resolve(TENANT, ref('env', 'empty')))).toBe('missing')
  })
})

describe('secrets in files', () => {
  const secrets = createFileSecrets(dir)
  const folder = join(dir, 'tenants', TENANT, 'mdm')
  beforeAll(() => void mkdirSync(folder, { recursive: true }))
  const put = (name: string, mode: number, text = 's2\n'): void => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
  }

  it('are below tenant and purpose, and exclude a final newline', async () => {
    put('graph', 0o600)
    put('spaces', 0o400, ' a b \r\n')
    expect(await secrets.resolve(TENANT, ref('file', 'graph'))).toBe('s2')
    expect(await secrets.resolve(TENANT, ref('file', 'spaces'))).toBe(' a b ')
    expect(await reasonOf(secrets.resolve(OTHER, ref('file', 'graph')))).toBe('missing')
    expect(await reasonOf(secrets.resolve(TENANT, ref('file', 'nothing')))).toBe('missing')
  })

  it.each([0o640, 0o604, 0o620, 0o602, 0o601, 0o660, 0o644, 0o777])('are not used with mode %o', async mode => {
    put('open', mode)
    expect(await reasonOf(secrets.resolve(TENANT, ref('file', 'open')))).toBe('unsafe')
  })

  it('are not used if they are links, folders or too large', async () => {
    put('real', 0o600)
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    mkdirSync(join(folder, 'folder'))
    put('large', 0o600, 'x'.repeat(65_537))
    for (const name of ['link', 'folder', 'large'])
      expect(await reasonOf(secrets.resolve(TENANT, ref('file', name)))).toBe('unsafe')
  })
})

describe('secrets of Vault, KV version 2', () => {
  const tokenFile = join(dir, 'token')
  const asked: string[] = []
  let answer: { status: number; body: string } = { status: 200, body: '{}' }
  let secrets: Secrets
  let close = async (): Promise<void> => {}

  beforeAll(async () => {
    writeFileSync(tokenFile, 'vault-token\n')
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['x-vault-token']}`)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const egress = createEgress({ allow: readAllowance([host]) })
    secrets = createVaultSecrets({ address: `http://${host}`, mount: 'kv/team', tokenFile }, egress)
    close = async () => {
      await egress.close()
      server.close()
    }
  })
  afterAll(() => close())

  it('are read at their path with the token of the file', async () => {
    const data = { data: { value: 's3' }, metadata: { version: 4, destroyed: false } }
    answer = { status: 200, body: JSON.stringify({ request_id: 'x', lease_duration: 0, data }) }
    expect(await secrets.resolve(TENANT, ref('vault', 'graph'))).toBe('s3')
    expect(asked).toEqual(['GET /v1/kv/team/data/tenants/ten_a/mdm/graph vault-token'])
  })

  it.each([
    [404, '{"errors":[]}', 'missing'],
    [404, '{"data":{"data":null,"metadata":{"deletion_time":"2026-01-01T00:00:00Z"}}}', 'missing'],
    [403, '{"errors":["permission denied"]}', 'missing'],
    [200, '{"data":{"data":{"other":"x"}}}', 'missing'],
    [200, '{"data":{"data":{"value":7}}}', 'missing'],
    [503, '{"errors":["Vault is sealed"]}', 'unavailable'],
    [200, '<html>', 'unavailable'],
  ])('answered %i %s are %s', async (status, body, reason) => {
    answer = { status, body }
    const error = await secrets.resolve(TENANT, ref('vault', 'graph')).catch((e: unknown) => e)
    expect(error).toMatchObject({ name: 'SecretUnresolved', reason })
    expect((error as Error).message).not.toMatch(/graph|permission|sealed|token/)
  })

  it('are unavailable without a token', async () => {
    const gone = createVaultSecrets(
      { address: 'https://vault.example', mount: 'secret', tokenFile: join(dir, 'none') },
      createEgress(),
    )
    expect(await reasonOf(gone.resolve(TENANT, ref('vault', 'graph')))).toBe('unavailable')
  })
})

describe('secrets of a host', () => {
  const everything: Secrets = { resolve: async (_tenant, { name }) => (name === 'empty' ? '' : 'found') }
  const secrets = createSecrets({ file: everything })

  it('come from the provider that the reference names', async () => {
    expect(await secrets.resolve(TENANT, ref('file', 'a.b-c_1'))).toBe('found')
    expect(await reasonOf(secrets.resolve(TENANT, ref('vault', 'a')))).toBe('missing')
  })

  it.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.hidden', 'a\0', '-x', 'x'.repeat(65), 'empty'])(
    'have no %j',
    async name => {
      expect(await reasonOf(secrets.resolve(TENANT, ref('file', name)))).toBe('missing')
    },
  )
})
