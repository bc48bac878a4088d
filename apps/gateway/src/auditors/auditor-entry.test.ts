import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { loadOpenApi } from '@wardline/api'
import { createEgress } from '@wardline/http'
import { NOTHING } from '@wardline/redaction'
import { send } from '../testing/http-client.ts'
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts'

let gateway: TestGateway
let admin: string
let auditor: string
let both: string
beforeAll(async () => {
  const openapi = loadOpenApi(fileURLToPath(new URL('../../../../openapi', import.meta.url)))
  gateway = await startTestGateway({}, createEgress(), openapi)
  admin = await gateway.account(['admin'])
  auditor = await gateway.account(['auditor'])
  both = await gateway.account(['admin', 'auditor'])
})
afterAll(() => gateway.drain())

const api = (path: string, token: string) => send(`${gateway.apiUrl}/api/v1${path}`, { token })

describe("An auditor's question", () => {
  const asked = () => gateway.asked.at(-1)?.query

  it.each([
    '/logs/search?user=ann',
    '/logs/search?ip=203.0.113.9',
    '/logs/search/facets?host=web1',
    '/logs/search/histogram?not=severity:low&not=user:ann',
    '/assets?hostname=web1',
    '/tickets?assignee=ann',
    '/audit-records?resource_id=ann',
  ])('may not be %s, whatever other roles the account has', async path => {
    for (const token of [auditor, both]) {
      const { status, json } = await api(path, token)
      expect([status, json.code]).toEqual([403, 'filter_not_allowed'])
      expect(JSON.stringify(json)).not.toMatch(/ann|web1|203/)
    }
    expect((await api(path, admin)).status).toBe(200)
  })

  it.each([
    ['/alerts?rule_id=ann', { rule_id: NOTHING }],
    ['/alerts?sigma_id=ann&status=open', { sigma_id: NOTHING, status: ['open'] }],
    ['/tickets?alert_id=ann', { alert_id: NOTHING }],
    ['/auditor/evidence?subject_id=ann', { subject_id: NOTHING }],
    ['/assets?agent_id=ann', { agent_id: NOTHING }],
    [
      '/audit-records?actor_id=ann&operation=ann&resource_type=ann',
      {
        actor_id: NOTHING,
        operation: NOTHING,
        resource_type: NOTHING,
      },
    ],
    ['/logs/search?category=ann&category=findings&not=category:ann', { category: [NOTHING, 'findings'], not: [] }],
  ])('%s asks for nothing that could be a name', async (path, query) => {
    expect((await api(path, auditor)).status).toBe(200)
    expect(asked()).toMatchObject(query)
    expect(JSON.stringify(asked())).not.toContain('ann')
  })

  it('goes on as it is otherwise, and so does every question of others', async () => {
    await api('/alerts?severity=high&limit=10', auditor)
    expect(asked()).toMatchObject({ severity: ['high'], limit: 10 })
    await api('/tickets?assignee=ann', admin)
    expect(asked()).toMatchObject({ assignee: 'ann' })
  })
})
