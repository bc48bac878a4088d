import { createHash, X509Certificate } from 'node:crypto'
import { PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import { type AuthorityKeyRef, type ClientAuthorityDoc, clientAuthorities } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { type AuthorityKeys, isKeyOf } from './authority-keys.ts'
import { ANNOUNCED_MS } from './make-authority.ts'

/**
 * An operator's own issuing authority: a certificate below their own root, and a key that only a secret provider has.
 */
export interface ExternalAuthority {
  readonly id: string
  /** PEM: its own certificate first, then those above it. */
  readonly chainPem: readonly string[]
  readonly keyRef: AuthorityKeyRef
}

const PEM_BLOCKS = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/**
 * Reads an operator's chain. @throws Error if the first certificate is not an authority's, or if one does not sign the
 * previous one.
 */
export function readAuthorityChain(text: string): readonly X509Certificate[] {
  const chain = (text.match(PEM_BLOCKS) ?? []).map(pem => new X509Certificate(pem))
  const [own] = chain
  if (!own?.ca) throw new Error('the certificate of an authority is expected, followed by those above it')
  for (const [i, certificate] of chain.entries()) {
    const above = chain[i + 1]
    if (above && !(certificate.checkIssued(above) && certificate.verify(above.publicKey)))
      throw new Error('each certificate must be issued by the next one')
  }
  return chain
}

/** @param chain of at least one certificate, its own first. */
export function externalAuthority(chain: readonly X509Certificate[], keyRef: AuthorityKeyRef): ExternalAuthority {
  const [own] = chain
  if (!own) throw new Error('an authority has a certificate')
  const hash = createHash('sha256').update(own.raw).digest('hex').slice(0, 16)
  return { id: `external-${hash}`, chainPem: chain.map(c => `${c.toString().trim()}\n`), keyRef }
}

/**
 * Makes the gateway accept what it issues, once and for good. @returns all authorities, including this one
 * @throws Error if its key is unavailable or belongs to another certificate.
 */
export async function registerExternal(
  { ports, keys }: { readonly ports: Pick<ServicePorts, 'registry' | 'clock'>; readonly keys: AuthorityKeys },
  external: ExternalAuthority,
  found: readonly ClientAuthorityDoc[],
): Promise<readonly ClientAuthorityDoc[]> {
  if (found.some(other => other.id === external.id))
    return found.map(other => (other.id === external.id ? { ...other, key_ref: external.keyRef } : other))
  const now = ports.clock.now()
  const [certificate_pem = ''] = external.chainPem
  const doc: ClientAuthorityDoc = {
    id: external.id,
    role: 'issuing',
    certificate_pem,
    chain_pem: external.chainPem,
    sealed_key: null,
    key_ref: external.keyRef,
    issues_from: rfc3339(found.length === 0 ? now : now + ANNOUNCED_MS),
    created_at: rfc3339(now),
    not_after: rfc3339(new X509Certificate(certificate_pem).validToDate.getTime()),
  }
  if (!isKeyOf(await keys.open(doc), doc)) throw new Error('the key does not match the certificate of the authority')
  const result = await ports.registry.write(clientAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })
  const stored = result.ok ? { doc } : await ports.registry.read(clientAuthorities, PLATFORM_TENANT, external.id)
  if (!stored) throw new Error(`the authority ${external.id} can be neither written nor read`)
  return [...found, stored.doc]
}
