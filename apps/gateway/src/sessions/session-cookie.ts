import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies are the host's, whatever the port: both listeners know the same one. */
const NAME = 'wardline_session'
/** 256 random bits in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/
const MAX_HEADER = 8_192

/** The session's secret in a `Cookie` header, if there is one of its shape. */
export function sessionToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined
  const value = parseCookie(header)[NAME]
  return value !== undefined && SHAPE.test(value) ? value : undefined
}

const attributes = (secure: boolean) => ({ path: '/api/v1', httpOnly: true, sameSite: 'strict', secure }) as const

/** The `Set-Cookie` of a sign-in. No `Max-Age`: the browser forgets it when it closes, the platform when the session ends. */
export const sessionCookie = (token: string, secure: boolean): string =>
  stringifySetCookie({ name: NAME, value: token, ...attributes(secure) })

/** The `Set-Cookie` that takes it back. */
export const noSessionCookie = (secure: boolean): string =>
  stringifySetCookie({ name: NAME, value: '', ...attributes(secure), maxAge: 0 })
