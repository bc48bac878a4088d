import { parseCookie, stringifySetCookie } from 'cookie'
import { SIGN_IN_MS } from './sign-in-times.ts'

const NAME = 'wardline_sign_in'
/** 256 random bits in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/
const MAX_HEADER = 8_192

/** The secret of a browser that has a sign-in under way, in a `Cookie` header, if there is one of its shape. */
export function signInToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined
  const value = parseCookie(header)[NAME]
  return value !== undefined && SHAPE.test(value) ? value : undefined
}

/**
 * The `Set-Cookie` of a browser that goes to its identity provider. Lax, for it comes back by a link of the provider's; one for all the
 * sign-ins that it has under way, so that two tabs do not disturb each other.
 */
export const signInCookie = (token: string, secure: boolean): string =>
  stringifySetCookie({
    name: NAME,
    value: token,
    path: '/api/v1/session',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SIGN_IN_MS / 1_000,
  })
