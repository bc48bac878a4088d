import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import type { ApiOperation, Method } from '@wardline/api'
import fc from 'fast-check'
import { operationsRouter, type RouteMatch } from './router.ts'

const operation = (method: Method, path: string): ApiOperation => ({
  operationId: `${method} ${path}`,
  method,
  path,
  parameters: [],
  requestBody: undefined,
  view: undefined,
})
const operations = [
  operation('post', '/logs/ingest'),
  operation('get', '/logs/{event_id}'),
  operation('get', '/agents/{agent_id}'),
  operation('post', '/agents/{agent_id}/certificate/renew'),
  operation('patch', '/agents/{agent_id}'),
]

let matched: RouteMatch | undefined
const router = operationsRouter(operations, (_request, _response, match) => {
  matched = match
})

/** What the router makes of a request line. Everything of ours is matched synchronously. */
function route(method: string, url: string): RouteMatch | undefined {
  matched = undefined
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url })
  router(request as never, new ServerResponse(request) as never, error => {
    throw error ?? new Error('nobody took the request')
  })
  return matched
}

describe('Routing', () => {
  it('returns the operation and its decoded parameters', () => {
    expect(route('POST', '/agents/a%40b/certificate/renew')).toMatchObject({
      kind: 'operation',
      operation: { operationId: 'post /agents/{agent_id}/certificate/renew' },
      params: { agent_id: 'a@b' },
    })
  })

  it('prefers a literal segment: GET /logs/ingest is another method, not an event', () => {
    expect(route('GET', '/logs/ingest')).toEqual({ kind: 'other_method', allow: ['POST'] })
    expect(route('GET', '/logs/evt_1')).toMatchObject({ kind: 'operation' })
  })

  it('treats HEAD as GET and names all methods of a path', () => {
    expect(route('HEAD', '/agents/x')).toMatchObject({ operation: { method: 'get' } })
    expect(route('TRACE', '/agents/x')).toEqual({ kind: 'other_method', allow: ['GET', 'HEAD', 'PATCH'] })
  })

  it.each([
    '',
    '/',
    '/agents',
    '/agents/',
    '/agents/x/',
    '/agents//certificate/renew',
    '/agents/%',
    '/Agents/x',
    '//agents/x',
  ])('does not know the path %j', path => {
    expect(route('GET', path)).toEqual({ kind: 'unknown' })
  })

  it('takes the absolute form of a target, and letters that are percent-encoded without need', () => {
    expect(route('GET', 'https://wardline.example/agents/x?q=1')).toMatchObject({ params: { agent_id: 'x' } })
    expect(route('GET', '/%61gents/a%2Fb?q=%61')).toMatchObject({ params: { agent_id: 'a/b' } })
    for (const target of ['*', 'wardline.example:443', 'mailto:x'])
      expect(route('GET', target)).toEqual({ kind: 'unknown' })
  })

  it('hands on any text, without a throw', () => {
    const kinds = ['operation', 'other_method', 'unknown']
    fc.assert(fc.property(fc.string(), path => kinds.includes(route('GET', path)?.kind ?? '')))
    fc.assert(fc.property(fc.string(), path => kinds.includes(route('GET', `/agents/${path}`)?.kind ?? '')))
  })
})
