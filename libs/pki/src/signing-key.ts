import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { objectIdentifier, sequence } from './der.ts'

/** Signature algorithms of a certificate (RFC 5758, RFC 4055). */
export type SignatureAlgorithm = 'ecdsa-with-SHA256' | 'ecdsa-with-SHA384' | 'sha256WithRSAEncryption'

/**
 * The private key of an authority, reduced to what callers need: signing. Its creator decides where it is stored: in
 * memory here ({@link softwareKey}), or behind PKCS#11 or a key service, whose adapter implements these three members.
 */
export interface SigningKey {
  readonly algorithm: SignatureAlgorithm
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer
  /**
   * The signature's bytes as a certificate contains them; for ECDSA the DER form. @throws Error when the key cannot be
   * used now.
   */
  sign(data: Uint8Array): Promise<Buffer>
}

/** A certificate of an authority and the use of its key. */
export interface CertifiedSigner {
  readonly certificatePem: string
  readonly key: SigningKey
}

const NULL = Buffer.from([0x05, 0x00])

/** The AlgorithmIdentifier of each, in DER. */
export const ALGORITHM_IDENTIFIERS: Readonly<Record<SignatureAlgorithm, Buffer>> = {
  'ecdsa-with-SHA256': sequence(objectIdentifier('1.2.840.10045.4.3.2')),
  'ecdsa-with-SHA384': sequence(objectIdentifier('1.2.840.10045.4.3.3')),
  sha256WithRSAEncryption: sequence(objectIdentifier('1.2.840.113549.1.1.11'), NULL),
}

const DIGESTS: Readonly<Record<SignatureAlgorithm, string>> = {
  'ecdsa-with-SHA256': 'sha256',
  'ecdsa-with-SHA384': 'sha384',
  sha256WithRSAEncryption: 'sha256',
}

/**
 * A key in this process's memory; it signs on the thread pool. @throws Error for a key that is not P-256, P-384 or RSA
 * (2048 bits or more).
 */
export function softwareKey(privateKeyPem: string): SigningKey {
  const key = createPrivateKey(privateKeyPem)
  const algorithm = algorithmOf(key)
  return {
    algorithm,
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }),
    sign: data =>
      new Promise((resolve, reject) => {
        sign(DIGESTS[algorithm], data, key, (error, signature) => (error ? reject(error) : resolve(signature)))
      }),
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details = {} }: KeyObject): SignatureAlgorithm {
  if (asymmetricKeyType === 'ec' && details.namedCurve === 'prime256v1') return 'ecdsa-with-SHA256'
  if (asymmetricKeyType === 'ec' && details.namedCurve === 'secp384r1') return 'ecdsa-with-SHA384'
  if (asymmetricKeyType === 'rsa' && (details.modulusLength ?? 0) >= 2048) return 'sha256WithRSAEncryption'
  throw new Error("an authority's key is of P-256, P-384 or RSA with at least 2048 bits")
}
