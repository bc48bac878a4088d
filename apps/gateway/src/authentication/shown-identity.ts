import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Problem } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import { type ClientCertificate, createConnectionReader, readClientCertificate } from './client-certificate.ts'
import { readForwardedCertificate } from './forwarded-certificate.ts'
import type { IsTrustedProxy } from './trusted-proxies.ts'

/** A request's evidence of its sender, who came directly or through a proxy. */
export interface ShownIdentity {
  readonly certificate: ClientCertificate | undefined
  readonly clientAddress: string
  /** A trusted proxy forwarded it. A missing certificate may then be the proxy's mistake. */
  readonly throughProxy: boolean
}

/** @throws Problem 503 if anything is wrong with a proxy or its header. */
export type ReadShownIdentity = (request: IncomingMessage) => Promise<ShownIdentity>

const HEADER = 'x-forwarded-client-cert'
const MAX_CERTIFICATES = 10_000

/** @param isTrustedProxy undefined if no proxy is trusted */
export function createIdentityReader(
  trustDomain: string,
  isTrustedProxy: IsTrustedProxy | undefined,
): ReadShownIdentity {
  const ofConnection = createConnectionReader(trustDomain)
  const forwarded = new LRUCache<string, ClientCertificate>({ max: MAX_CERTIFICATES })

  function ofHeader(header: string | undefined): ClientCertificate | undefined {
    if (header === undefined) return undefined
    const key = createHash('sha256').update(header).digest('base64')
    const known = forwarded.get(key)
    if (known) return known
    const read = readForwardedCertificate(header)
    if (read === 'none') return undefined
    if (read === 'garbled')
      throw new Problem('unavailable', { retryAfter: 5, detail: "The proxy's X-Forwarded-Client-Cert cannot be read" })
    const certificate = readClientCertificate(read, trustDomain)
    forwarded.set(key, certificate)
    return certificate
  }

  return async request => {
    const header = request.headers[HEADER]
    // Nothing after this may read the header, whoever has sent it.
    delete request.headers[HEADER]
    const own = ofConnection(request.socket)
    const clientAddress = request.socket.remoteAddress ?? ''
    if (!own || !isTrustedProxy || !(await isTrustedProxy(own)))
      return { certificate: own, clientAddress, throughProxy: false }
    return {
      certificate: ofHeader(Array.isArray(header) ? header.join(',') : header),
      clientAddress: lastForwardedFor(request) ?? clientAddress,
      throughProxy: true,
    }
  }
}

/** The address that the proxy itself has seen: it appends its client's address. */
function lastForwardedFor({ headers }: IncomingMessage): string | undefined {
  const value = headers['x-forwarded-for']
  const last = (Array.isArray(value) ? value.join(',') : (value ?? '')).split(',').at(-1)?.trim()
  return last === undefined || last === '' || last.length > 64 ? undefined : last
}
