import type { OperationHandler } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import type { ParsedCsr } from '@wardline/pki'
import { type AgentCertificate, type AgentDoc, agents } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { ownAgent } from '../agents/own-agent.ts'
import { flagged } from '../clones/suspect-clone.ts'
import type { EnrollmentContext } from '../context.ts'
import { identityBody } from './identity-body.ts'
import { hashNonce, MAX_NONCES } from './nonce.ts'
import { noteSerial } from './note-serial.ts'
import { type CertificatePlan, planCertificate } from './plan-certificate.ts'
import { readCsr } from './read-csr.ts'
import { signCertificate } from './sign-certificate.ts'

const MAX_CERTIFICATES = 8

interface Renewal {
  readonly plan: CertificatePlan
  readonly pem: string
}

interface FreshRenewal extends Renewal {
  readonly issuedAt: string
}

/**
 * `POST /agents/{agent_id}/certificate/renew` over mTLS: a new certificate for the same or a new key. The current one stays
 * valid until the new one is used, so a lost response costs nothing: until then, the same key with a new nonce gets the
 * same certificate.
 */
export const renewCertificate =
  (context: EnrollmentContext): OperationHandler<'renewCertificate'> =>
  async request => {
    const { tenantId, id, serialNumber } = ownAgent(request)
    const body = request.body
    const nonceHash = hashNonce(body.nonce)
    const csr = await readCsr(body.csr)
    const fresh = once(async (): Promise<FreshRenewal> => {
      const plan = await planCertificate(context, { tenantId, agentId: id, spkiHash: csr.spkiHash })
      const pem = await signCertificate(context, tenantId, id, csr, plan)
      return { plan, pem, issuedAt: rfc3339(context.clock.now()) }
    })
    const { result } = await update(context.registry, agents, tenantId, id, async stored => {
      if (!stored) throw new Problem('identity_unresolved', { retryAfter: 5 })
      if (stored.doc.state === 'revoked') throw new Problem('identity_revoked')
      if (stored.doc.renewal_nonce_hashes.includes(nonceHash)) throw new Problem('nonce_reused')
      const seen = noteSerial(stored.doc, serialNumber, context.clock.now())
      const resumed = pendingFor(seen, csr)
      const renewed = withNonce(resumed ? seen : withRenewal(seen, serialNumber, csr, await fresh()), nonceHash)
      const suspicion = { sign: 'generation', tenantId, correlationId: request.correlationId } as const
      const { doc, emit } =
        !resumed && isSuperseded(seen, serialNumber) ? flagged(context, renewed, suspicion) : { doc: renewed, emit: [] }
      return { doc, emit, result: { renewal: resumed ?? (await fresh()), agentClass: doc.agent_class } }
    })
    context.metrics.count('certificate_renewals_total')
    const { plan, pem } = result.renewal
    const identity = { ...plan, agentId: id, tenantId, agentClass: result.agentClass, certificatePem: pem }
    return { status: 201, body: await identityBody(context, identity) }
  }

/** The certificate that this key was given before and has not used yet. */
function pendingFor({ renewal, certificates }: AgentDoc, csr: ParsedCsr): Renewal | undefined {
  if (renewal?.spki_hash !== csr.spkiHash) return undefined
  const plan = certificates.find(c => c.serial_number === renewal.serial_number)
  return plan && { plan, pem: renewal.certificate_pem }
}

/**
 * A renewal with a superseded certificate means that two machines may have this identity. It is flagged for an
 * operator, never refused here.
 */
const isSuperseded = (agent: AgentDoc, shownSerial: string): boolean =>
  agent.certificates.some(c => c.serial_number === shownSerial && c.superseded_at !== null)

function withRenewal(
  agent: AgentDoc,
  shownSerial: string,
  csr: ParsedCsr,
  { plan, pem, issuedAt }: FreshRenewal,
): AgentDoc {
  const { serial_number, not_before, not_after, renew_after } = plan
  const added: AgentCertificate = {
    serial_number,
    not_before,
    not_after,
    renew_after,
    spki_hash: csr.spkiHash,
    issued_at: issuedAt,
    superseded_at: null,
  }
  const certificates = bounded([...agent.certificates, added], shownSerial)
  return {
    ...agent,
    certificates,
    valid_until: certificates.map(c => c.not_after).reduce((a, b) => (a > b ? a : b)),
    renewal: { serial_number, spki_hash: csr.spkiHash, certificate_pem: pem },
  }
}

/** Drops the oldest ones, but never the one in use. */
function bounded(certificates: readonly AgentCertificate[], shownSerial: string): readonly AgentCertificate[] {
  if (certificates.length <= MAX_CERTIFICATES) return certificates
  const oldest = certificates.findIndex(c => c.serial_number !== shownSerial)
  return certificates.filter((_, i) => i !== oldest)
}

const withNonce = (agent: AgentDoc, hash: string): AgentDoc => ({
  ...agent,
  renewal_nonce_hashes: [...agent.renewal_nonce_hashes, hash].slice(-MAX_NONCES),
})

/** Runs at most once, however often it is called. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
