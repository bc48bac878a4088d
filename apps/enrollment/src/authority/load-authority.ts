import type { ServicePorts } from '@wardline/host'
import { PLATFORM_TENANT, rfc3339, seal, unseal } from '@wardline/kernel'
import { type CertifiedKey, createAuthority, readCertificate } from '@wardline/pki'
import { clientAuthorities } from '@wardline/registries'

export interface ClientAuthority extends CertifiedKey {
  /** Milliseconds since the epoch: no leaf outlives it. */
  readonly notAfter: number
}

const ID = 'client'
/** Bound to the sealed key, so that it cannot be put in the place of another authority's. */
const SEALED_AS = 'client_authorities/client'

/**
 * The authority of agent certificates, made on the first call of the platform's life. Replicas that start together agree: one of them
 * writes it, the others read what it wrote.
 */
export async function loadClientAuthority(
  { registry, keyring, clock }: Pick<ServicePorts, 'registry' | 'keyring' | 'clock'>,
  days: number,
): Promise<ClientAuthority> {
  const key = keyring.key(PLATFORM_TENANT, 'authority')
  const stored =
    (await registry.read(clientAuthorities, PLATFORM_TENANT, ID)) ??
    (await make()) ??
    (await registry.read(clientAuthorities, PLATFORM_TENANT, ID))
  if (!stored) throw new Error('the client authority can be neither made nor read')
  return {
    certificatePem: stored.doc.certificate_pem,
    privateKeyPem: unseal(key, stored.doc.sealed_key, SEALED_AS).toString('utf8'),
    notAfter: Date.parse(stored.doc.not_after),
  }

  async function make() {
    const now = clock.now()
    const made = await createAuthority({ commonName: 'Wardline agent authority', now, days })
    const doc = {
      id: ID,
      certificate_pem: made.certificatePem,
      sealed_key: seal(key, made.privateKeyPem, SEALED_AS),
      created_at: rfc3339(now),
      not_after: rfc3339(readCertificate(made.certificatePem).notAfter),
    }
    const result = await registry.write(clientAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })
    return result.ok ? { doc } : undefined
  }
}
