/**
 * Why a time stamp is refused. `malformed`: it cannot be read. `status`: the authority did not grant it. `imprint`: it is over another
 * message. `nonce`: it answers another request. `signature`: it is not signed by the certificate that it names. `purpose`: that certificate
 * is not for time stamps. `untrusted`: the certificate does not lead to a given authority.
 */
export type TimeStampReason = 'malformed' | 'status' | 'imprint' | 'nonce' | 'signature' | 'purpose' | 'untrusted'

/** Says why and nothing else: nothing that the authority sent is in it. */
export class TimeStampFault extends Error {
  readonly reason: TimeStampReason
  constructor(reason: TimeStampReason) {
    super(`the time stamp is refused: ${reason}`)
    this.name = 'TimeStampFault'
    this.reason = reason
  }
}
