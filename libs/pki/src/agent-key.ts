import { Pkcs10CertificateRequestGenerator } from './x509.ts'

const ALGORITHMS = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  'P-521': { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  Ed25519: { name: 'Ed25519' },
  'RSA-1024': rsa(1024),
  'RSA-2048': rsa(2048),
  'RSA-4096': rsa(4096),
  'RSA-2048-SHA1': { ...rsa(2048), hash: 'SHA-1' },
} as const
export type AgentKeyType = keyof typeof ALGORITHMS

function rsa(modulusLength: number) {
  return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent: new Uint8Array([1, 0, 1]) }
}

export interface AgentKey {
  /** PKCS#8 PEM. */
  readonly privateKeyPem: string
  /** A PKCS#10 request for the key, PEM. */
  readonly csrPem: string
}

/**
 * A key as an agent creates it, with a request for a certificate. For the `wardline csr` command, tests, the demo and
 * simulators.
 */
export async function createAgentKey(
  options: { readonly type?: AgentKeyType; readonly commonName?: string } = {},
): Promise<AgentKey> {
  const algorithm = ALGORITHMS[options.type ?? 'P-256']
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [options.commonName ?? 'agent'] }],
    keys,
    signingAlgorithm: algorithm as { name: string; hash: string },
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = pkcs8.match(/.{1,64}/g) ?? []
  return {
    privateKeyPem: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    csrPem: `${request.toString('pem').trim()}\n`,
  }
}
