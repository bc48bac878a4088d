import { type Egress, EgressFault } from '@wardline/http'
import { TimeStampFault, timeStampRequest } from '@wardline/pki/time-stamps'

/** What an authority of RFC 3161 has stamped. */
export interface Stamp {
  /** Milliseconds since the epoch, as the authority says. */
  readonly at: number
  /** Its name: the subject of its certificate. */
  readonly authority: string
  /** DER. */
  readonly token: Buffer
}

/** A way to an RFC 3161 authority. */
export interface TimeStamper {
  /** @throws StampRefused when there is no stamp, for whatever reason; takes a bounded time. */
  stamp(message: Buffer, signal: AbortSignal): Promise<Stamp>
}

/** Why a checkpoint has no stamp: one of a few words, for a metric. Holds nothing that the authority sent. */
export class StampRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`no time stamp: ${reason}`)
    this.name = 'StampRefused'
    this.reason = reason
  }
}

/** For the whole exchange with the authority. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 65_536

/** @param url an authority that answers RFC 3161 over HTTP */
export function createTimeStamper(
  url: string,
  egress: Egress,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): TimeStamper {
  return {
    async stamp(message, signal) {
      const { der, read } = timeStampRequest(message)
      try {
        const { status, body } = await egress.send({
          url,
          method: 'POST',
          headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
          body: der,
          timeoutMs,
          maxBytes: MAX_BYTES,
          signal,
        })
        if (status !== 200) throw new StampRefused('http_status')
        return await read(body)
      } catch (error) {
        if (error instanceof EgressFault || error instanceof TimeStampFault) throw new StampRefused(error.reason)
        throw error
      }
    },
  }
}
