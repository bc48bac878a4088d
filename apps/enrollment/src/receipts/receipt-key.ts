import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT } from '@wardline/kernel'

/** The key that signs enrolment receipts. */
export interface ReceiptKey {
  /** The first 16 hex digits of the SHA-256 of the public key's SubjectPublicKeyInfo. */
  readonly keyId: string
  readonly privateKey: KeyObject
  /** SubjectPublicKeyInfo, PEM. */
  readonly publicKeyPem: string
}

/** An Ed25519 private key in PKCS#8 (RFC 8410 section 7) is this prefix followed by its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const known = new WeakMap<Keyring, ReceiptKey>()

/** From a data key: every replica signs with the same one, and a rotation of the master key does not change it. */
export function receiptKey(keyring: Keyring): ReceiptKey {
  const cached = known.get(keyring)
  if (cached) return cached
  const der = Buffer.concat([PKCS8_PREFIX, keyring.key(PLATFORM_TENANT, 'receipts')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const made = {
    keyId: createHash('sha256').update(spki).digest('hex').slice(0, 16),
    privateKey,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
  known.set(keyring, made)
  return made
}
