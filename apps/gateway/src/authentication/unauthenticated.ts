import { Problem } from '@wardline/kernel'

/** The only response to a caller that could not prove its identity (RFC 6750 section 3). It does not say why. */
export const unauthenticated = (): Problem => new Problem('unauthenticated', { headers: BEARER })

/** For a token that is valid by its issuer's keys, but whose issuer nobody has proven to be theirs. */
export const issuerNotProven = (): Problem => new Problem('issuer_not_proven', { headers: BEARER })

const BEARER = { 'WWW-Authenticate': 'Bearer' }
