import type { ServiceAccountPrincipal, UserPrincipal } from '@wardline/kernel'
import type { AccountAuthenticator } from './authenticate-account.ts'
import { isUserToken, type UserAuthenticator } from './authenticate-user.ts'
import { hashToken, isServiceToken } from './service-token.ts'
import { unauthenticated } from './unauthenticated.ts'

export interface Bearer {
  readonly principal: ServiceAccountPrincipal | UserPrincipal
  /** The SHA-256 of a service account's token. */
  readonly tokenHash?: string
}

export interface BearerAuthenticator {
  /**
   * The principal of an `Authorization` header: a service account by its token, a person by an access token.
   * @throws Problem 401 `unauthenticated` for no token, another scheme, or a token of neither kind; otherwise what the
   *   check of either kind throws.
   */
  authenticate(authorization: string | undefined): Promise<Bearer>
}

export const createBearerAuthenticator = (
  accounts: AccountAuthenticator,
  users: UserAuthenticator,
): BearerAuthenticator => ({
  async authenticate(authorization) {
    const token = bearerToken(authorization)
    if (token !== undefined && isServiceToken(token))
      return { principal: await accounts.authenticate(token), tokenHash: hashToken(token) }
    if (token !== undefined && isUserToken(token)) return { principal: await users.authenticate(token) }
    throw unauthenticated()
  },
})

/** RFC 6750 section 2.1. The scheme is not case-sensitive. */
function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme = '', token, ...rest] = (authorization ?? '').split(' ').filter(part => part !== '')
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
}
