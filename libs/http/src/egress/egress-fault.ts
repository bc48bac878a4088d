/**
 * Why an outgoing request gave no usable answer. `refused`: we do not send requests there (scheme, address, redirect to
 * another origin). `unreachable`: no connection, or it broke. `tls`: the other side could not prove who it is.
 */
export type EgressReason = 'refused' | 'unreachable' | 'tls' | 'timeout' | 'too_large'

const MESSAGES: Readonly<Record<EgressReason, string>> = {
  refused: 'the address is not one that may be asked',
  unreachable: 'the other side cannot be reached',
  tls: 'the certificate of the other side is not acceptable',
  timeout: 'the other side did not answer in time',
  too_large: 'the answer is too large',
}

/** Contains only the reason, neither the address nor anything that the other side sent, so it may be logged. */
export class EgressFault extends Error {
  readonly reason: EgressReason
  constructor(reason: EgressReason) {
    super(MESSAGES[reason])
    this.name = 'EgressFault'
    this.reason = reason
  }
}

/** An error from undici, TLS or the resolver as an EgressFault. */
export function faultOf(error: unknown): EgressFault {
  if (error instanceof EgressFault) return error
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (/TIMEOUT|ETIMEDOUT/.test(code) || name === 'TimeoutError') return new EgressFault('timeout')
  if (/CERT|SSL|TLS|SELF_SIGNED|ISSUER|ALTNAME/.test(code)) return new EgressFault('tls')
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new EgressFault('too_large')
  return new EgressFault('unreachable')
}
