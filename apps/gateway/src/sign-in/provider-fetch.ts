import { type Egress, EgressFault } from '@wardline/http'
import { SecretUnresolved } from '@wardline/ports'
import type { CustomFetch } from 'openid-client'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 262_144
/** Deep enough for what libraries wrap an error in. */
const MAX_CAUSES = 8

/** What openid-client is to ask with: the one way out. A provider that is down or overloaded is a fault, not an answer. */
export const createProviderFetch =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await egress.send({
      ...{ url, method: method === 'POST' ? 'POST' : 'GET', headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
    })
    if (answer.status >= 500 || answer.status === 429) throw new EgressFault('unreachable')
    const bytes = answer.status === 204 || answer.status === 304 ? null : new Uint8Array(answer.body)
    return new Response(bytes, { status: answer.status, headers: answer.headers })
  }

/** Whether something failed because the provider, or our secret for it, cannot be had, and not because of what the provider said. */
export function isUnavailable(error: unknown): boolean {
  let cause = error
  for (let i = 0; i < MAX_CAUSES && cause instanceof Error; i++) {
    if (cause instanceof EgressFault || cause instanceof SecretUnresolved || cause.name === 'TimeoutError') return true
    cause = cause.cause
  }
  return false
}
