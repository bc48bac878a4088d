import { describe, expect, it } from '@jest/globals'
import type { ApiOperation, Method } from '@wardline/api'
import fc from 'fast-check'
import { createRouter } from './router.ts'

const operation = (method: Method, path: string): ApiOperation => ({
  operationId: `${method} ${path}`,
  method,
  path,
  parameters: [],
  requestBody: undefined,
  view: undefined,
})
const route = createRouter([
  operation('post', '/logs/ingest'),
  operation('get', '/logs/{event_id}'),
  operation('get', '/agents/{agent_id}'),
  operation('post', '/agents/{agent_id}/certificate/renew'),
  operation('patch', '/agents/{agent_id}'),
])

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

  it('handles any text without throwing', () => {
    fc.assert(fc.property(fc.string(), path => void route('GET', path)))
    fc.assert(fc.property(fc.string(), path => void route('GET', `/agents/${path}`)))
  })
})
