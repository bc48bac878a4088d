import { Problem } from '@wardline/kernel'

/** The one answer to whoever could not prove who it is (RFC 6750 section 3). It tells nothing of why. */
export const unauthenticated = (): Problem =>
  new Problem('unauthenticated', { headers: { 'WWW-Authenticate': 'Bearer' } })
