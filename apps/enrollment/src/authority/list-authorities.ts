import type { View } from '@wardline/api'
import type { OperationHandler } from '@wardline/http'
import { readCertificate } from '@wardline/pki'
import type { ClientAuthorityDoc } from '@wardline/registries'
import type { EnrollmentContext } from '../context.ts'

/** `GET /certificate-authorities`: every authority whose leaves are accepted, oldest first, without the keys. */
export const listCertificateAuthorities =
  ({ authorities, clock }: EnrollmentContext): OperationHandler<'listCertificateAuthorities'> =>
  async () => {
    const { id: current } = await authorities.current()
    const items = (await authorities.all()).map(doc => authorityView(doc, current, clock.now()))
    return { status: 200, body: { items, next_cursor: null } }
  }

export function authorityView(
  doc: ClientAuthorityDoc,
  currentId: string | undefined,
  now: number,
): View<'CertificateAuthority'> {
  const { serialNumber, notBefore } = readCertificate(doc.certificate_pem)
  return {
    authority_id: doc.id,
    role: doc.role ?? 'issuing',
    state: stateOf(doc, currentId, now),
    certificate: doc.certificate_pem,
    chain: doc.chain_pem ?? [doc.certificate_pem],
    serial_number: serialNumber,
    not_before: new Date(notBefore).toISOString(),
    not_after: doc.not_after,
    issues_from: doc.role === 'root' ? null : (doc.issues_from ?? doc.created_at),
    key: doc.sealed_key === null ? 'external' : 'sealed',
    created_at: doc.created_at,
  }
}

function stateOf(
  doc: ClientAuthorityDoc,
  currentId: string | undefined,
  now: number,
): View<'CertificateAuthority'>['state'] {
  if (Date.parse(doc.not_after) <= now) return 'expired'
  if (doc.role === 'root') return 'root'
  if (doc.id === currentId) return 'issuing'
  return Date.parse(doc.issues_from ?? doc.created_at) > now ? 'announced' : 'accepted'
}
