import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, tenantId } from '@wardline/kernel'
import { agents, agentTombstones, enrollmentTokens } from '@wardline/registries'
import { account, codeOf, harness, type Json, nonce } from '../testing/harness.ts'

const OTHER = tenantId('ten_other')

describe('removing an agent', () => {
  it('leaves only a tombstone', async () => {
    const h = harness()
    const { principal, request } = await h.enrolled({ hostname: 'anns-laptop' })
    const remove = () => h.operator('deleteAgent', { params: { agent_id: principal.id } })
    expect(await codeOf(remove())).toBe('state_conflict')
    await h.operator('revokeAgent', { params: { agent_id: principal.id }, body: { reason: 'lost' } })
    expect(await codeOf(remove())).toBe(204)
    expect(await codeOf(remove())).toBe('not_found')
    expect(await h.store.read(agents, DEFAULT_TENANT, principal.id)).toBeUndefined()
    const tombstone = await h.store.read(agentTombstones, DEFAULT_TENANT, principal.id)
    expect(Object.keys(tombstone?.doc ?? {})).toEqual(['id', 'removed_at'])
    expect(await codeOf(h.exchange({ ...request, nonce: nonce() }))).toBe('enrollment_token_invalid')
  })

  it('accepts a stale one, but none of another tenant', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    h.clock.advance(181 * 86_400_000)
    const call = { params: { agent_id: principal.id } as Json }
    expect(await codeOf(h.as(account(['operator'], OTHER))('deleteAgent', call))).toBe('not_found')
    expect(await codeOf(h.operator('deleteAgent', call))).toBe(204)
  })
})

describe('an agent between the claim of its token and its certificate', () => {
  it('is pending', async () => {
    const h = harness()
    const { identity, principal } = await h.enrolled()
    const { token_id } = (await h.store.read(agents, DEFAULT_TENANT, principal.id))!.doc
    const stateOf = async () =>
      ((await h.operator('readAgent', { params: { agent_id: identity.agent_id } })).body as Json).state
    expect(await stateOf()).toBe('active')
    const stored = (await h.store.read(enrollmentTokens, DEFAULT_TENANT, token_id))!
    const claimed = { ...stored.doc, state: 'claimed' as const, certificate_pem: null }
    await h.store.write(enrollmentTokens, DEFAULT_TENANT, claimed, { expect: stored.version })
    expect(await stateOf()).toBe('pending')
  })
})
