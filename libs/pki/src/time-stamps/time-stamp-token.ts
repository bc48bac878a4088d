import { createHash, webcrypto, X509Certificate } from 'node:crypto'
import { type BaseBlock, Constructed, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { Certificate, ContentInfo, CryptoEngine, ExtKeyUsage, SignedData, type SignerInfo, TSTInfo } from 'pkijs'
import { TimeStampFault } from './time-stamp-fault.ts'

/** What a time stamp says once it is checked. */
export interface TimeStamp {
  /** When the authority signed: milliseconds since the epoch. */
  readonly at: number
  /** The subject of the certificate that signed, on one line. */
  readonly authority: string
  readonly nonce: bigint | undefined
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const HASHES: Readonly<Record<string, string>> = {
  [SHA256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const MAX_NAME = 300

const engine = () => new CryptoEngine({ name: 'node', crypto: webcrypto as Crypto })

/**
 * Checks an RFC 3161 token: that it is over `message` and signed by the certificate that it holds, and that this certificate is for time
 * stamps and nothing else.
 * @param token DER
 * @param roots PEM of trusted authorities. The certificate must lead to one of them, as of the stamped time; without them it may be anybody's
 * @throws TimeStampFault
 */
export async function readTimeStamp(token: Buffer, message: Buffer, roots?: string): Promise<TimeStamp> {
  const { signed, info, signer } = parsed(token)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView)
  if (hashAlgorithm.algorithmId !== SHA256 || !createHash('sha256').update(message).digest().equals(imprint))
    throw new TimeStampFault('imprint')

  const certificate = await signerOf(signed, message, roots)
  const der = Buffer.from(certificate.toSchema().toBER())
  if (!isForTimeStamps(certificate)) throw new TimeStampFault('purpose')
  const type = attributeOf(signer, CONTENT_TYPE)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== TST_INFO) throw new TimeStampFault('signature')
  if (!namesCertificate(signer, der)) throw new TimeStampFault('signature')
  const authority = new X509Certificate(der).subject.replaceAll('\n', ', ').slice(0, MAX_NAME)
  return { at: info.genTime.getTime(), authority, nonce: info.nonce?.toBigInt() }
}

function parsed(token: Buffer): { readonly signed: SignedData; readonly info: TSTInfo; readonly signer: SignerInfo } {
  try {
    const { offset, result } = fromBER(token)
    const content = new ContentInfo({ schema: result })
    if (offset !== token.length || content.contentType !== SIGNED_DATA) throw new TimeStampFault('malformed')
    const signed = new SignedData({ schema: content.content })
    const { eContent, eContentType } = signed.encapContentInfo
    const [signer, ...others] = signed.signerInfos
    if (!eContent || eContentType !== TST_INFO || !signer?.signedAttrs || others.length > 0)
      throw new TimeStampFault('malformed')
    const info = TSTInfo.fromBER(eContent.getValue())
    if (!Number.isFinite(info.genTime.getTime())) throw new TimeStampFault('malformed')
    return { signed, info, signer }
  } catch {
    throw new TimeStampFault('malformed')
  }
}

/** The certificate whose key signed the token. @throws TimeStampFault `signature`, or `untrusted` where `roots` are given */
async function signerOf(signed: SignedData, message: Buffer, roots: string | undefined): Promise<Certificate> {
  const trustedCerts = roots === undefined ? [] : certificatesOf(roots)
  const result = await signed
    .verify(
      {
        signer: 0,
        data: Uint8Array.from(message).buffer,
        extendedMode: true,
        checkChain: roots !== undefined,
        trustedCerts,
        // What an authority revoked later does not undo what it stamped before.
        passedWhenNotRevValues: true,
      },
      engine(),
    )
    .catch((error: { readonly signerCertificateVerified?: boolean | null }) => {
      throw new TimeStampFault(error.signerCertificateVerified === false ? 'untrusted' : 'signature')
    })
  if (result.signatureVerified !== true || !result.signerCertificate) throw new TimeStampFault('signature')
  return result.signerCertificate
}

/** RFC 3161, 2.3: the extension is critical and names time stamping alone. */
function isForTimeStamps(certificate: Certificate): boolean {
  const usage = certificate.extensions?.find(e => e.extnID === EXTENDED_KEY_USAGE)
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  return usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING
}

/** RFC 5816: what is signed names the certificate, so that nobody can put another one of the same key in its place. */
function namesCertificate(signer: SignerInfo, der: Buffer): boolean {
  const v2 = attributeOf(signer, SIGNING_CERTIFICATE_V2)
  const [first, second] = membersOf(membersOf(membersOf(v2 ?? attributeOf(signer, SIGNING_CERTIFICATE))[0])[0])
  const named = first instanceof Sequence ? membersOf(first)[0] : undefined
  const hash = named instanceof ObjectIdentifier ? HASHES[named.getValue()] : v2 ? 'sha256' : 'sha1'
  const value = named ? second : first
  if (hash === undefined || !(value instanceof OctetString)) return false
  return createHash(hash).update(der).digest().equals(Buffer.from(value.valueBlock.valueHexView))
}

function attributeOf(signer: SignerInfo, type: string): BaseBlock | undefined {
  const found = signer.signedAttrs?.attributes.find(attribute => attribute.type === type)
  return found?.values[0] as BaseBlock | undefined
}

const membersOf = (block: BaseBlock | undefined): readonly BaseBlock[] =>
  block instanceof Constructed ? block.valueBlock.value : []

/** @throws Error when the text holds no certificate */
function certificatesOf(pem: string): Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (found.length === 0) throw new Error('there is no PEM certificate of an authority')
  return found.map(one => Certificate.fromBER(new X509Certificate(one).raw))
}
