import { type IncomingHttpHeaders, type Agent as PlainAgent, request as plainRequest } from 'node:http'
import { type Agent, type RequestOptions, request as tlsRequest } from 'node:https'

export interface Call extends RequestOptions {
  readonly body?: string | Buffer | object
  readonly token?: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly json: any
}

/** Sends one request as an external client would, over either listener. */
export function send(url: string, call: Call = {}): Promise<Reply> {
  const { body, token, agent, ...options } = call
  const plain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const bytes = plain ? body : JSON.stringify(body)
  const headers = {
    ...(bytes === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(options.headers as Record<string, string> | undefined),
  }
  return new Promise((resolve, reject) => {
    const all = { ...options, headers }
    const request = url.startsWith('https:')
      ? tlsRequest(url, { ...all, agent: (agent as Agent | undefined) ?? false })
      : plainRequest(url, { ...all, agent: (agent as PlainAgent | undefined) ?? false })
    request.once('error', reject)
    request.once('response', response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== ''
        const json = isJson ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      })
    })
    request.end(bytes)
  })
}
