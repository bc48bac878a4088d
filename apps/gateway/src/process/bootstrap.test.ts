import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type DataDir, openDataDir } from '@wardline/host'
import { createKeyring, DEFAULT_TENANT, PLATFORM_TENANT, systemClock } from '@wardline/kernel'
import { createMemoryRegistry } from '@wardline/ports/testing'
import { serviceAccounts } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { hashToken, isServiceToken } from '../authentication/service-token.ts'
import { bootstrap } from './bootstrap.ts'

const folders: string[] = []
const folder = (): DataDir => {
  const path = mkdtempSync(join(tmpdir(), 'wardline-bootstrap-'))
  folders.push(path)
  return openDataDir(path)
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true })
})

const platform = () => {
  const registry = createMemoryRegistry()
  const ports = { registry, clock: systemClock, keyring: createKeyring(randomBytes(32)) } as unknown as ServicePorts
  const accounts = async () =>
    [
      ...(await registry.list(serviceAccounts, PLATFORM_TENANT, { limit: 100 })),
      ...(await registry.list(serviceAccounts, DEFAULT_TENANT, { limit: 100 })),
    ].map(({ doc }) => doc)
  return { registry, ports, accounts }
}
const tokenIn = (dir: DataDir, name = 'admin-token'): string | undefined => dir.read(name)?.trim()

describe('the first start', () => {
  it('makes two accounts and leaves their tokens in files of mode 0600', async () => {
    const { ports, accounts } = platform()
    const dir = folder()
    await bootstrap(ports, dir)
    expect((await accounts()).map(a => a.roles)).toEqual([['platform_admin'], ['admin', 'operator']])
    expect((await accounts()).map(a => a.token_hash)).toEqual([
      hashToken(tokenIn(dir, 'platform-token')!),
      hashToken(tokenIn(dir)!),
    ])
    expect(isServiceToken(tokenIn(dir)!)).toBe(true)
    expect(statSync(join(dir.path, 'admin-token')).mode & 0o777).toBe(0o600)
  })

  it('changes nothing when it is repeated', async () => {
    const { ports, accounts } = platform()
    const dir = folder()
    await bootstrap(ports, dir)
    const before = [await accounts(), tokenIn(dir)]
    await bootstrap(ports, dir)
    expect([await accounts(), tokenIn(dir)]).toEqual(before)
  })

  it('continues with the token of a start that was interrupted before its account was written', async () => {
    const { ports, registry, accounts } = platform()
    const dir = folder()
    const interrupted = { ...registry, write: () => Promise.reject(new Error('the store is down')) }
    await expect(bootstrap({ ...ports, registry: interrupted } as ServicePorts, dir)).rejects.toThrow('store')
    await bootstrap(ports, dir)
    expect((await accounts()).map(a => a.token_hash)).toContain(hashToken(tokenIn(dir)!))
  })

  it('does not recreate an account that an operator has deleted, and removes its token', async () => {
    const { ports, registry, accounts } = platform()
    const dir = folder()
    await bootstrap(ports, dir)
    const [account] = await registry.list(serviceAccounts, DEFAULT_TENANT, { limit: 1 })
    await registry.remove(serviceAccounts, DEFAULT_TENANT, account!.doc.id, account!.version)
    await bootstrap(ports, dir)
    expect(await accounts()).toHaveLength(1)
    expect(tokenIn(dir)).toBeUndefined()
  })
})

describe('replicas that start at once', () => {
  it('make one account; only the winner’s folder keeps a token, and it is the right one', async () => {
    const { ports, accounts } = platform()
    const dirs = Array.from({ length: 8 }, folder)
    await Promise.all(dirs.map(dir => bootstrap(ports, dir)))
    expect(await accounts()).toHaveLength(2)
    const tokens = dirs.map(dir => tokenIn(dir)).filter(token => token !== undefined)
    expect(tokens).toHaveLength(1)
    expect((await accounts()).map(a => a.token_hash)).toContain(hashToken(tokens[0]!))
  })

  it('agree on one token in a folder that they share', async () => {
    const { ports, accounts } = platform()
    const dir = folder()
    await Promise.all(Array.from({ length: 8 }, () => bootstrap(ports, openDataDir(dir.path))))
    expect((await accounts()).map(a => a.token_hash)).toContain(hashToken(tokenIn(dir)!))
    expect(readdirSync(dir.path).sort()).toEqual(['admin-token', 'platform-token'])
  })

  it('leave no losing token behind, even if its replica was down', async () => {
    const { ports } = platform()
    const [winner, loser] = [folder(), folder()]
    await bootstrap(ports, winner)
    loser.write('admin-token', 'wls_of_a_start_that_was_interrupted\n')
    await bootstrap(ports, loser)
    expect(tokenIn(loser)).toBeUndefined()
    expect(tokenIn(winner)).toBeDefined()
  })
})
