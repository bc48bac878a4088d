import { type Egress, EgressFault, type EgressResponse, retryAfterMs } from '@wardline/http'
import type { Clock } from '@wardline/kernel'
import type { MdmSettings } from '../config.ts'
import { createPace } from './pace.ts'
import { invalidResponse, ProviderFault } from './provider-fault.ts'

/** Calls one provider for one run: with a token, retries and budgets. */
export interface ProviderClient {
  /** The JSON of a 200, or undefined for a 404. @throws ProviderFault. */
  get(url: string): Promise<unknown>
}

export interface ClientOptions {
  readonly egress: Egress
  readonly clock: Clock
  readonly settings: MdmSettings
  readonly sleep: (ms: number) => Promise<void>
  /** Called before every request and wait: renews the lease, and throws if it is lost. */
  readonly beat: () => Promise<void>
  readonly signal: AbortSignal
  readonly clientId: string
  /** Resolved at every use. @throws SecretUnresolved. */
  readonly secret: () => Promise<string>
  readonly tokenRequests: readonly { readonly url: string; readonly scope?: string }[]
  readonly count: (outcome: string) => void
}

/** A token is renewed this long before its end. */
const TOKEN_MARGIN_MS = 60_000
const MAX_TOKEN_BYTES = 64 * 1024

export function createProviderClient(o: ClientOptions): ProviderClient {
  const { clock, settings } = o
  const pace = createPace(settings.requestsPerSecond, () => clock.now())
  let waited = 0
  let token: { readonly value: string; readonly renewAt: number } | undefined

  const wait = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 5_000) {
      await o.beat()
      await o.sleep(Math.min(left, 5_000))
    }
  }

  /**
   * Sends until there is a usable response: waits and retries after throttling, server faults and broken connections.
   */
  async function send(
    url: string,
    form?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EgressResponse> {
    for (let attempt = 1; ; attempt++) {
      await wait(pace())
      await o.beat()
      const outcome = await once(url, form, headers)
      o.count('status' in outcome ? `${Math.floor(outcome.status / 100)}xx` : outcome.code)
      const trouble = 'status' in outcome ? troubleOf(outcome, clock.now()) : outcome
      if (trouble === undefined) return outcome as EgressResponse
      const pause = trouble.retryAfterMs ?? backoff(attempt)
      const patient = attempt < settings.maxAttempts && pause <= settings.maxWaitMs
      if (!patient || waited + pause > settings.waitBudgetMs) throw trouble
      waited += pause
      await wait(pause)
    }
  }

  async function once(
    url: string,
    form: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<EgressResponse | ProviderFault> {
    try {
      return await o.egress.send({
        url,
        headers: { accept: 'application/json', 'user-agent': 'wardline-mdm-connector', ...headers },
        ...(form === undefined ? {} : { method: 'POST' as const, body: form }),
        timeoutMs: settings.requestTimeoutMs,
        maxBytes: form === undefined ? settings.maxPageBytes : MAX_TOKEN_BYTES,
        signal: o.signal,
      })
    } catch (error) {
      if (!(error instanceof EgressFault)) throw error
      if (error.reason === 'refused') throw new ProviderFault('egress_refused')
      if (error.reason === 'too_large') throw invalidResponse()
      return new ProviderFault('provider_unavailable')
    }
  }

  /** OAuth 2.0 client credentials (RFC 6749 section 4.4). */
  async function freshToken(): Promise<string> {
    for (const { url, scope } of o.tokenRequests) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: o.clientId,
        client_secret: await o.secret(),
        ...(scope === undefined ? {} : { scope }),
      })
      const response = await send(url, form.toString(), { 'content-type': 'application/x-www-form-urlencoded' })
      if (response.status === 404) continue
      if ([400, 401, 403].includes(response.status)) throw new ProviderFault('provider_unauthorized')
      if (response.status !== 200) throw invalidResponse()
      const { access_token, expires_in } = jsonOf(response) as { access_token?: unknown; expires_in?: unknown }
      if (typeof access_token !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(access_token)) throw invalidResponse()
      const lifetime = Math.max(0, Number(expires_in) || 0) * 1000
      token = { value: access_token, renewAt: clock.now() + Math.max(lifetime - TOKEN_MARGIN_MS, lifetime / 2) }
      return access_token
    }
    throw invalidResponse()
  }

  return {
    async get(url) {
      // A truncated response is requested once more, and so is a token that has ended early.
      let renewed = false
      for (let again = true; ; ) {
        const bearer = token && clock.now() < token.renewAt ? token.value : await freshToken()
        const response = await send(url, undefined, { authorization: `Bearer ${bearer}` })
        if (response.status === 401 && !renewed) {
          renewed = true
          token = undefined
          continue
        }
        if (response.status === 401 || response.status === 403) throw new ProviderFault('provider_unauthorized')
        if (response.status === 404) return undefined
        if (response.status === 410) throw new ProviderFault('provider_response_invalid', { cursorGone: true })
        if (response.status === 400) throw new ProviderFault('provider_response_invalid', { cursorGone: true })
        if (response.status !== 200) throw invalidResponse()
        try {
          return jsonOf(response)
        } catch (error) {
          if (!again) throw error
          again = false
        }
      }
    },
  }
}

/** Whether another try makes sense. */
function troubleOf(response: EgressResponse, now: number): ProviderFault | undefined {
  const { status, headers } = response
  const after = retryAfterMs(headers['retry-after'], now)
  if (status === 429) return new ProviderFault('provider_throttled', { retryAfterMs: after })
  if (status === 503 && after !== undefined) return new ProviderFault('provider_throttled', { retryAfterMs: after })
  if (status >= 500 || status === 408) return new ProviderFault('provider_unavailable', { retryAfterMs: after })
  return undefined
}

/** Exponential with full jitter: half a second, then up to 1, 2, 4 and at most 15. */
const backoff = (attempt: number): number => 250 + Math.random() * Math.min(500 * 2 ** (attempt - 1), 15_000)

/** @throws ProviderFault for anything but JSON; the text stays here. */
function jsonOf({ headers, body }: EgressResponse): unknown {
  if (!/^application\/(?:[\w.-]{1,64}\+)?json\b/i.test(headers['content-type'] ?? '')) throw invalidResponse()
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalidResponse()
  }
}
