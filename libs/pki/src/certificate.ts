import { X509Certificate } from 'node:crypto'
import { spkiHash } from './csr.ts'
import { canonicalSerial } from './serial-number.ts'
import { X509Certificate as Decoded } from './x509.ts'

/** What is checked in a certificate that a peer presents. */
export interface CertificateFacts {
  /** Lower-case hex without leading zeros. */
  readonly serialNumber: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
  /** URIs of the subject alternative name, in order. Empty when the name is ambiguous. */
  readonly uris: readonly string[]
  /** DNS names of it, likewise. */
  readonly dnsNames: readonly string[]
  /** Its extended key usage names clientAuth. */
  readonly clientAuth: boolean
  readonly isAuthority: boolean
  /** SHA-256 of its SubjectPublicKeyInfo, lower-case hex. */
  readonly spkiHash: string
  /** Whether the authority in this PEM is its issuer and signed it. */
  isIssuedBy(authorityPem: string): boolean
}

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/**
 * Reads a certificate with OpenSSL alone: fast enough for every request. @throws Error when it is not a certificate.
 */
export function readCertificate(pemOrDer: string | Buffer): CertificateFacts {
  const certificate = new X509Certificate(pemOrDer)
  const { uris, dnsNames } = namesOf(certificate.subjectAltName ?? '')
  return {
    serialNumber: canonicalSerial(certificate.serialNumber),
    notBefore: certificate.validFromDate.getTime(),
    notAfter: certificate.validToDate.getTime(),
    uris,
    dnsNames,
    clientAuth: (certificate.keyUsage ?? []).includes(CLIENT_AUTH),
    isAuthority: certificate.ca,
    spkiHash: spkiHash(certificate.publicKey.export({ type: 'spki', format: 'der' })),
    isIssuedBy(authorityPem) {
      const authority = new X509Certificate(authorityPem)
      return authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
    },
  }
}

/** An authority's subject name in DER, as it appears in the certificates that it issues. */
export const subjectNameOf = (pem: string): Buffer => Buffer.from(new Decoded(pem).subjectName.toArrayBuffer())

/**
 * Whether a certificate contains this name anywhere, without decoding it: to find its authority among a few. Proves
 * nothing.
 */
export const bearsName = (pem: string, name: Buffer): boolean =>
  Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').includes(name)

/**
 * Node prints the name as `URI:a, DNS:"b, c"`, quoting as JSON what would be ambiguous. Walked entry by entry, so that
 * nothing inside a quoted entry passes for an entry; a text that is not fully understood names nobody.
 */
function namesOf(subjectAltName: string): { readonly uris: readonly string[]; readonly dnsNames: readonly string[] } {
  const entry = /([A-Za-z][A-Za-z ]*):("(?:[^"\\]|\\.)*"|[^",]*)(?:, |$)/y
  const uris: string[] = []
  const dnsNames: string[] = []
  while (entry.lastIndex < subjectAltName.length) {
    const [, type, value] = entry.exec(subjectAltName) ?? []
    if (type === undefined || value === undefined) return { uris: [], dnsNames: [] }
    const list = type === 'URI' ? uris : type === 'DNS' ? dnsNames : undefined
    list?.push(value.startsWith('"') ? String(JSON.parse(value)) : value)
  }
  return { uris, dnsNames }
}
