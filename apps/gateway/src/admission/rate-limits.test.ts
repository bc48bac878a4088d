import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { createRateLimits, RATE_POLICIES } from './rate-limits.ts'

const response = () => new ServerResponse(new IncomingMessage(new Socket()))

describe('Rate limits', () => {
  it('never limit a client below 500 reads, or 50 batches of 100 events, a second', () => {
    expect(RATE_POLICIES.read.quota / RATE_POLICIES.read.seconds).toBeGreaterThan(500)
    expect(RATE_POLICIES.write.quota / RATE_POLICIES.write.seconds).toBeGreaterThan(200)
    expect(RATE_POLICIES.exchange.quota).toBeGreaterThanOrEqual(1_000)
  })

  it('count per key, say what is left, and end in 429 rate_limited with Retry-After', async () => {
    const limits = createRateLimits(true)
    for (let i = 1; i <= RATE_POLICIES.exchange.quota; i++) {
      const answer = response()
      await limits.take('exchange', '192.0.2.1', answer)
      expect(answer.getHeader('RateLimit')).toMatch(
        new RegExp(`^"exchange";r=${RATE_POLICIES.exchange.quota - i};t=\\d+$`),
      )
    }
    const refused = response()
    await expect(limits.take('exchange', '192.0.2.1', refused)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: expect.any(Number),
    })
    expect(refused.getHeader('RateLimit')).toMatch(/^"exchange";r=0;t=\d+$/)
    expect(refused.getHeader('RateLimit-Policy')).toBe('"exchange";q=1000;w=60')
    await limits.take('exchange', '192.0.2.2', response())
  })

  it('count the bytes of strangers after they have arrived, and refuse their next requests', async () => {
    const limits = createRateLimits(true)
    const { quota } = RATE_POLICIES.address_bytes
    await limits.noteBytes('192.0.2.1', quota - 1)
    await limits.takeOfStranger('address', '192.0.2.1', response())
    await limits.noteBytes('192.0.2.1', 10_000)
    const refused = response()
    await expect(limits.takeOfStranger('address', '192.0.2.1', refused)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(refused.getHeader('RateLimit')).toMatch(/^"address_bytes";r=0;t=\d+$/)
    await limits.takeOfStranger('exchange', '192.0.2.2', response())
    await limits.take('write', '192.0.2.1', response())
  })

  it('limit nobody when they are switched off, but still set their headers', async () => {
    const limits = createRateLimits(false)
    for (let i = 0; i <= RATE_POLICIES.exchange.quota; i++) await limits.take('exchange', '192.0.2.1', response())
    const answer = response()
    await limits.take('exchange', '192.0.2.1', answer)
    expect(answer.getHeader('RateLimit')).toBe('"exchange";r=1000;t=0')
  })
})
