import { lookup } from 'node:dns/promises'
import { request } from 'undici'
import { type EgressAllowance, isAllowed, isPublicAddress, urlFault } from './addresses.ts'
import { createDispatchers } from './dispatchers.ts'
import { EgressFault, faultOf } from './egress-fault.ts'
import { readLimited } from './read-limited.ts'

export interface EgressRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Milliseconds for the whole exchange, including redirects. */
  readonly timeoutMs: number
  /** Most bytes of the answer's body. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export interface EgressResponse {
  readonly status: number
  /** By lower-case names; for a repeated header, the first value. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * The only way out (docs/architecture.md#the-way-out): https, certificates verified; the name is resolved once and
 * exactly that address is dialled; private, link-local, loopback and metadata addresses only if the allowance names
 * them; redirects only within the origin; limited in time and size.
 */
export interface Egress {
  /** Any status counts as an answer. @throws EgressFault for every other failure. */
  send(request: EgressRequest): Promise<EgressResponse>
  /** Why a URL in a setting would be refused, as far as that is known without a resolver. */
  urlFault(url: string): string | undefined
  close(): Promise<void>
}

export interface EgressOptions {
  readonly allow?: EgressAllowance
  /** PEM of the authorities to trust instead of the built-in ones. */
  readonly ca?: string
  /** All addresses of a name; the system's resolver by default. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
}

const MAX_REDIRECTS = 3
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

export function createEgress(options: EgressOptions = {}): Egress {
  const { allow = new Set(), resolve = systemAddresses } = options
  const dispatchers = createDispatchers(options.ca)

  /** @throws EgressFault `refused` when any address of the name is not public: a name with both kinds is a trap. */
  async function addressOf(url: URL): Promise<string> {
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = /^[\d.]+$|:/.test(literal) ? [literal] : await resolve(literal)
    const [first] = addresses
    if (first === undefined) throw new EgressFault('unreachable')
    if (!isAllowed(url, allow) && !addresses.every(isPublicAddress)) throw new EgressFault('refused')
    return first
  }

  async function once(url: URL, r: EgressRequest, signal: AbortSignal): Promise<EgressResponse> {
    if (urlFault(url.href, allow) !== undefined) throw new EgressFault('refused')
    const dispatcher = dispatchers.for(url, await addressOf(url))
    const response = await request(url, {
      dispatcher,
      method: r.method ?? 'GET',
      // Nothing is decompressed: a small answer stays small.
      headers: { 'accept-encoding': 'identity', ...r.headers },
      body: r.body ?? null,
      signal,
      headersTimeout: r.timeoutMs,
      bodyTimeout: r.timeoutMs,
    })
    const body = await readLimited(response.body, r.maxBytes)
    return { status: response.statusCode, headers: firstOfEach(response.headers), body }
  }

  return {
    async send(r) {
      const timeout = AbortSignal.timeout(r.timeoutMs)
      const signal = r.signal ? AbortSignal.any([timeout, r.signal]) : timeout
      try {
        let url = new URL(r.url)
        for (let redirects = 0; ; redirects++) {
          const response = await once(url, r, signal)
          if (!REDIRECTS.includes(response.status)) return response
          url = redirectTarget(url, response, r, redirects)
        }
      } catch (error) {
        r.signal?.throwIfAborted()
        throw timeout.aborted ? new EgressFault('timeout') : faultOf(error)
      }
    },
    urlFault: url => urlFault(url, allow),
    close: () => dispatchers.close(),
  }
}

/** @throws EgressFault `refused` for another origin, for any method except GET, and for too many redirects. */
function redirectTarget(from: URL, { headers }: EgressResponse, r: EgressRequest, redirects: number): URL {
  const location = headers.location
  if (location === undefined || (r.method ?? 'GET') !== 'GET' || redirects >= MAX_REDIRECTS)
    throw new EgressFault('refused')
  if (!URL.canParse(location, from)) throw new EgressFault('refused')
  const target = new URL(location, from)
  if (target.origin !== from.origin) throw new EgressFault('refused')
  return target
}

const systemAddresses = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true, verbatim: true })).map(a => a.address)

const firstOfEach = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name.toLowerCase(), first]]
    }),
  )
