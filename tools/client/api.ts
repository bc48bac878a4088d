// A plain client of the REST API, as an operator's script would use.
import { Agent, type Dispatcher, request } from 'undici'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // biome-ignore lint/suspicious/noExplicitAny: a client of tests reads whatever an answer holds
  readonly body: any
  readonly text: string
}

export interface Call {
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiClient {
  call(method: string, path: string, call?: Call): Promise<Answer>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  patch(path: string, body: unknown, etag: string): Promise<Answer>
  close(): Promise<void>
}

export interface Credentials {
  readonly token?: string
  /** PEM of the CA to trust. */
  readonly ca?: string
  /** Client certificate with its chain, and its key, both PEM. */
  readonly cert?: string
  readonly key?: string
  /** Most connections at once: 64 unless said otherwise. */
  readonly connections?: number
}

/** @param base origin; paths are below `/api/v1` unless they start with another slash-separated root given as an absolute `//path`. */
export function createApiClient(base: string, credentials: Credentials = {}): ApiClient {
  const { token, ca, cert, key, connections = 64 } = credentials
  const dispatcher: Dispatcher = new Agent({
    connections,
    connect: { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) },
  })
  const call = async (method: string, path: string, { body, raw, headers = {} }: Call = {}): Promise<Answer> => {
    const url = path.startsWith('//') ? `${base}${path.slice(1)}` : `${base}/api/v1${path}`
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await request(url, {
      method: method as Dispatcher.HttpMethod,
      dispatcher,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await response.body.text()
    const json = /json/.test(String(response.headers['content-type'] ?? ''))
    return {
      status: response.statusCode,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : undefined,
      text,
    }
  }
  return {
    call,
    get: (path, headers) => call('GET', path, headers ? { headers } : {}),
    post: (path, body, headers) =>
      call('POST', path, { ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) }),
    patch: (path, body, etag) =>
      call('PATCH', path, { body, headers: { 'if-match': etag, 'content-type': 'application/merge-patch+json' } }),
    close: () => dispatcher.close(),
  }
}
