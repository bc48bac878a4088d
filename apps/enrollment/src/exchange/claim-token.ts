import { fingerprintKeys, newId, Problem, rfc3339, type TenantId } from '@wardline/kernel'
import type { ParsedCsr } from '@wardline/pki'
import type { Stored } from '@wardline/ports'
import { type EnrollmentClaim, type EnrollmentTokenDoc, enrollmentTokens } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { MAX_NONCES } from '../certificates/nonce.ts'
import { planCertificate } from '../certificates/plan-certificate.ts'
import type { EnrollmentContext } from '../context.ts'
import type { ExchangeBody } from './exchange-body.ts'

export interface FoundToken extends Stored<EnrollmentTokenDoc> {
  readonly tenantId: TenantId
}

/** A retry has at most one conflict per nonce written by others, and a few for the steps of the saga. */
const ATTEMPTS = MAX_NONCES + 8

/** Whether a token may be exchanged, or its claim resumed, now. */
export function isOpen(token: EnrollmentTokenDoc, now: number, resumeHours: number): boolean {
  switch (token.state) {
    case 'unused':
      return now < Date.parse(token.expires_at)
    case 'claimed':
    case 'issued':
      return token.claim !== null && now - Date.parse(token.claim.claimed_at) < resumeHours * 3_600_000
    default:
      return false
  }
}

/**
 * Claims the token for this key in one atomic write, or joins this key's earlier claim. Either way the nonce is used up. Of
 * any number of parallel claims exactly one wins, and nothing is written for the others.
 * @throws Problem in the order of docs/architecture.md#the-exchange: 401 for a token that was closed meanwhile, 409 for
 *   the nonce, 401 for another key, 429 for a 33rd nonce.
 */
export async function claimToken(
  context: EnrollmentContext,
  found: FoundToken,
  request: {
    readonly body: ExchangeBody
    readonly csr: ParsedCsr
    readonly nonceHash: string
    readonly correlationId: string
  },
): Promise<FoundToken> {
  const { registry, clock, config } = context
  const { tenantId } = found
  const claim = async (current: Stored<EnrollmentTokenDoc> | undefined) => {
    if (!current || !isOpen(current.doc, clock.now(), config.resumeHours)) throw new Problem('enrollment_token_invalid')
    const { doc } = current
    if (doc.nonce_hashes.includes(request.nonceHash)) throw new Problem('nonce_reused')
    if (doc.claim && doc.claim.spki_hash !== request.csr.spkiHash) throw new Problem('enrollment_token_invalid')
    if (doc.nonce_hashes.length >= MAX_NONCES) throw new Problem('too_many_attempts', { retryAfter: 3600 })
    const claimed: EnrollmentTokenDoc = {
      ...doc,
      state: doc.state === 'unused' ? 'claimed' : doc.state,
      claim: doc.claim ?? (await newClaim(context, tenantId, request)),
      nonce_hashes: [...doc.nonce_hashes, request.nonceHash],
    }
    return { doc: claimed }
  }
  const options = { attempts: ATTEMPTS, known: found }
  const { stored } = await update(registry, enrollmentTokens, tenantId, found.doc.id, claim, options)
  return { ...stored, tenantId }
}

async function newClaim(
  context: EnrollmentContext,
  tenantId: TenantId,
  {
    body,
    csr,
    correlationId,
  }: { readonly body: ExchangeBody; readonly csr: ParsedCsr; readonly correlationId: string },
): Promise<EnrollmentClaim> {
  const agentId = newId('agt')
  return {
    claimed_at: rfc3339(context.clock.now()),
    correlation_id: correlationId,
    agent_id: agentId,
    ...(await planCertificate(context, { tenantId, agentId, spkiHash: csr.spkiHash })),
    spki: csr.spki.toString('base64'),
    spki_hash: csr.spkiHash,
    platform: body.platform ?? null,
    os_version: body.os_version ?? null,
    agent_version: body.agent_version ?? null,
    hostname: body.hostname ?? null,
    fingerprints: fingerprintKeys(body.fingerprint, context.keyring.key(tenantId, 'fingerprints')),
  }
}
