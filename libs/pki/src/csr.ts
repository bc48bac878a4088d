import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { contentOf, elementsOf, objectIdentifier } from './der.ts'
import { Pkcs10CertificateRequest } from './x509.ts'

/** Most characters of a CSR's PEM (docs/architecture.md#the-exchange). */
export const MAX_CSR_LENGTH = 16 * 1024

export type CsrFault =
  | 'too_large'
  /** Not exactly one CERTIFICATE REQUEST block: another label, a second block, text around it. */
  | 'not_one_pem_block'
  | 'malformed'
  | 'key_type_not_accepted'
  | 'weak_key'
  | 'weak_signature'
  | 'signature_invalid'

/** A certificate signing request that is refused. Reports the reason, never the contents. */
export class CsrInvalid extends Error {
  readonly reason: CsrFault
  constructor(reason: CsrFault) {
    super(`the certificate signing request is refused: ${reason}`)
    this.name = 'CsrInvalid'
    this.reason = reason
  }
}

/** What is taken from a CSR. Its subject, extensions and attributes are not. */
export interface ParsedCsr {
  /** SubjectPublicKeyInfo in DER, in its one canonical spelling (named curve, uncompressed point). */
  readonly spki: Buffer<ArrayBuffer>
  /** SHA-256 of it, lower-case hex. */
  readonly spkiHash: string
  readonly keyType: 'P-256' | 'P-384' | 'Ed25519' | 'RSA'
}

const PEM_BLOCK =
  /^-----BEGIN (NEW )?CERTIFICATE REQUEST-----\r?\n([A-Za-z0-9+/=\r\n \t]+)\r?\n?-----END (NEW )?CERTIFICATE REQUEST-----$/

/**
 * A PKCS#10 request (RFC 2986) in one PEM block, with its key and its signature checked. The signature proves that the
 * sender has the key. The key is checked first, so that nobody can make us verify with a key that we would refuse.
 * @throws CsrInvalid
 */
export async function parseCsr(pem: string): Promise<ParsedCsr> {
  if (pem.length > MAX_CSR_LENGTH) throw new CsrInvalid('too_large')
  const der = decodePem(pem)
  const request = attempt('malformed', () => takeApart(der))
  const key = attempt('malformed', () => createPublicKey({ key: request.spki, format: 'der', type: 'spki' }))
  const keyType = judgeKey(key)
  const algorithm = SIGNATURES[request.algorithm]
  if (algorithm?.weak) throw new CsrInvalid('weak_signature')
  const proven = algorithm ? await isSignedBy(key, algorithm, request) : await isProvenToLibrary(der)
  if (!proven) throw new CsrInvalid('signature_invalid')
  const spki = canonicalSpki(key, Buffer.from(request.spki))
  return { spki, spkiHash: spkiHash(spki), keyType }
}

interface Pieces {
  /** The signed bytes. */
  readonly info: Buffer
  readonly spki: Buffer
  /** Its object identifier's bytes, hex. */
  readonly algorithm: string
  readonly signature: Buffer
}

/**
 * CertificationRequest ::= SEQUENCE { info, algorithm, signature }, info ::= SEQUENCE { version 0, subject, key, [0]
 * attributes }. Subject and attributes are not read. @throws Error for any other shape.
 */
function takeApart(der: Buffer): Pieces {
  const [info, algorithm, signature, ...more] = elementsOf(der)
  const [version, subject, spki, attributes, ...others] = elementsOf(info ?? der)
  const tags = [info, algorithm, signature, version, subject, spki, attributes].map(part => part?.[0] ?? 0xa0)
  const shape = [0x30, 0x30, 0x03, 0x02, 0x30, 0x30, 0xa0]
  if (more.length + others.length > 0 || tags.some((tag, i) => tag !== shape[i])) throw new Error('not a request')
  const [oid] = elementsOf(algorithm!)
  const bits = contentOf(signature!)
  if (oid?.[0] !== 0x06 || bits[0] !== 0 || version!.toString('hex') !== '020100') throw new Error('not a request')
  return { info: info!, spki: spki!, algorithm: oid.toString('hex'), signature: bits.subarray(1) }
}

/** SHA-256 of a SubjectPublicKeyInfo in DER, lower-case hex. */
export const spkiHash = (spki: Uint8Array): string => createHash('sha256').update(spki).digest('hex')

function decodePem(pem: string): Buffer<ArrayBuffer> {
  const match = PEM_BLOCK.exec(pem.trim())
  if (!match || match[1] !== match[3]) throw new CsrInvalid('not_one_pem_block')
  const text = match[2]!.replace(/\s+/g, '')
  const der = Buffer.from(text, 'base64')
  if (der.toString('base64') !== text || !fillsWholly(der)) throw new CsrInvalid('malformed')
  return der
}

/** Whether the outer SEQUENCE ends where the bytes end: nothing follows a request. */
function fillsWholly(der: Buffer): boolean {
  if (der.length < 4 || der[0] !== 0x30) return false
  const first = der[1]!
  if (first < 0x80) return der.length === 2 + first
  const size = first & 0x7f
  return size >= 1 && size <= 3 && der.length > 2 + size && der.length === 2 + size + der.readUIntBE(2, size)
}

function judgeKey(key: KeyObject): ParsedCsr['keyType'] {
  const details = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return 'Ed25519'
    case 'ec':
      if (details.namedCurve === 'prime256v1') return 'P-256'
      if (details.namedCurve === 'secp384r1') return 'P-384'
      throw new CsrInvalid('key_type_not_accepted')
    case 'rsa': {
      const bits = details.modulusLength ?? 0
      const exponent = details.publicExponent ?? 0n
      if (bits > 4096) throw new CsrInvalid('key_type_not_accepted')
      // FIPS 186-5 section A.1.1: an odd exponent above 2^16. The upper bound keeps one verification cheap.
      if (bits < 2048 || exponent < 65_537n || exponent % 2n === 0n || exponent >= 1n << 64n)
        throw new CsrInvalid('weak_key')
      return 'RSA'
    }
    default:
      throw new CsrInvalid('key_type_not_accepted')
  }
}

interface Signature {
  /** The kind of key that makes it, as Node calls it. */
  readonly key: string
  /** Null if the algorithm has its own. */
  readonly hash: string | null
  readonly weak?: true
}

/** By the bytes of their object identifiers (RFC 5758, RFC 8017, RFC 8410). */
const SIGNATURES: Readonly<Record<string, Signature>> = Object.fromEntries(
  (
    [
      ['1.2.840.10045.4.1', { key: 'ec', hash: 'sha1', weak: true }],
      ['1.2.840.10045.4.3.1', { key: 'ec', hash: 'sha224', weak: true }],
      ['1.2.840.10045.4.3.2', { key: 'ec', hash: 'sha256' }],
      ['1.2.840.10045.4.3.3', { key: 'ec', hash: 'sha384' }],
      ['1.2.840.10045.4.3.4', { key: 'ec', hash: 'sha512' }],
      ['1.3.101.112', { key: 'ed25519', hash: null }],
      ['1.2.840.113549.1.1.4', { key: 'rsa', hash: 'md5', weak: true }],
      ['1.2.840.113549.1.1.5', { key: 'rsa', hash: 'sha1', weak: true }],
      ['1.2.840.113549.1.1.14', { key: 'rsa', hash: 'sha224', weak: true }],
      ['1.2.840.113549.1.1.11', { key: 'rsa', hash: 'sha256' }],
      ['1.2.840.113549.1.1.12', { key: 'rsa', hash: 'sha384' }],
      ['1.2.840.113549.1.1.13', { key: 'rsa', hash: 'sha512' }],
    ] as const
  ).map(([oid, signature]) => [objectIdentifier(oid).toString('hex'), signature]),
)

/** On the thread pool. */
function isSignedBy(key: KeyObject, { key: kind, hash }: Signature, { info, signature }: Pieces): Promise<boolean> {
  if (kind !== key.asymmetricKeyType) return Promise.resolve(false)
  return new Promise(resolve => {
    verify(hash, info, key, signature, (error, valid) => resolve(!error && valid))
  })
}

/** Signatures with parameters (RSASSA-PSS) are for the library, which reads them. */
async function isProvenToLibrary(der: Buffer<ArrayBuffer>): Promise<boolean> {
  const request = attempt('malformed', () => new Pkcs10CertificateRequest(der))
  const { hash } = attempt('malformed', () => request.signatureAlgorithm) as { hash?: { name: string } }
  if (hash && !/^SHA-(256|384|512)$/.test(hash.name)) throw new CsrInvalid('weak_signature')
  return request.verify().catch(() => false)
}

/**
 * Explicit curve parameters and compressed points encode the same key differently: by way of JWK it has one encoding
 * and one hash.
 */
function canonicalSpki(key: KeyObject, sent: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (CANONICAL.some(({ length, prefix }) => sent.length === length && sent.subarray(0, prefix.length).equals(prefix)))
    return sent
  return createPublicKey({ key: key.export({ format: 'jwk' }), format: 'jwk' }).export({ type: 'spki', format: 'der' })
}

/** Prefix and length of the only accepted encoding of a key on a named curve, or of Ed25519. */
const CANONICAL = [
  { length: 91, prefix: Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex') },
  { length: 120, prefix: Buffer.from('3076301006072a8648ce3d020106052b8104002203620004', 'hex') },
  { length: 44, prefix: Buffer.from('302a300506032b6570032100', 'hex') },
]

function attempt<T>(reason: CsrFault, step: () => T): T {
  try {
    return step()
  } catch {
    throw new CsrInvalid(reason)
  }
}
