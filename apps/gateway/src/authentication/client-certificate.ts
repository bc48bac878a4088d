import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type TenantId, tenantId } from '@wardline/kernel'
import { type CertificateFacts, parseSpiffeId, readCertificate } from '@wardline/pki'

/** The certificate from a peer's handshake, read once per connection. */
export interface ClientCertificate {
  /** SHA-256 of the DER, for lookups in memory only. */
  readonly fingerprint: string
  /** Undefined if the presented certificate cannot be read. */
  readonly facts: CertificateFacts | undefined
  /** The identity it claims; undefined unless its only SAN URI names an agent of the trust domain. */
  readonly claims: { readonly tenantId: TenantId; readonly agentId: string } | undefined
}

/** Reads certificates of connections. A connection keeps its certificate for life: renegotiation is off. */
export function createConnectionReader(trustDomain: string): (socket: Socket) => ClientCertificate | undefined {
  const known = new WeakMap<Socket, ClientCertificate>()
  return socket => {
    if (!(socket instanceof TLSSocket)) return undefined
    const cached = known.get(socket)
    if (cached) return cached
    const der = socket.getPeerX509Certificate()?.raw
    if (!der) return undefined
    const certificate = readClientCertificate(der, trustDomain)
    known.set(socket, certificate)
    return certificate
  }
}

/** Reads a certificate from any sender. Never throws. */
export function readClientCertificate(der: Buffer, trustDomain: string): ClientCertificate {
  const fingerprint = createHash('sha256').update(der).digest('base64url')
  try {
    const facts = readCertificate(der)
    const identity = facts.uris.length === 1 ? parseSpiffeId(facts.uris[0]!) : undefined
    const ours = identity?.trustDomain === trustDomain ? identity : undefined
    return { fingerprint, facts, claims: ours && { tenantId: tenantId(ours.tenantId), agentId: ours.agentId } }
  } catch {
    return { fingerprint, facts: undefined, claims: undefined }
  }
}
