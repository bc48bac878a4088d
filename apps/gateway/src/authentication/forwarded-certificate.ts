import { createHash, X509Certificate } from 'node:crypto'

/** What a proxy reports of its client's certificate: its DER, that there is none, or something unreadable. */
export type ForwardedCertificate = Buffer | 'none' | 'garbled'

/**
 * `key=value` pairs separated by `;`. A value with any of `,;="` is in double quotes (Envoy,
 * "x-forwarded-client-cert").
 */
const PAIR = /([A-Za-z]{1,32})=("(?:[^"\\]|\\.)*"|[^",;]*)(;|$)/y
const PEM = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/

/**
 * Reads an `X-Forwarded-Client-Cert` of one element with `Cert`, the certificate as URL-encoded PEM, and optionally
 * `Hash`, its SHA-256. With several elements, nobody can tell which one is the client's.
 */
export function readForwardedCertificate(header: string | undefined): ForwardedCertificate {
  if (header === undefined || header.trim() === '') return 'none'
  const pairs = pairsOf(header.trim())
  if (!pairs) return 'garbled'
  const cert = pairs.get('cert')
  if (cert === undefined || cert === '') return pairs.has('hash') || pairs.has('uri') ? 'garbled' : 'none'
  const der = derOf(cert)
  if (!der) return 'garbled'
  const hash = pairs.get('hash')
  if (hash !== undefined && hash.toLowerCase() !== createHash('sha256').update(der).digest('hex')) return 'garbled'
  return der
}

/** Values by lower-case key. Undefined if any part is not understood or a key is repeated, except `URI` and `DNS`. */
function pairsOf(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>()
  PAIR.lastIndex = 0
  while (PAIR.lastIndex < text.length) {
    const [, key, value] = PAIR.exec(text) ?? []
    if (key === undefined || value === undefined) return undefined
    const name = key.toLowerCase()
    if (pairs.has(name) && name !== 'uri' && name !== 'dns') return undefined
    pairs.set(name, value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value)
  }
  return pairs
}

function derOf(urlEncoded: string): Buffer | undefined {
  try {
    const pem = decodeURIComponent(urlEncoded)
    return PEM.test(pem) ? new X509Certificate(pem).raw : undefined
  } catch {
    return undefined
  }
}
