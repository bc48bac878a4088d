import { randomBytes } from 'node:crypto'
import { DAY_MS, PLATFORM_TENANT, rfc3339, seal, tenantId } from '@wardline/kernel'
import {
  boundSerialNumber,
  type CertifiedKey,
  createAgentIssuer,
  createAuthority,
  parseCsr,
  softwareKey,
  spiffeId,
} from '@wardline/pki'
import { createAgentKey } from '@wardline/pki/testing'
import { type AgentCertificate, type AgentDoc, agents, clientAuthorities } from '@wardline/registries'
import { TENANT, type TestGateway } from './test-gateway.ts'

export interface TestAgent {
  readonly id: string
  readonly serialNumber: string
  /** For the TLS handshake. */
  readonly cert: string
  readonly key: string
}

export interface IssueOptions {
  readonly id?: string
  readonly tenant?: string
  readonly authority?: CertifiedKey
  readonly trustDomain?: string
  readonly notBefore?: number
  readonly notAfter?: number
  /** What the registry has about it; `null` for nothing. */
  readonly doc?: Partial<AgentDoc> | null
  readonly certificate?: Partial<AgentCertificate>
  readonly serialNumber?: string
  /** With a serial number that the platform vouches for. */
  readonly bound?: boolean
}

/** Agents of a client authority that the gateway finds in its registry. */
export async function createTestAgents(gateway: TestGateway) {
  const authority = await createAuthority({
    commonName: 'Wardline client CA',
    now: Date.now() - 400 * DAY_MS,
    days: 3_650,
  })
  const doc = {
    id: 'client',
    certificate_pem: authority.certificatePem,
    sealed_key: seal(randomBytes(32), 'not needed here', 'test'),
    created_at: rfc3339(0),
    not_after: rfc3339(Date.now()),
  }
  await gateway.registry.write(clientAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })

  async function put(doc: AgentDoc, tenant = TENANT): Promise<void> {
    const current = await gateway.registry.read(agents, tenant, doc.id)
    await gateway.registry.write(agents, tenant, doc, { expect: current?.version ?? 'absent' })
  }

  /** An enrolled agent, changed by `options`. */
  async function issue(options: IssueOptions = {}): Promise<TestAgent> {
    const id = options.id ?? `agt_${randomBytes(8).toString('hex')}`
    const now = Date.now()
    const notBefore = options.notBefore ?? now - DAY_MS
    const notAfter = options.notAfter ?? now + 90 * DAY_MS
    const { csrPem, privateKeyPem } = await createAgentKey()
    const parsed = await parseCsr(csrPem)
    const subject = { tenantId: options.tenant ?? TENANT, agentId: id, spkiHash: parsed.spkiHash }
    const serialNumber =
      options.serialNumber ??
      (options.bound
        ? boundSerialNumber(gateway.keyring.key(PLATFORM_TENANT, 'serials'), subject)
        : `7${randomBytes(8).toString('hex').slice(1)}`)
    const { certificatePem, privateKeyPem: authorityKeyPem } = options.authority ?? authority
    const cert = await createAgentIssuer({ certificatePem, key: softwareKey(authorityKeyPem) }).issue({
      csr: parsed,
      spiffeUri: spiffeId({
        trustDomain: options.trustDomain ?? 'wardline.test',
        tenantId: options.tenant ?? TENANT,
        agentId: id,
      }),
      serialNumber,
      notBefore,
      notAfter,
    })
    const certificate: AgentCertificate = {
      serial_number: serialNumber,
      not_before: rfc3339(notBefore),
      not_after: rfc3339(notAfter),
      renew_after: rfc3339(notBefore + (notAfter - notBefore) / 2),
      spki_hash: 'test',
      issued_at: rfc3339(notBefore),
      superseded_at: null,
      ...options.certificate,
    }
    if (options.doc !== null) await put(docOf(id, [certificate], options.doc), tenantId(options.tenant ?? TENANT))
    return { id, serialNumber, cert, key: privateKeyPem }
  }

  return { authority, issue, put }
}

export const docOf = (
  id: string,
  certificates: AgentDoc['certificates'],
  change: Partial<AgentDoc> = {},
): AgentDoc => ({
  id,
  agent_class: 'endpoint',
  state: 'active',
  platform: 'linux',
  os_version: null,
  agent_version: null,
  hostname: null,
  certificates,
  valid_until: certificates.at(-1)?.not_after ?? rfc3339(0),
  renewal: null,
  renewal_nonce_hashes: [],
  clone_suspected: false,
  possible_duplicate_of: null,
  fingerprints: [],
  token_id: 'tok_test',
  asset_id: null,
  enrolled_at: rfc3339(0),
  last_seen_at: null,
  revoked_at: null,
  revoked_reason: null,
  ...change,
})
