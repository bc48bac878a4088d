import { type IncomingMessage, request } from 'node:http'
import { afterAll, describe, expect, it } from '@jest/globals'
import { type AdminServer, startAdminServer } from './admin-server.ts'

let server: AdminServer | undefined
afterAll(() => server?.close())

async function answerFor(headers: Record<string, string>): Promise<IncomingMessage> {
  server ??= await startAdminServer({
    host: '127.0.0.1',
    port: 0,
    build: { version: '1.2.3', commit: 'abc1234' },
    state: { live: async () => true, notReady: async () => undefined, metricsText: async () => 'wardline_up 1\n' },
  })
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/metrics', headers }, response => {
      response.resume()
      resolve(response)
    })
      .on('error', reject)
      .end()
  })
}

const statusFor = async (headers: Record<string, string>): Promise<number | undefined> =>
  (await answerFor(headers)).statusCode

describe('the admin listener', () => {
  it('names its release, so that gateways know when they may be replaced', async () => {
    const { headers } = await answerFor({ Host: '127.0.0.1' })
    expect(headers['wardline-version']).toBe('1.2.3')
  })

  it.each([
    '127.0.0.1:9090',
    '10.1.2.3:9090',
    '[::1]:9090',
    'localhost',
    'gateway:9090',
    'gateway.wardline.svc.cluster.local',
  ])('answers a request for host %s', async host => expect(await statusFor({ Host: host })).toBe(200))

  it.each(['rebound.example:9090', 'rebound.example.', 'a b', '127.0.0.1.rebound.example'])(
    'refuses what the page of a stranger may have sent: Host %s',
    async host => expect(await statusFor({ Host: host })).toBe(421),
  )

  it('refuses a page that states its origin', async () => {
    expect(await statusFor({ Host: '127.0.0.1', Origin: 'https://page.example' })).toBe(421)
  })
})
