import { isIP } from 'node:net'
import { DAY_MS } from '@wardline/kernel'
import { authorityKey, BACKDATED_MS, type CertifiedKey, newKeyPair, pkcs8, SIGNED_WITH } from './authority.ts'
import { certificatePem } from './pem.ts'
import { newSerialNumber } from './serial-number.ts'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from './x509.ts'

/** A listener's certificate with a fresh P-256 key: serverAuth only, every name or address of `hostnames` (at least one) in the SAN. */
export async function createServerCertificate(options: {
  readonly authority: CertifiedKey
  readonly hostnames: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly days: number
}): Promise<CertifiedKey> {
  const [first] = options.hostnames
  if (first === undefined) throw new Error('a server certificate needs a host name')
  const issuer = new X509Certificate(options.authority.certificatePem)
  const pair = newKeyPair()
  const publicKey = new PublicKey(pair.publicKey.export({ type: 'spki', format: 'der' }))
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [first.slice(0, 64)] }],
    issuer: issuer.subjectName,
    notBefore: new Date(options.now - BACKDATED_MS),
    notAfter: new Date(Math.min(options.now + options.days * DAY_MS, issuer.notAfter.getTime())),
    signingAlgorithm: SIGNED_WITH,
    signingKey: await authorityKey(options.authority),
    publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        options.hostnames.map(value => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  })
  return { certificatePem: certificatePem(new Uint8Array(certificate.rawData)), privateKeyPem: pkcs8(pair.privateKey) }
}
