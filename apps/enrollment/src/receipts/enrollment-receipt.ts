import { createPublicKey, sign, verify } from 'node:crypto'
import type { TenantId } from '@wardline/kernel'
import type { EnrollmentClaim, EnrollmentTokenDoc } from '@wardline/registries'
import canonicalize from 'canonicalize'
import type { ReceiptKey } from './receipt-key.ts'

/**
 * What an exchange proved, and what it issued: ids, times and hashes; no secret, nothing about the machine or its user.
 */
export interface EnrollmentReceipt {
  readonly statement: typeof STATEMENT
  readonly tenant_id: string
  readonly agent_id: string
  readonly agent_class: string
  /** What the agent had to prove, in the order of the checks. */
  readonly proven: readonly ('enrollment_token' | 'key_possession' | 'fresh_nonce')[]
  readonly proven_at: string
  readonly token_id: string
  readonly serial_number: string
  /** SHA-256 of the certified key's SubjectPublicKeyInfo, lower-case hex. */
  readonly spki_sha256: string
  readonly not_before: string
  readonly not_after: string
}

export interface ReceiptSignature {
  readonly algorithm: 'Ed25519'
  readonly key_id: string
  /** Base64 of the signature over the receipt's canonical JSON (RFC 8785) in UTF-8. */
  readonly value: string
}

export interface SignedReceipt {
  readonly receipt: EnrollmentReceipt
  readonly receipt_signature: ReceiptSignature
}

/** States in the signed text what it is, so that no other text signed with the key can pass for it. */
const STATEMENT = 'wardline.enrollment.v1'

/** The signed receipt of a claim. Ed25519 is deterministic, so it is the same whoever finishes the exchange. */
export function receiptOf(
  key: ReceiptKey,
  tenantId: TenantId,
  token: EnrollmentTokenDoc,
  claim: EnrollmentClaim,
): SignedReceipt {
  const receipt: EnrollmentReceipt = {
    statement: STATEMENT,
    tenant_id: tenantId,
    agent_id: claim.agent_id,
    agent_class: token.agent_class,
    proven: ['enrollment_token', 'key_possession', 'fresh_nonce'],
    proven_at: claim.claimed_at,
    token_id: token.id,
    serial_number: claim.serial_number,
    spki_sha256: claim.spki_hash,
    not_before: claim.not_before,
    not_after: claim.not_after,
  }
  const value = sign(null, signedText(receipt), key.privateKey).toString('base64')
  return { receipt, receipt_signature: { algorithm: 'Ed25519', key_id: key.keyId, value } }
}

/** Whether a receipt from evidence is signed by the key in this PEM (`GET /receipt-keys`). */
export function verifyReceipt({ receipt, receipt_signature }: SignedReceipt, publicKeyPem: string): boolean {
  if (receipt.statement !== STATEMENT || receipt_signature.algorithm !== 'Ed25519') return false
  const signature = Buffer.from(receipt_signature.value, 'base64')
  return verify(null, signedText(receipt), createPublicKey(publicKeyPem), signature)
}

const signedText = (receipt: EnrollmentReceipt): Buffer => Buffer.from(canonicalize(receipt) ?? '')
