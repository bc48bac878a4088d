import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** PEM. An authority has no key here. */
export interface PemPair {
  readonly cert: string
  readonly key: string | undefined
}

/** Why files cannot be used, in words for an operator. */
export type PemFault =
  | 'a file cannot be read'
  | 'the certificate is not whole PEM'
  | 'the key is not whole PEM'
  | 'the key does not fit the certificate'
  | 'TLS does not accept the key'

export interface ReadPair extends PemPair {
  /** When it ends, in milliseconds since the epoch: the first certificate of a chain, the last to end of authorities. */
  readonly notAfter: number
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Reads a certificate and its key as far as is needed to know that they can be used. */
export function readPair({ cert, key }: PemPair): ReadPair | PemFault {
  const ends: number[] = []
  let first: X509Certificate | undefined
  try {
    const blocks = cert.match(BLOCK) ?? []
    // A block that has begun and not ended: somebody is still writing.
    if (blocks.length === 0 || cert.split('-----BEGIN CERTIFICATE-----').length - 1 !== blocks.length)
      return 'the certificate is not whole PEM'
    for (const block of blocks) {
      const certificate = new X509Certificate(block)
      first ??= certificate
      ends.push(certificate.validToDate.getTime())
    }
  } catch {
    return 'the certificate is not whole PEM'
  }
  if (key === undefined) return { cert, key, notAfter: Math.max(...ends) }
  try {
    if (!first?.checkPrivateKey(createPrivateKey(key))) return 'the key does not fit the certificate'
  } catch {
    return 'the key is not whole PEM'
  }
  try {
    createSecureContext({ cert, key })
  } catch {
    return 'TLS does not accept the key'
  }
  return { cert, key, notAfter: ends[0] ?? 0 }
}
