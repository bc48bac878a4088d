import { describe, expect, it } from '@jest/globals'
import { createKeyring, PLATFORM_TENANT } from '@wardline/kernel'
import { readCertificate } from '@wardline/pki'
import { clientAuthorities } from '@wardline/registries'
import { harness } from '../testing/harness.ts'
import { loadClientAuthority } from './load-authority.ts'

describe('the client authority', () => {
  it('is made once: replicas that start together agree, and so does a restart', async () => {
    const { ports } = harness()
    const all = await Promise.all([1, 2, 3].map(() => loadClientAuthority(ports, 3650)))
    const again = await loadClientAuthority(ports, 3650)
    expect(new Set([...all, again].map(a => a.certificatePem + a.privateKeyPem)).size).toBe(1)
    expect(readCertificate(again.certificatePem)).toMatchObject({ isAuthority: true, notAfter: again.notAfter })
  })

  it('keeps its key sealed', async () => {
    const { ports, store, service } = harness()
    await service.start?.()
    const stored = await store.read(clientAuthorities, PLATFORM_TENANT, 'client')
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY')
    const keyring = createKeyring(Buffer.alloc(32, 8))
    await expect(loadClientAuthority({ ...ports, keyring }, 3650)).rejects.toThrow()
  })
})
