import { Problem } from '@wardline/kernel'
import { CsrInvalid, type ParsedCsr, parseCsr } from '@wardline/pki'

const EXPECTED: Readonly<Record<CsrInvalid['reason'], string>> = {
  too_large: 'must have at most 16 KiB',
  not_one_pem_block: 'must be exactly one CERTIFICATE REQUEST block',
  malformed: 'must contain a PKCS#10 request',
  key_type_not_accepted: 'must be for a key of P-256, P-384, Ed25519 or RSA of 2048 to 4096 bits',
  weak_key: 'must be for an RSA key of at least 2048 bits with a usual exponent',
  weak_signature: 'must be signed with SHA-256, SHA-384 or SHA-512',
  signature_invalid: 'must be signed with the key that it contains',
}

/** The key of a CSR. @throws Problem `csr_invalid`, which says what was expected but not what was sent. */
export async function readCsr(pem: string): Promise<ParsedCsr> {
  try {
    return await parseCsr(pem)
  } catch (error) {
    if (!(error instanceof CsrInvalid)) throw error
    throw new Problem('csr_invalid', { errors: [{ pointer: '/csr', message: EXPECTED[error.reason] }] })
  }
}
