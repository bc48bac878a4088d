import { afterEach, describe, expect, it } from '@jest/globals'
import type { OperationId, View } from '@wardline/api'
import type { OperationRequest, Operations, ServerSentEvent } from '@wardline/http'
import { createKeyring, DEFAULT_TENANT, invalid, type Principal, Problem } from '@wardline/kernel'
import { request as send } from 'undici'
import { createReceiver } from '../dispatch.ts'
import { createInternalSigner, createInternalVerifier, internalKeys } from '../internal-token.ts'
import { createLogger } from '../telemetry/logger.ts'
import { type OperationsServer, startOperationsServer } from './operations-server.ts'
import { createRemoteDispatch, type RemoteDispatch } from './remote-dispatch.ts'

const keys = internalKeys(createKeyring(Buffer.alloc(32, 7)))
const principal: Principal = { type: 'service_account', id: 'sva_x', tenantId: DEFAULT_TENANT, roles: ['admin'] }
const TICKET: View<'Ticket'> = {
  ticket_id: 'tkt_1',
  title: 'Straße',
  description: '',
  status: 'open',
  alert_id: null,
  assignee: null,
  created_by: 'sva_x',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
  version: 3,
}
const asked = (
  operationId: OperationId,
  body: unknown = null,
  signal = new AbortController().signal,
): OperationRequest => ({
  operationId,
  principal,
  params: { id: 'x' },
  query: { limit: 3 },
  body,
  ifMatch: '"3"',
  lastEventId: undefined,
  requestId: 'req_1',
  correlationId: 'cor_1',
  encodingReplaced: false,
  clientAddress: '127.0.0.1',
  signal,
})

const open: { server: OperationsServer | undefined; remote: RemoteDispatch | undefined } = {
  server: undefined,
  remote: undefined,
}
afterEach(async () => {
  await open.remote?.close()
  await open.server?.close(100)
  open.remote = undefined
  open.server = undefined
})

async function behind(operations: Operations): Promise<{ dispatch: RemoteDispatch['dispatch']; url: string }> {
  open.server = await startOperationsServer({
    service: 'alert-projector',
    host: '127.0.0.1',
    port: 0,
    receive: createReceiver({ name: 'alert-projector', operations }, createInternalVerifier(keys.publicKey)),
    log: createLogger('silent'),
  })
  const { url } = open.server
  open.remote = createRemoteDispatch({
    ownerOf: () => 'alert-projector',
    urlOf: () => url,
    signer: createInternalSigner(keys.privateKey),
  })
  return { dispatch: open.remote.dispatch, url }
}

describe('an operation behind a socket', () => {
  it('sees the request and the principal as in process, and returns the same result', async () => {
    const saw: unknown[] = []
    const { dispatch } = await behind({
      readTicket: async r => {
        saw.push(r.principal, r.params, r.query, r.ifMatch, r.body)
        return { status: 200, version: 3, headers: { Location: '/x' }, body: TICKET }
      },
    })
    const result = await dispatch(asked('readTicket', { deep: [1, 'ß'] }))
    expect(saw).toEqual([principal, { id: 'x' }, { limit: 3 }, '"3"', { deep: [1, 'ß'] }])
    expect(result).toEqual({ status: 200, version: 3, headers: { Location: '/x' }, body: TICKET })
  })

  it('throws the same Problem', async () => {
    const { dispatch } = await behind({
      readAlert: async () => {
        throw invalid('/name', 'is too long')
      },
    })
    const error = await dispatch(asked('readAlert')).catch(e => e)
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({
      code: 'validation_failed',
      status: 422,
      errors: [{ pointer: '/name', message: 'is too long' }],
    })
  })

  it('streams events as they come, and ends the stream when the reader disconnects', async () => {
    let ended = false
    const { dispatch } = await behind({
      streamAlerts: async r => ({
        status: 200,
        stream: (async function* (): AsyncGenerator<ServerSentEvent> {
          try {
            for (let i = 1; !r.signal.aborted; i++) {
              yield { event: 'alert', id: String(i), data: { i } }
              await new Promise(resolve => setTimeout(resolve, 5))
            }
          } finally {
            ended = true
          }
        })(),
      }),
    })
    const reader = new AbortController()
    const result = await dispatch(asked('streamAlerts', null, reader.signal))
    const seen: string[] = []
    for await (const event of result.stream!) {
      seen.push(event.id!)
      if (seen.length === 3) break
    }
    reader.abort()
    expect(seen).toEqual(['1', '2', '3'])
    for (let i = 0; i < 200 && !ended; i++) await new Promise(resolve => setTimeout(resolve, 10))
    expect(ended).toBe(true)
  })

  it('is 503 unavailable when its service cannot be reached', async () => {
    const remote = createRemoteDispatch({
      ownerOf: () => 'alert-projector',
      urlOf: () => 'http://127.0.0.1:9',
      signer: createInternalSigner(keys.privateKey),
    })
    await expect(remote.dispatch(asked('readTicket'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await remote.close()
  })
})

describe('the internal listener', () => {
  const call = (url: string, token: string): Promise<number> =>
    send(`${url}/internal/v1/operations/readTicket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    }).then(r => r.statusCode)
  const operations: Operations = { readTicket: async () => ({ status: 200, body: TICKET }) }

  it('accepts only our token for this service and this operation', async () => {
    const { url } = await behind(operations)
    const signer = createInternalSigner(keys.privateKey)
    const foreign = createInternalSigner(internalKeys(createKeyring(Buffer.alloc(32, 8))).privateKey)
    expect(await call(url, await signer.sign({ principal, operationId: 'readTicket' }, 'alert-projector'))).toBe(200)
    expect(await call(url, await signer.sign({ principal, operationId: 'readTicket' }, 'detector'))).toBe(403)
    expect(await call(url, await signer.sign({ principal, operationId: 'other' }, 'alert-projector'))).toBe(403)
    expect(await call(url, await foreign.sign({ principal, operationId: 'readTicket' }, 'alert-projector'))).toBe(403)
    expect(await call(url, '')).toBe(404)
  })
})
