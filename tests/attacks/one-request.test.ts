import { beforeAll, describe, expect, it } from '@jest/globals'
import { plainPayload, strangersPayloads } from '../../tools/attacks/payloads.ts'
import { send } from '../../tools/attacks/send.ts'
import { admin, anonymous, eventually, target } from '../acceptance/target.ts'
import { gatewayPid, threadMs } from './http-thread.ts'

/** `npm run bench -- strangers` has the exact figures: below 5 ms. This bound holds on a machine that is busy with others. */
const MOST_MS = 150
/** How often each is sent. The least counts: a collection of garbage or a busy machine costs one of them more, not each. */
const TIMES = 5

const pid = gatewayPid(target.pid)

/** Until the bytes that this address has sent as a stranger are forgotten. */
const admitted = () =>
  eventually(
    () => anonymous.get('/session'),
    a => a.status !== 429,
    60_000,
  )

/** Who sends on after a refusal may find the connection closed instead of the answer. */
const wasAnswered = (status: number): boolean => status !== 0

/** The least that a request of these costs the thread, in CPU milliseconds. */
async function cost(bytes: Buffer) {
  const answers: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TIMES; i++) {
    const before = pid === undefined ? 0 : threadMs(pid)
    answers.push((await send(target.apiUrl, bytes)).status)
    least = Math.min(least, pid === undefined ? 0 : threadMs(pid) - before)
  }
  return { ms: least, answers }
}

describe('one request of a stranger', () => {
  let plain: number
  beforeAll(async () => {
    for (let i = 0; i < 50; i++) await send(target.apiUrl, plainPayload.bytes)
    plain = (await cost(plainPayload.bytes)).ms
  })

  it.each(strangersPayloads().map(({ name, bytes }) => [name, bytes] as const))(
    'cannot keep the thread that serves all others busy: %s',
    async (_, bytes) => {
      expect((await admitted()).status).not.toBe(429)
      const { ms, answers } = await cost(bytes)
      expect(ms).toBeLessThan(Math.max(MOST_MS, 30 * plain))
      for (const status of answers.filter(wasAnswered))
        expect([200, 303, 400, 401, 404, 408, 413, 422, 429, 431]).toContain(status)
    },
  )

  it('is answered even if the client is still sending, and then its connection is closed', async () => {
    await admitted()
    const endless =
      'POST /api/v1/logs/ingest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n'
    const { status, closed, text } = await send(target.apiUrl, endless + '1\r\na\r\n'.repeat(20_000), 20_000)
    expect([status, text.includes('connection: close') || text.includes('Connection: close')]).toEqual([401, true])
    expect(closed || status === 401).toBe(true)
  })

  it('counts with its bytes: who sends many is told to wait, and nobody with an identity is', async () => {
    await admitted()
    const statuses: number[] = []
    const body = `POST /api/v1/logs/ingest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n${'a'.repeat(1_000_000)}`
    for (let i = 0; i < 500 && statuses.at(-1) !== 429; i++) statuses.push((await send(target.apiUrl, body)).status)
    expect(new Set(statuses.filter(wasAnswered))).toEqual(new Set([401, 429]))
    expect((await admin.get('/log-sources')).status).toBe(200)
    const { status, headers } = await anonymous.get('/session')
    if (status === 429) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10)
  })
})
