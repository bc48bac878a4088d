import { describe, expect, it } from '@jest/globals'
import { isTrustDomain, parseSpiffeId, spiffeId } from './spiffe.ts'

const identity = { trustDomain: 'wardline.local', tenantId: 'ten_default', agentId: 'agt_one' }

describe('an agent SPIFFE ID', () => {
  it('contains trust domain, tenant and agent, and can be parsed again', () => {
    expect(spiffeId(identity)).toBe('spiffe://wardline.local/tenant/ten_default/agent/agt_one')
    expect(parseSpiffeId(spiffeId(identity))).toEqual(identity)
  })

  it('has one spelling: everything else names nobody', () => {
    const good = spiffeId(identity)
    for (const bad of [
      '',
      `${good}/`,
      ` ${good}`,
      good.toUpperCase(),
      good.replace('spiffe', 'https'),
      good.replace('/agent/', '/server/'),
      good.replace('agt_one', '../agt_one'),
      good.replace('ten_default', 'ten_de%66ault'),
      `${good}?x`,
      `${good}\nspiffe://`,
      good.replace('wardline.local', 'user@wardline.local'),
    ])
      expect(parseSpiffeId(bad)).toBeUndefined()
  })

  it('is not built from parts that could not be parsed again', () => {
    expect(() => spiffeId({ ...identity, agentId: 'agt_one/agent/agt_two' })).toThrow()
    expect(isTrustDomain('Wardline:443')).toBe(false)
  })
})
