import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, tenantId } from '@wardline/kernel'
import { agents } from '@wardline/registries'
import { account, bodyOf, codeOf, harness, type Json } from '../testing/harness.ts'

describe('revoking an agent', () => {
  it('is done once, with its first reason, and is evidence without that reason', async () => {
    const h = harness({ validateEvents: true })
    const { principal } = await h.enrolled()
    const revoke = (reason: string) =>
      h.operator('revokeAgent', { params: { agent_id: principal.id }, body: { reason } })
    expect(await revoke('Ann lost her laptop')).toMatchObject({
      status: 200,
      body: { agent_id: principal.id, state: 'revoked' },
    })
    expect(await revoke('again')).toMatchObject({ status: 200, body: { state: 'revoked' } })
    expect((await h.store.read(agents, DEFAULT_TENANT, principal.id))?.doc.revoked_reason).toBe('Ann lost her laptop')
    const facts = h.bus.published('internal.evidence.fact').filter(e => e.payload.evidence_type === 'revocation')
    expect(facts.map(e => e.payload.subject)).toEqual([{ type: 'agent', id: principal.id }])
    expect(JSON.stringify(facts)).not.toContain('Ann')
    expect(await codeOf(h.heartbeat(principal, { hostname: 'a' }))).toBe('identity_revoked')
  })

  it('of another tenant is like revoking a missing one', async () => {
    const h = harness()
    const { principal } = await h.enrolled()
    const stranger = h.as(account(['admin'], tenantId('ten_other')))
    const parts = { params: { agent_id: principal.id }, body: { reason: 'x' } }
    expect(await codeOf(stranger('revokeAgent', parts))).toBe('not_found')
    expect(await codeOf(stranger('readAgent', parts))).toBe('not_found')
    expect(await codeOf(h.operator('readAgent', { params: { agent_id: 'agt_missing' } }))).toBe('not_found')
    expect((await h.store.read(agents, DEFAULT_TENANT, principal.id))?.doc.state).toBe('active')
  })
})

describe('reading agents', () => {
  it('filters by state and platform, newest first', async () => {
    const h = harness()
    const old = await h.enrolled({ platform: 'linux' })
    h.clock.advance(181 * 86_400_000)
    const mac = await h.enrolled({ platform: 'darwin' })
    h.clock.advance(1000)
    const revoked = await h.enrolled({ platform: 'darwin' })
    await h.operator('revokeAgent', { params: { agent_id: revoked.principal.id }, body: { reason: 'x' } })
    const ids = async (query: Json) =>
      (bodyOf(await h.operator('listAgents', { query })).items as Json[]).map(a => `${a.agent_id} ${a.state}`)
    const [o, m, r] = [`${old.principal.id} stale`, `${mac.principal.id} active`, `${revoked.principal.id} revoked`]
    expect(await ids({})).toEqual([r, m, o])
    expect(await ids({ state: 'active' })).toEqual([m])
    expect(await ids({ state: 'stale' })).toEqual([o])
    expect(await ids({ state: 'revoked' })).toEqual([r])
    expect(await ids({ state: 'superseded' })).toEqual([])
    expect(await ids({ platform: 'darwin' })).toEqual([r, m])
    expect(await ids({ platform: 'darwin', state: 'active' })).toEqual([m])
  })

  it('shows the last heartbeat, host name and system version', async () => {
    const h = harness()
    const { principal } = await h.enrolled({ platform: 'darwin', os_version: '14.4', hostname: 'before' })
    const read = async () => bodyOf(await h.operator('readAgent', { params: { agent_id: principal.id } }))
    expect(await read()).toMatchObject({ hostname: 'before', os_version: '14.4', last_seen_at: null })
    for (let i = 0; i < 3; i++) {
      h.clock.advance(60_000)
      await h.heartbeat(principal, { hostname: 'after', os_version: '14.5' })
    }
    const last_seen_at = new Date(h.clock.now()).toISOString()
    expect(await read()).toMatchObject({ hostname: 'after', os_version: '14.5', last_seen_at })
    expect(bodyOf(await h.operator('listAgents')).items).toMatchObject([{ last_seen_at }])
  })
})
