import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { newSerialNumber } from './serial-number.ts'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from './x509.ts'

/** A certificate with its key. The key is PKCS#8 PEM and never leaves the process unsealed. */
export interface CertifiedKey {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

export const DAY_MS = 86_400_000
/** Certificates of our own begin a day early, so that a peer whose clock is behind still accepts them. */
export const BACKDATED_MS = DAY_MS

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * A self-signed root that may issue leaves and nothing below them: P-256, CA:true, pathlen 0, keyUsage certSign and cRLSign
 * (RFC 5280 section 4.2.1). Two authorities must not share a `commonName`: a chain is found by it.
 */
export async function createAuthority(options: {
  readonly commonName: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly days: number
}): Promise<CertifiedKey> {
  const pair = newKeyPair()
  const keys = { privateKey: await signingKey(pair.privateKey), publicKey: await verifyingKey(pair.publicKey) }
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: [options.commonName] }],
    notBefore: new Date(options.now - BACKDATED_MS),
    notAfter: new Date(options.now + options.days * DAY_MS),
    signingAlgorithm: P256,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificatePem: pem(certificate), privateKeyPem: pkcs8(pair.privateKey) }
}

/** A PEM text with its final line break, so that blocks can be put one after another. */
export const pem = (certificate: { toString(format: 'pem'): string }): string =>
  `${certificate.toString('pem').trim()}\n`

export const newKeyPair = (): { privateKey: KeyObject; publicKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** The authority's key as WebCrypto signs with it. */
export const authorityKey = (authority: CertifiedKey): Promise<CryptoKey> =>
  signingKey(createPrivateKey(authority.privateKeyPem))

const signingKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), P256, false, ['sign'])

const verifyingKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', key.export({ type: 'spki', format: 'der' }), P256, true, ['verify'])

export const SIGNED_WITH = P256
