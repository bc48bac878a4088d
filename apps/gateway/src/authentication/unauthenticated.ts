import { Problem } from '@wardline/kernel'

/** The only response to a caller that could not prove its identity (RFC 6750 section 3). It does not say why. */
export const unauthenticated = (): Problem =>
  new Problem('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } })
