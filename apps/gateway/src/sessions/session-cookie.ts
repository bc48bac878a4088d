import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies belong to a host, whatever the port, so both listeners get the same one. */
const NAME = 'wardline_session'
/** 256 random bits in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/
const MAX_HEADER = 8_192

/** The session's secret in a `Cookie` header, if one has its format. */
export function sessionToken(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined
  const value = parseCookie(header)[NAME]
  return value !== undefined && SHAPE.test(value) ? value : undefined
}

const attributes = (secure: boolean) => ({ path: '/api/v1', httpOnly: true, sameSite: 'strict', secure }) as const

/** The `Set-Cookie` of a sign-in. No `Max-Age`: the browser forgets it when it closes, the platform when the session ends. */
export const sessionCookie = (token: string, secure: boolean): string =>
  stringifySetCookie({ name: NAME, value: token, ...attributes(secure) })

/** The `Set-Cookie` that removes it. */
export const noSessionCookie = (secure: boolean): string =>
  stringifySetCookie({ name: NAME, value: '', ...attributes(secure), maxAge: 0 })
