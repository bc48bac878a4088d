import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from 'pkijs'
import { TimeStampFault } from './time-stamp-fault.ts'
import { readTimeStamp, type TimeStamp } from './time-stamp-token.ts'

/** What is sent to an authority, and how its answer is read. */
export interface TimeStampRequest {
  /** DER of the RFC 3161 request, sent as `application/timestamp-query`. */
  readonly der: Buffer
  /**
   * @param response DER
   * @returns the stamp, and its token in DER
   * @throws TimeStampFault when it is not the answer to this request
   */
  read(response: Buffer): Promise<TimeStamp & { readonly token: Buffer }>
}

const SHA256 = '2.16.840.1.101.3.4.2.1'

/** A request over the SHA-256 of `message`, with a random nonce; the answer has to hold the authority's certificate. */
export function timeStampRequest(message: Buffer): TimeStampRequest {
  const nonce = randomBytes(8).readBigUInt64BE()
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(message).digest() }),
    }),
    nonce: Integer.fromBigInt(nonce),
    certReq: true,
  })
  return {
    der: Buffer.from(request.toSchema().toBER()),
    async read(response) {
      const token = tokenOf(response)
      const stamp = await readTimeStamp(token, message)
      if (stamp.nonce !== nonce) throw new TimeStampFault('nonce')
      return { ...stamp, token }
    },
  }
}

function tokenOf(response: Buffer): Buffer {
  const { offset, result } = fromBER(response)
  if (offset !== response.length || !(result instanceof Sequence)) throw new TimeStampFault('malformed')
  const { status } = answerOf(result).status
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods) throw new TimeStampFault('status')
  const token = result.valueBlock.value[1]
  if (!token) throw new TimeStampFault('malformed')
  // As it was sent: what is read and written again may differ by a byte.
  return Buffer.from(token.valueBeforeDecodeView)
}

function answerOf(schema: Sequence): TimeStampResp {
  try {
    return new TimeStampResp({ schema })
  } catch {
    throw new TimeStampFault('malformed')
  }
}
