import { type Egress, EgressFault } from '@wardline/http'
import type { CustomFetch } from 'openid-client'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 262_144

/**
 * The fetch that openid-client uses: the only way out. A provider that is down or overloaded causes an error, not a
 * response.
 */
export const createProviderFetch =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await egress.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
    })
    if (answer.status >= 500 || answer.status === 429) throw new EgressFault('unreachable')
    const bytes = answer.status === 204 || answer.status === 304 ? null : new Uint8Array(answer.body)
    return new Response(bytes, { status: answer.status, headers: answer.headers })
  }
