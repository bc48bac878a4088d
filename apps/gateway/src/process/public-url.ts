import { isLoopback } from '@wardline/http'
import { setting } from '@wardline/kernel'

/** Where browsers reach the platform (docs/people.md). */
export const PUBLIC_URL_SETTINGS = {
  /** An https origin, or an http one of a loopback address. */
  WARDLINE_PUBLIC_URL: setting.parsed<string | undefined>(publicOrigin, { fallback: undefined }),
}

/** The configured origin, or the plain listener's if its port is known in advance. */
export function publicUrlOf(config: {
  readonly WARDLINE_PUBLIC_URL: string | undefined
  readonly WARDLINE_API_PORT: number
}): string | undefined {
  const { WARDLINE_PUBLIC_URL: named, WARDLINE_API_PORT: port } = config
  return named ?? (port === 0 ? undefined : `http://127.0.0.1:${port}`)
}

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!plain || !safe)
    throw new Error('an https origin without a path is expected, or an http one of a loopback address')
  return url.origin
}
