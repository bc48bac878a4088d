import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readAllowance } from './addresses.ts'
import { createEgress, type EgressOptions } from './egress.ts'

const dir = mkdtempSync(join(tmpdir(), 'wardline-egress-'))
const file = (name: string): string => readFileSync(join(dir, name), 'utf8')
let port = 0
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  const subject = ['-subj', '/CN=mdm.example', '-addext', 'subjectAltName=DNS:mdm.example']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(dir, 'key.pem')]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', join(dir, 'cert.pem'), '-days', '2', ...subject], {
    stdio: 'ignore',
  })
  server = createServer({ key: file('key.pem'), cert: file('cert.pem') }, (_request, response) => response.end('ok'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(dir, { recursive: true })
})

async function outcome(host: string, options: EgressOptions): Promise<string> {
  const at = `${host}:${port}`
  const egress = createEgress({ allow: readAllowance([at]), resolve: async () => ['127.0.0.1'], ...options })
  try {
    return (await egress.send({ url: `https://${at}/`, timeoutMs: 5_000, maxBytes: 100 })).body.toString()
  } catch (error) {
    return (error as { reason: string }).reason
  } finally {
    await egress.close()
  }
}

describe('the certificate of the other side', () => {
  it('must be from a trusted authority, even for an allowed host', async () => {
    expect(await outcome('mdm.example', {})).toBe('tls')
    expect(await outcome('mdm.example', { ca: file('cert.pem') })).toBe('ok')
  })

  it('must be for the requested name, not for the address that was dialled', async () => {
    expect(await outcome('other.example', { ca: file('cert.pem') })).toBe('tls')
  })

  it('may be from an authority that NODE_EXTRA_CA_CERTS names when the process starts', async () => {
    const at = `mdm.example:${port}`
    const script = `
      import { createEgress } from '${new URL('./egress.ts', import.meta.url)}'
      import { readAllowance } from '${new URL('./addresses.ts', import.meta.url)}'
      const egress = createEgress({ allow: readAllowance(['${at}']), resolve: async () => ['127.0.0.1'] })
      const { body } = await egress.send({ url: 'https://${at}/', timeoutMs: 5_000, maxBytes: 100 })
      console.log(body.toString())
      await egress.close()`
    const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: join(dir, 'cert.pem') }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
    expect(stdout.trim()).toBe('ok')
  })
})
