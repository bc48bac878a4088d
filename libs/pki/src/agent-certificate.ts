import { authorityKey, type CertifiedKey, pem, SIGNED_WITH } from './authority.ts'
import type { ParsedCsr } from './csr.ts'
import { parseSpiffeId } from './spiffe.ts'
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

/**
 * The leaf of one agent: the CSR gives its key and nothing else (design section 6). The SAN holds the SPIFFE ID alone; clientAuth only;
 * never a CA. Validity is cut to whole seconds, as X.509 has no finer, and to the issuer's end.
 * @returns PEM.
 */
export async function issueAgentCertificate(options: {
  readonly authority: CertifiedKey
  readonly csr: Pick<ParsedCsr, 'spki'>
  readonly spiffeUri: string
  /** Lower-case hex. */
  readonly serialNumber: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
}): Promise<string> {
  const identity = parseSpiffeId(options.spiffeUri)
  if (!identity) throw new Error('not an agent identity')
  const issuer = new X509Certificate(options.authority.certificatePem)
  const publicKey = new PublicKey(options.csr.spki)
  const certificate = await X509CertificateGenerator.create({
    serialNumber: options.serialNumber,
    subject: [{ CN: [identity.agentId] }],
    issuer: issuer.subjectName,
    notBefore: new Date(options.notBefore),
    notAfter: new Date(Math.min(options.notAfter, issuer.notAfter.getTime())),
    signingAlgorithm: SIGNED_WITH,
    signingKey: await authorityKey(options.authority),
    publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension([{ type: 'url', value: options.spiffeUri }]),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  })
  return pem(certificate)
}
