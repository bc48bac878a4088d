import { createHash, X509Certificate } from 'node:crypto'
import type { ParsedCsr } from './csr.ts'
import {
  bitString,
  contentOf,
  element,
  firstInside,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  truth,
  utf8String,
} from './der.ts'
import { certificatePem } from './pem.ts'
import { ALGORITHM_IDENTIFIERS, type CertifiedSigner } from './signing-key.ts'
import { parseSpiffeId } from './spiffe.ts'
import { X509Certificate as Decoded, SubjectKeyIdentifierExtension } from './x509.ts'

export interface AgentLeaf {
  readonly csr: Pick<ParsedCsr, 'spki'>
  readonly spiffeUri: string
  /** Lower-case hex. */
  readonly serialNumber: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface AgentIssuer {
  /** @returns PEM. @throws Error when the SPIFFE id is not an agent's, or the key cannot be used. */
  issue(leaf: AgentLeaf): Promise<string>
}

/**
 * Issues the leaves of agents: only the key is taken from the CSR (docs/architecture.md#identity). The SAN contains
 * only the SPIFFE ID; clientAuth only; never a CA. Validity is cut to whole seconds, because X.509 has no finer unit,
 * and to the issuer's end.
 *
 * All but six of a leaf's fields never change, so they are encoded once; a library that builds each leaf from scratch
 * takes fifty times as long, and a test compares every byte with a leaf from the library.
 */
export function createAgentIssuer({ certificatePem: issuerPem, key }: CertifiedSigner): AgentIssuer {
  const issuer = new X509Certificate(issuerPem)
  const decoded = new Decoded(issuerPem)
  const algorithm = ALGORITHM_IDENTIFIERS[key.algorithm]
  const issuerName = Buffer.from(decoded.subjectName.toArrayBuffer())
  const named = decoded.getExtension(SubjectKeyIdentifierExtension)?.keyId
  const issuerKeyId = named === undefined ? keyIdOf(key.publicKey) : Buffer.from(named, 'hex')
  const authorityKeyId = extension('2.5.29.35', sequence(element(0x80, issuerKeyId)))
  const end = issuer.validToDate.getTime()

  function toBeSigned({ csr, spiffeUri, serialNumber, notBefore, notAfter }: AgentLeaf): Buffer {
    const identity = parseSpiffeId(spiffeUri)
    if (!identity) throw new Error('not an agent identity')
    return sequence(
      VERSION_3,
      integer(serialNumber),
      algorithm,
      issuerName,
      sequence(time(notBefore), time(Math.min(notAfter, end))),
      sequence(set(sequence(COMMON_NAME, utf8String(identity.agentId)))),
      csr.spki,
      element(
        EXTENSIONS,
        sequence(
          USAGES,
          extension('2.5.29.17', sequence(element(0x86, Buffer.from(spiffeUri, 'latin1')))),
          authorityKeyId,
          extension('2.5.29.14', octetString(keyIdOf(csr.spki))),
        ),
      ),
    )
  }

  return {
    async issue(leaf) {
      const tbs = toBeSigned(leaf)
      return certificatePem(sequence(tbs, algorithm, bitString(await key.sign(tbs))))
    },
  }
}

const VERSION_3 = element(0xa0, integer('2'))
const EXTENSIONS = 0xa3
const COMMON_NAME = objectIdentifier('2.5.4.3')
const USAGES = Buffer.concat([
  /** basicConstraints: not a CA, which is its default. */
  extension('2.5.29.19', sequence(), 'critical'),
  /** keyUsage: digitalSignature, the first of its bits. */
  extension('2.5.29.15', bitString(Buffer.from([0x80]), 7), 'critical'),
  /** extKeyUsage: clientAuth. */
  extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.2'))),
])

function extension(oid: string, value: Buffer, critical?: 'critical'): Buffer {
  return sequence(objectIdentifier(oid), ...(critical ? [truth()] : []), octetString(value))
}

/** RFC 5280 section 4.2.1.2, method 1: SHA-1 of the key's bits. It names a key and secures nothing. */
function keyIdOf(spki: Buffer): Buffer {
  const bits = contentOf(spki).subarray(firstInside(spki).length)
  // The first byte counts the unused bits of the last one: none.
  return createHash('sha1').update(contentOf(bits).subarray(1)).digest()
}
