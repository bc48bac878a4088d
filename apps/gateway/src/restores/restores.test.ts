import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type RestoreDoc, restores } from '@wardline/registries'
import { as, codeOf, memoryPorts, operationCaller } from '@wardline/service-kit/testing'
import { gatewayService } from '../testing/gateway-service.ts'
import { type Call, send } from '../testing/http-client.ts'
import { createTestAgents } from '../testing/test-agents.ts'
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts'

const restore = (id: string, settledAt: string): RestoreDoc => ({
  id,
  state: 'waiting',
  backup_taken_at: '2026-11-20T00:00:00.000Z',
  settled_at: settledAt,
  ...{ confirmed_at: null, confirmed_by: null, journal: { files: 1, replayed: 2, refused: 0 } },
  tokens_voided: 3,
  sessions_ended: 4,
})
const put = (registry: Registry, doc: RestoreDoc) =>
  registry.write(restores, PLATFORM_TENANT, doc, { expect: 'absent' })

describe('a restore', () => {
  it('is read and confirmed by a platform_admin, once', async () => {
    const { ports, memory, clock } = memoryPorts('gateway')
    await put(memory, restore('res_a', '2026-11-21T00:00:00.000Z'))
    await put(memory, restore('res_b', '2026-11-21T01:00:00.000Z'))
    const service = gatewayService(ports)
    const ask = operationCaller(() => service)
    const principal = as('platform_admin')
    const confirm = (restore_id: string) => ask('confirmRestore', { principal, params: { restore_id } })
    const first = (await confirm('res_b')).body
    expect(first).toMatchObject({ restore_id: 'res_b', state: 'confirmed', confirmed_by: 'sva_platform_admin' })
    clock.advance(1000)
    expect((await confirm('res_b')).body).toEqual(first)
    expect(await codeOf(confirm('res_c'))).toBe('not_found')
    const { items } = (await ask('listRestores', { principal })).body as { items: unknown[] }
    expect(items).toMatchObject([first, { restore_id: 'res_a', state: 'waiting', journal_files: 1, tokens_voided: 3 }])
  })
})

describe('agents after an unconfirmed restore', () => {
  let gateway: TestGateway
  let enrolled: Awaited<ReturnType<typeof createTestAgents>>
  beforeAll(async () => {
    gateway = await startTestGateway()
    enrolled = await createTestAgents(gateway)
  })
  afterAll(() => gateway.drain())

  it('are told to try again, whatever the registry says about them, and nobody else is', async () => {
    const good = await enrolled.issue()
    const revoked = await enrolled.issue({ doc: { state: 'revoked' } })
    const stranger = await enrolled.issue({ trustDomain: 'wardline.other' })
    const path = (id: string): string => `/api/v1/agents/${id}/telemetry/heartbeat`
    const ask = async (url: string, call: Call): Promise<string> => {
      const { status, json, headers } = await send(url, { ...call, ca: gateway.trustPem })
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      return `${status} ${json?.code ?? ''}`.trim()
    }
    const everybody = async (): Promise<string[]> => {
      const beats = [good, revoked, stranger].map(({ id, cert, key }) =>
        ask(`${gateway.agentUrl}${path(id)}`, { method: 'POST', body: { hostname: 'h' }, cert, key }),
      )
      const bare = ask(`${gateway.agentUrl}${path(good.id)}`, { method: 'POST', body: { hostname: 'h' } })
      return Promise.all([...beats, bare])
    }
    const served = ['200', '403 identity_revoked', '401 identity_unknown', '401 certificate_required']
    expect(await everybody()).toEqual(served)

    const doc = restore('res_a', '2026-11-21T00:00:00.000Z')
    await put(gateway.registry, doc)
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect(await everybody()).toEqual(Array(4).fill('503 unavailable'))
    expect([...gateway.active]).toEqual(['restore_waits'])
    const exchange = { method: 'POST', body: { enrollment_token: 'x', nonce: 'x', csr: 'x', agent_class: 'endpoint' } }
    expect(await ask(`${gateway.agentUrl}/api/v1/agent-enrollment/exchange`, exchange)).toBe('503 unavailable')
    const token = await gateway.account(['operator'])
    expect(await ask(`${gateway.apiUrl}/api/v1/alerts`, { token })).toBe('200')

    await gateway.registry.write(restores, PLATFORM_TENANT, { ...doc, state: 'confirmed' }, { expect: 1 })
    await new Promise(resolve => setTimeout(resolve, 2_100))
    expect(await everybody()).toEqual(served)
    expect([...gateway.active]).toEqual([])
  })
})
