import { createPublicKey, sign, verify } from 'node:crypto'
import type { TenantId } from '@wardline/kernel'
import type { EnrollmentClaim, EnrollmentTokenDoc } from '@wardline/registries'
import canonicalize from 'canonicalize'
import type { ReceiptKey } from './receipt-key.ts'

/** What an exchange proved, and what was given for it: ids, times and hashes; no secret, nothing of the machine or its user. */
export interface EnrollmentReceipt {
  readonly statement: typeof STATEMENT
  readonly tenant_id: string
  readonly agent_id: string
  readonly agent_class: string
  /** What the agent had to show, in the order in which it was checked. */
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

/** Says in the signed text itself what is signed, so that nothing else that the key may sign passes for it. */
const STATEMENT = 'wardline.enrollment.v1'

/** The receipt of a claim, signed. Ed25519 is deterministic: whoever finishes an exchange makes the same one. */
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

/** Whether a receipt, as evidence holds it, is signed by the key of this PEM (`GET /receipt-keys`). */
export function verifyReceipt({ receipt, receipt_signature }: SignedReceipt, publicKeyPem: string): boolean {
  if (receipt.statement !== STATEMENT || receipt_signature.algorithm !== 'Ed25519') return false
  const signature = Buffer.from(receipt_signature.value, 'base64')
  return verify(null, signedText(receipt), createPublicKey(publicKeyPem), signature)
}

const signedText = (receipt: EnrollmentReceipt): Buffer => Buffer.from(canonicalize(receipt) ?? '')
