import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ConfigError, DAY_MS, PLATFORM_TENANT, readConfig } from '@wardline/kernel'
import { type CertifiedKey, createAuthority, readCertificate, softwareKey } from '@wardline/pki'
import type { SecretRef, Secrets } from '@wardline/ports'
import { clientAuthorities } from '@wardline/registries'
import { createEnrollment } from '../service.ts'
import { ENROLLMENT_SETTINGS, enrollmentConfigOf } from '../settings.ts'
import { bodyOf, type Harness, harness, type Json } from '../testing/harness.ts'
import type { ExternalAuthority } from './external-authority.ts'

const NOW = Date.parse('2026-11-21T09:30:00.000Z')
const dir = mkdtempSync(join(tmpdir(), 'wardline-authority-'))
afterAll(() => rmSync(dir, { recursive: true }))

let root: CertifiedKey
let issuing: CertifiedKey
const asked: SecretRef[] = []
const secretsWith = (key: () => string): Secrets => ({
  async resolve(tenant, ref) {
    expect(tenant).toBe(PLATFORM_TENANT)
    asked.push(ref)
    return key()
  },
})

beforeAll(async () => {
  root = await createAuthority({ commonName: 'Corporate root', now: NOW, days: 3650, pathLength: 1 })
  const issuer = { certificatePem: root.certificatePem, key: softwareKey(root.privateKeyPem) }
  issuing = await createAuthority({ commonName: 'Corporate agents', now: NOW, days: 400, issuer })
})

const file = (text: string): string => {
  const path = join(dir, `${Math.random()}.pem`)
  writeFileSync(path, text)
  return path
}
const read = (chain: string, key = 'vault/agents'): ExternalAuthority => {
  const env = { WARDLINE_AGENT_CA_CERT_FILE: file(chain), WARDLINE_AGENT_CA_KEY: key }
  return enrollmentConfigOf(readConfig(env, ENROLLMENT_SETTINGS), 'own').externalAuthority!
}
const chain = (): string => issuing.certificatePem + root.certificatePem
const states = async (h: Harness) =>
  (bodyOf(await h.operator('listCertificateAuthorities')).items as Json[]).map(a => [a.state, a.key])

describe('an operator’s own authority', () => {
  it('issues with the key that the secret provider has, under its own chain', async () => {
    const secrets = secretsWith(() => issuing.privateKeyPem)
    const h = harness({ config: { externalAuthority: read(chain()) }, secrets })
    const { identity } = await h.enrolled()
    expect(identity.ca_chain).toEqual([issuing.certificatePem, root.certificatePem])
    expect(readCertificate(identity.certificate as string).isIssuedBy(issuing.certificatePem)).toBe(true)
    expect(await states(h)).toEqual([['issuing', 'external']])
    expect(asked.at(-1)).toEqual({ provider: 'vault', name: 'agents', purpose: 'authority' })
    const stored = await h.store.list(clientAuthorities, PLATFORM_TENANT, { limit: 9 })
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY')
  })

  it('raises an alarm when it ends too soon for its certificates, until it is replaced', async () => {
    const secrets = secretsWith(() => issuing.privateKeyPem)
    const h = harness({ config: { externalAuthority: read(chain()) }, secrets })
    const active = new Set<string>()
    const alarms = { raise: (name: string) => void active.add(name), clear: (name: string) => void active.delete(name) }
    const config = { externalAuthority: read(chain()) }
    const service = createEnrollment({ ...h.ports, alarms }, config, secrets)
    const look = async (): Promise<readonly string[]> => {
      for (const job of service.jobs)
        if (job.name === 'rotate-authority-in-time') await job.run({ signal: new AbortController().signal })
      return [...active]
    }
    expect(await look()).toEqual([])
    h.clock.advance(250 * DAY_MS)
    expect(await look()).toEqual(['agent_authority_ends'])
    h.clock.advance(-250 * DAY_MS)
    expect(await look()).toEqual([])
  })

  it('is refused if the key is another’s, and nothing can be issued while the key is unavailable', async () => {
    const wrong = harness({
      config: { externalAuthority: read(chain()) },
      secrets: secretsWith(() => root.privateKeyPem),
    })
    await expect(wrong.service.start?.()).rejects.toThrow('does not match the certificate')
    const down = () => {
      throw new Error('sealed')
    }
    const without = harness({ config: { externalAuthority: read(chain()) }, secrets: secretsWith(down) })
    await expect(without.service.start?.()).rejects.toThrow('sealed')
  })

  it.each<[string, () => string]>([
    ['no certificate', () => 'nothing'],
    ['a certificate that did not issue the one before it', () => issuing.certificatePem + issuing.certificatePem],
    ['the wrong order', () => root.certificatePem + issuing.certificatePem],
  ])('is refused with %s', (_, text) => {
    expect(() => read(text())).toThrow(ConfigError)
  })

  it.each(['vault', 'vault/', 'vault/../x', 'disk/agents', 'vault/a/b'])('is refused with the key %j', key => {
    expect(() => read(chain(), key)).toThrow(ConfigError)
  })

  it('needs certificate and key together', () => {
    const alone = readConfig({ WARDLINE_AGENT_CA_KEY: 'vault/agents' }, ENROLLMENT_SETTINGS)
    expect(() => enrollmentConfigOf(alone, 'own')).toThrow('together')
  })
})
