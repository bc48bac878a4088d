import { describe, expect, it } from '@jest/globals'
import { Problem } from '@wardline/kernel'
import { codeOf, exchangeBody, type Harness, harness } from '../testing/harness.ts'
import { newEnrollmentToken } from '../tokens/enrollment-token.ts'
import { EXCHANGE_POLICIES, networkOf } from './exchange-limits.ts'

const limited = () => harness({ config: { rateLimits: 'own' } })
const exchangeFrom = (h: Harness, clientAddress: string, body: object) =>
  h.anybody('exchangeEnrollment', { body: body as never, clientAddress })

describe('the limits of exchanges', () => {
  it('stop the guessing from one network, and from no other, with 429 and the time until the next try', async () => {
    const h = limited()
    const { quota } = EXCHANGE_POLICIES.network
    const guess = { ...(await exchangeBody('wle_x')) }
    for (let i = 0; i < quota; i++) await codeOf(exchangeFrom(h, `192.0.2.${i % 256}`, guess))
    const refused = await exchangeFrom(h, '192.0.2.1', guess).catch(error => error)
    expect(refused).toBeInstanceOf(Problem)
    expect([refused.code, refused.status]).toEqual(['rate_limited', 429])
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(await codeOf(exchangeFrom(h, '192.0.3.1', guess))).toBe('enrollment_token_invalid')
    h.clock.advance(refused.retryAfter * 1000)
    expect(await codeOf(exchangeFrom(h, '192.0.2.1', guess))).toBe('enrollment_token_invalid')
  })

  it('stop requests for one token before it is looked up', async () => {
    const h = limited()
    const body = await exchangeBody(newEnrollmentToken())
    const codes = new Set<unknown>()
    for (let i = 0; i < EXCHANGE_POLICIES.token.quota; i++) codes.add(await codeOf(h.exchange(body)))
    expect([...codes]).toEqual(['enrollment_token_invalid'])
    h.store.findByUnique = () => Promise.reject(new Error('must not be called'))
    expect(await codeOf(h.exchange(body))).toBe('rate_limited')
  })

  it('limit what one tenant may use, whatever tokens it has', async () => {
    const h = limited()
    const { quota } = EXCHANGE_POLICIES.tenant
    let left = quota
    while (left > 0) {
      const { token } = await h.token()
      const body = await exchangeBody(token, { csr: 'no' })
      for (let i = 0; i < Math.min(60, left); i++) await codeOf(exchangeFrom(h, `198.51.${left % 200}.1`, body))
      left -= 60
    }
    const { token } = await h.token()
    expect(await codeOf(exchangeFrom(h, '203.0.113.1', await exchangeBody(token)))).toBe('rate_limited')
    h.clock.advance(60_000)
    expect(await codeOf(exchangeFrom(h, '203.0.113.1', await exchangeBody(token)))).toBe(201)
  })

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
