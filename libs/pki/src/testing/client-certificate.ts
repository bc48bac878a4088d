import { DAY_MS } from '@wardline/kernel'
import type { CertifiedKey } from '../authority.ts'
import { authorityKey, newKeyPair, pkcs8, SIGNED_WITH } from '../authority.ts'
import { certificatePem } from '../pem.ts'
import { newSerialNumber } from '../serial-number.ts'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PublicKey,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '../x509.ts'

/** A client's certificate of any authority with the names that a test wants, e.g. a proxy's. */
export async function createClientCertificate(options: {
  readonly authority: CertifiedKey
  readonly uris?: readonly string[]
  readonly dnsNames?: readonly string[]
  /** Milliseconds since the epoch; a day around now by default. */
  readonly notBefore?: number
  readonly notAfter?: number
}): Promise<CertifiedKey> {
  const pair = newKeyPair()
  const names = [
    ...(options.uris ?? []).map(value => ({ type: 'url' as const, value })),
    ...(options.dnsNames ?? []).map(value => ({ type: 'dns' as const, value })),
  ]
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: ['client'] }],
    issuer: new X509Certificate(options.authority.certificatePem).subjectName,
    notBefore: new Date(options.notBefore ?? Date.now() - DAY_MS),
    notAfter: new Date(options.notAfter ?? Date.now() + DAY_MS),
    signingAlgorithm: SIGNED_WITH,
    signingKey: await authorityKey(options.authority),
    publicKey: new PublicKey(pair.publicKey.export({ type: 'spki', format: 'der' })),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension(names),
    ],
  })
  return { certificatePem: certificatePem(new Uint8Array(certificate.rawData)), privateKeyPem: pkcs8(pair.privateKey) }
}
