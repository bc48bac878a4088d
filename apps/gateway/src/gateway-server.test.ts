import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { send } from './testing/http-client.ts'
import { startTestGateway, type TestGateway } from './testing/test-gateway.ts'

let gateway: TestGateway
let operator: string
let auditor: string
beforeAll(async () => {
  gateway = await startTestGateway()
  operator = await gateway.account(['operator'])
  auditor = await gateway.account(['auditor'])
})
afterAll(() => gateway.drain())
beforeEach(() => {
  gateway.asked.length = 0
  for (const name of Object.keys(gateway.handlers)) delete gateway.handlers[name]
})

describe('smoke', () => {
  it('works', async () => {
    const r = await send(`${gateway.apiUrl}/api/v1/alerts?severity=high&limit=3`, { token: operator })
    console.log(r, gateway.asked, gateway.logged)
    const t = await send(`${gateway.agentUrl}/api/v1/alerts`, { token: auditor, ca: gateway.trustPem })
    console.log(t)
    expect(r.status).toBe(200)
  })
})
