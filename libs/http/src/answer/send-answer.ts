import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Problem } from '@wardline/kernel'
import { isIncomplete } from '../body/rest-of-body.ts'

/** On every answer of the API: an answer is valid only for one caller at one moment. */
export const CACHE_CONTROL = 'private, no-store'

/** Sends a body as JSON, or nothing. HEAD gets the headers of the GET. Does nothing if the caller is gone. */
export function sendJson(
  response: ServerResponse,
  answer: { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  if (response.headersSent || response.destroyed) return
  const text = answer.body === undefined ? undefined : JSON.stringify(answer.body)
  send(response, answer.status, 'application/json; charset=utf-8', text, answer.headers)
}

/** Sends a problem (RFC 9457), with `Retry-After` if it has one. */
export function sendProblem(response: ServerResponse, problem: Problem, requestId: string): void {
  if (response.headersSent || response.destroyed) return
  send(response, problem.status, 'application/problem+json', JSON.stringify(problem.body(requestId)), {
    ...problem.headers,
    ...(problem.retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(problem.retryAfter))) }),
  })
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): void {
  const request: IncomingMessage = response.req
  response.statusCode = status
  response.setHeader('Cache-Control', CACHE_CONTROL)
  if (isIncomplete(request)) response.setHeader('Connection', 'close')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (text !== undefined) {
    response.setHeader('Content-Type', type)
    response.setHeader('Content-Length', Buffer.byteLength(text))
  }
  response.end(request.method === 'HEAD' ? undefined : text)
}
