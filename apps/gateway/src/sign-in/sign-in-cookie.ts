import { parseCookie, stringifySetCookie } from 'cookie'
import { SIGN_IN_MS } from './sign-in-times.ts'

const NAME = 'wardline_sign_in'
/** 256 random bits in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/
const MAX_HEADER = 8_192

/** The secret of a browser with a sign-in in progress, from a `Cookie` header, if one has its format. */
export function signInToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined
  const value = parseCookie(header)[NAME]
  return value !== undefined && SHAPE.test(value) ? value : undefined
}

/**
 * The `Set-Cookie` for a browser that goes to its identity provider. It is Lax, because the browser returns by a link from
 * the provider. All its sign-ins in progress share one cookie, so that two tabs do not disturb each other.
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
