import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { DAY_MS } from '@wardline/kernel'
import { bitString, firstInside, sequence } from './der.ts'
import { certificatePem } from './pem.ts'
import { newSerialNumber } from './serial-number.ts'
import { ALGORITHM_IDENTIFIERS, type CertifiedSigner, softwareKey } from './signing-key.ts'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from './x509.ts'

/** A certificate with its key. The key is PKCS#8 PEM and never leaves the process unsealed. */
export interface CertifiedKey {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

/** Our own certificates are valid from a day earlier, so that a peer whose clock is behind still accepts them. */
export const BACKDATED_MS = DAY_MS

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * An authority with a fresh P-256 key: CA:true, keyUsage certSign and cRLSign (RFC 5280 section 4.2.1), `pathLength`
 * authorities below it (0: leaves only). Self-signed, or signed by `issuer` and then valid at most as long as it. Two
 * authorities must not share a `commonName`, because chains are built by it.
 */
export async function createAuthority(options: {
  readonly commonName: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly days: number
  readonly pathLength?: number
  readonly issuer?: CertifiedSigner
}): Promise<CertifiedKey> {
  const pair = newKeyPair()
  const privateKeyPem = pkcs8(pair.privateKey)
  const { commonName, now, days, pathLength = 0, issuer } = options
  const signer = issuer?.key ?? softwareKey(privateKeyPem)
  if (signer.algorithm !== 'ecdsa-with-SHA256') throw new Error('an authority is signed by a key of P-256')
  const above = issuer && new X509Certificate(issuer.certificatePem)
  const publicKey = new PublicKey(pair.publicKey.export({ type: 'spki', format: 'der' }))
  const notAfter = Math.min(now + days * DAY_MS, above?.notAfter.getTime() ?? Number.POSITIVE_INFINITY)
  // The library encodes the data to be signed; the signature that it needs for that is discarded.
  const encoded = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [commonName] }],
    issuer: above?.subjectName ?? [{ CN: [commonName] }],
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(notAfter),
    signingAlgorithm: P256,
    signingKey: await signingKey(pair.privateKey),
    publicKey,
    extensions: [
      new BasicConstraintsExtension(true, pathLength, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
      ...(above ? [await AuthorityKeyIdentifierExtension.create(above.publicKey)] : []),
    ],
  })
  const tbs = firstInside(Buffer.from(encoded.rawData))
  const signed = sequence(tbs, ALGORITHM_IDENTIFIERS[signer.algorithm], bitString(await signer.sign(tbs)))
  return { certificatePem: certificatePem(signed), privateKeyPem }
}

export const newKeyPair = (): { privateKey: KeyObject; publicKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** The authority's key as WebCrypto signs with it. */
export const authorityKey = (authority: CertifiedKey): Promise<CryptoKey> =>
  signingKey(createPrivateKey(authority.privateKeyPem))

const signingKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), P256, false, ['sign'])

export const SIGNED_WITH = P256
