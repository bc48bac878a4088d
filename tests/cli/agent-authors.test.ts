import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/agent-authors.md', import.meta.url)), 'utf8')
let instance: Instance
const folder = mkdtempSync(join(tmpdir(), 'wardline-author-'))

beforeAll(async () => {
  instance = await startInstance()
})
afterAll(async () => {
  await instance.stop()
  removeDataDir(instance.dataDir)
  rmSync(folder, { recursive: true })
})

describe('docs/agent-authors.md', () => {
  it('enrols, sends heartbeats and renews when pasted, with openssl and curl', async () => {
    const blocks = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1]!)
    expect(blocks).toHaveLength(3)
    const env = { ...process.env, WARDLINE_DATA_DIR: instance.dataDir }
    const script = `set -eu\n${blocks.join('\n')}\necho "$ID"`
    const printed = execFileSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    const agentId = printed.trim().split('\n').at(-1)!.replace(/^.*\}/, '')
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    const agent = (await api.get(`/agents/${agentId}`)).body
    await api.close()
    expect(agent).toMatchObject({ state: 'active', platform: 'linux' })
    expect(agent.last_seen_at).not.toBeNull()
    expect(statSync(join(folder, 'identity/agent.key')).mode & 0o077).toBe(0)
  })

  it('names every answer that makes an agent stop', () => {
    const table = PAGE.slice(PAGE.indexOf('## When to stop'), PAGE.indexOf('Everything else is for now'))
    const codes = [...table.matchAll(/\| (40[13]) \| `([a-z_]+)`/g)].map(([, status, code]) => `${status} ${code}`)
    expect(codes.sort()).toEqual([
      '401 certificate_required',
      '401 enrollment_token_invalid',
      '401 identity_stale',
      '401 identity_unknown',
      '403 identity_mismatch',
      '403 identity_revoked',
    ])
  })
})
