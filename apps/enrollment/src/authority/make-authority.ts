import { PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import { type CertifiedSigner, createAuthority, readCertificate } from '@wardline/pki'
import { type ClientAuthorityDoc, clientAuthorities } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import type { AuthorityKeys } from './authority-keys.ts'

/**
 * How long a new authority is announced before it issues. Gateways refresh every 2 s, and would refuse leaves of an
 * unknown one.
 */
export const ANNOUNCED_MS = 60_000

interface Making {
  readonly ports: Pick<ServicePorts, 'registry' | 'clock'>
  readonly keys: AuthorityKeys
}

/** A self-signed root. It may have issuing authorities below it, but these may have no further ones. */
export const makeRoot = (making: Making, generation: number, days: number): Promise<ClientAuthorityDoc> =>
  make(making, { role: 'root', generation, days })

/**
 * An authority for leaves, signed by `root`.
 * @param fromMs when it begins to issue
 */
export const makeIssuing = (
  making: Making,
  generation: number,
  root: ClientAuthorityDoc,
  days: number,
  fromMs: number,
): Promise<ClientAuthorityDoc> => make(making, { role: 'issuing', generation, days, root, fromMs })

interface Plan {
  readonly role: 'root' | 'issuing'
  readonly generation: number
  readonly days: number
  readonly root?: ClientAuthorityDoc
  readonly fromMs?: number
}

/** If replicas make the same one, the first write wins, and the others read it. */
async function make({ ports, keys }: Making, plan: Plan): Promise<ClientAuthorityDoc> {
  const { registry, clock } = ports
  const { role, generation, days, root } = plan
  const id = `${role}-${generation}`
  const stored = () => registry.read(clientAuthorities, PLATFORM_TENANT, id)
  const before = await stored()
  if (before) return before.doc
  const now = clock.now()
  const issuer: CertifiedSigner | undefined = root && {
    certificatePem: root.certificate_pem,
    key: await keys.open(root),
  }
  const made = await createAuthority({
    commonName: `Wardline agents ${role} ${generation}`,
    now,
    days,
    pathLength: role === 'root' ? 1 : 0,
    ...(issuer ? { issuer } : {}),
  })
  const doc: ClientAuthorityDoc = {
    id,
    role,
    generation,
    certificate_pem: made.certificatePem,
    chain_pem: [made.certificatePem, ...(root ? [root.certificate_pem] : [])],
    sealed_key: keys.seal(id, made.privateKeyPem),
    issues_from: rfc3339(plan.fromMs ?? now),
    created_at: rfc3339(now),
    not_after: rfc3339(readCertificate(made.certificatePem).notAfter),
  }
  const result = await registry.write(clientAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })
  const after = result.ok ? { doc } : await stored()
  if (!after) throw new Error(`the authority ${id} can be neither created nor read`)
  return after.doc
}
