import type { Stored } from '@wardline/ports'
import {
  type AgentDoc,
  agents,
  type EnrollmentClaim,
  type EnrollmentTokenDoc,
  enrollmentTokens,
} from '@wardline/registries'
import { type Decision, update } from '@wardline/service-kit'
import { signCertificate } from '../certificates/sign-certificate.ts'
import { type EnrollmentContext, idKey } from '../context.ts'
import { receiptKey } from '../receipts/receipt-key.ts'
import type { FoundToken } from './claim-token.ts'
import { enrollmentEvents } from './enrollment-events.ts'

export interface IssuedToken extends EnrollmentTokenDoc {
  readonly claim: EnrollmentClaim
  readonly certificate_pem: string
}

const ATTEMPTS = 40

/**
 * Completes a claim: the agent's record, the certificate, the events. Every step is idempotent and uses the values fixed by
 * the claim, so the exchange, its retries and the sweeper may all do it, even concurrently: the certificate that is stored
 * first counts. @returns undefined if the token was revoked or confirmed meanwhile
 */
export async function finishEnrollment(
  context: EnrollmentContext,
  token: FoundToken,
): Promise<IssuedToken | undefined> {
  const { registry, clock } = context
  const { tenantId } = token
  const { claim } = token.doc
  if (!claim) throw new Error('an unclaimed token cannot be finished')
  if (isIssued(token.doc)) return token.doc
  await registry.write(agents, tenantId, agentOf(token.doc, claim), { expect: 'absent' })
  const certificate = await signCertificate(
    context,
    tenantId,
    claim.agent_id,
    { spki: Buffer.from(claim.spki, 'base64') },
    claim,
  )
  const keys = { idKey: idKey(context, tenantId), receiptKey: receiptKey(context.keyring) }
  const emit = enrollmentEvents(keys, tenantId, token.doc, claim, clock.now())
  const issue = (
    current: Stored<EnrollmentTokenDoc> | undefined,
  ): Decision<EnrollmentTokenDoc, IssuedToken | undefined> => {
    if (!current) return { result: undefined }
    if (isIssued(current.doc)) return { result: current.doc }
    if (current.doc.state !== 'claimed') return { result: undefined }
    const issued = { ...current.doc, state: 'issued' as const, certificate_pem: certificate, claim }
    return { doc: issued, emit, result: issued }
  }
  const options = { attempts: ATTEMPTS, known: token }
  const { result } = await update(registry, enrollmentTokens, tenantId, token.doc.id, issue, options)
  return result
}

const isIssued = (doc: EnrollmentTokenDoc): doc is IssuedToken =>
  doc.state === 'issued' && doc.claim !== null && doc.certificate_pem !== null

function agentOf(token: EnrollmentTokenDoc, claim: EnrollmentClaim): AgentDoc {
  return {
    id: claim.agent_id,
    agent_class: token.agent_class,
    state: 'active',
    platform: claim.platform,
    os_version: claim.os_version,
    agent_version: claim.agent_version,
    hostname: claim.hostname,
    certificates: [
      {
        serial_number: claim.serial_number,
        not_before: claim.not_before,
        not_after: claim.not_after,
        renew_after: claim.renew_after,
        spki_hash: claim.spki_hash,
        issued_at: claim.claimed_at,
        superseded_at: null,
      },
    ],
    valid_until: claim.not_after,
    renewal: null,
    renewal_nonce_hashes: [],
    clone_suspected: false,
    token_id: token.id,
    asset_id: null,
    possible_duplicate_of: null,
    fingerprints: claim.fingerprints,
    enrolled_at: claim.claimed_at,
    last_seen_at: null,
    revoked_at: null,
    revoked_reason: null,
  }
}
