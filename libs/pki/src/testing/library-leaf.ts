import { createPrivateKey } from 'node:crypto'
import type { AgentLeaf } from '../agent-certificate.ts'
import { type CertifiedKey, createAuthority } from '../authority.ts'
import { certificatePem } from '../pem.ts'
import { type CertifiedSigner, softwareKey } from '../signing-key.ts'
import { parseSpiffeId } from '../spiffe.ts'
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
} from '../x509.ts'

/** An authority whose key is in memory, ready to sign. */
export async function certifiedKey(
  options: Parameters<typeof createAuthority>[0],
): Promise<CertifiedKey & CertifiedSigner> {
  const made = await createAuthority(options)
  return { ...made, key: softwareKey(made.privateKeyPem) }
}

/** An agent's certificate as the X.509 library builds it, extension by extension: the reference for ours. PEM. */
export async function libraryLeaf(
  authority: CertifiedKey,
  { csr, spiffeUri, serialNumber, notBefore, notAfter }: AgentLeaf,
): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const pkcs8 = createPrivateKey(authority.privateKeyPem).export({ type: 'pkcs8', format: 'der' })
  const issuer = new X509Certificate(authority.certificatePem)
  const publicKey = new PublicKey(csr.spki)
  const made = await X509CertificateGenerator.create({
    serialNumber,
    subject: [{ CN: [parseSpiffeId(spiffeUri)?.agentId ?? ''] }],
    issuer: issuer.subjectName,
    notBefore: new Date(notBefore),
    notAfter: new Date(Math.min(notAfter, issuer.notAfter.getTime())),
    signingAlgorithm: algorithm,
    signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension([{ type: 'url', value: spiffeUri }]),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  })
  return certificatePem(new Uint8Array(made.rawData))
}
