import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, tenantId } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import fc from 'fast-check'
import { account, bodyOf, codeOf, harness, type Json } from '../testing/harness.ts'
import { hashEnrollmentToken, newEnrollmentToken } from './enrollment-token.ts'

const OTHER = tenantId('ten_other')

describe('an enrolment token', () => {
  it('is recognisable and never the same', () => {
    expect(newEnrollmentToken()).toMatch(/^wle_[a-z2-7]{59}$/)
    expect(newEnrollmentToken()).not.toBe(newEnrollmentToken())
  })

  it('with a typing error is none', () => {
    const token = newEnrollmentToken()
    expect(hashEnrollmentToken(token)).toMatch(/^[0-9a-f]{64}$/)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567_- '), (at, char) => {
        const slipped = token.slice(0, at) + char + token.slice(at + 1)
        expect(hashEnrollmentToken(slipped) === undefined).toBe(slipped !== token)
      }),
    )
  })

  it('is only in the response that creates it', async () => {
    const h = harness()
    const made = await h.operator('createEnrollmentToken', { body: { agent_class: 'endpoint', label: 'lab' } })
    const { token, ...rest } = bodyOf(made)
    expect(made).toMatchObject({ status: 201, version: 1 })
    expect(rest).toMatchObject({
      agent_class: 'endpoint',
      state: 'unused',
      label: 'lab',
      agent_id: null,
      expires_at: new Date(h.clock.now() + 86_400_000).toISOString(),
    })
    const params = { token_id: rest.token_id }
    expect(await h.operator('readEnrollmentToken', { params })).toEqual({ status: 200, body: rest, version: 1 })
    expect(await h.operator('listEnrollmentTokens')).toMatchObject({ body: { items: [rest], next_cursor: null } })
    expect(JSON.stringify(await h.store.list(enrollmentTokens, DEFAULT_TENANT, { limit: 10 }))).not.toContain(token)
  })

  it('shows that it has expired', async () => {
    const h = harness()
    const { token_id } = await h.token('endpoint', { expires_in_seconds: 10 })
    h.clock.advance(10_000)
    expect(bodyOf(await h.operator('readEnrollmentToken', { params: { token_id } })).state).toBe('expired')
  })

  it('is revoked once and for all, and a confirmed one stays confirmed', async () => {
    const h = harness()
    const { token_id } = await h.token()
    const revoke = (id: unknown) => h.operator('revokeEnrollmentToken', { params: { token_id: id } })
    expect(await revoke(token_id)).toMatchObject({ status: 200, body: { state: 'revoked' } })
    expect(await revoke(token_id)).toMatchObject({ status: 200, body: { state: 'revoked' } })
    const { principal } = await h.enrolled()
    await h.heartbeat(principal, { hostname: 'a' })
    const items = bodyOf(await h.operator('listEnrollmentTokens')).items as Json[]
    const confirmed = items.find(t => t.agent_id === principal.id)!
    expect(confirmed.state).toBe('confirmed')
    expect(await revoke(confirmed.token_id)).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  })

  it('of another tenant is like a missing one', async () => {
    const h = harness()
    const { token_id } = await h.token()
    const stranger = h.as(account(['admin'], OTHER))
    for (const operation of ['readEnrollmentToken', 'revokeEnrollmentToken'] as const) {
      expect(await codeOf(stranger(operation, { params: { token_id } }))).toBe('not_found')
      expect(await codeOf(h.operator(operation, { params: { token_id: 'tok_missing' } }))).toBe('not_found')
    }
    expect(await stranger('listEnrollmentTokens')).toMatchObject({ body: { items: [] } })
  })

  it('is listed newest first, page by page', async () => {
    const h = harness()
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      h.clock.advance(1000)
      made.unshift((await h.token()).token_id)
    }
    const read: unknown[] = []
    let cursor: unknown
    do {
      const page = bodyOf(
        await h.operator('listEnrollmentTokens', { query: { limit: 2, ...(cursor ? { cursor } : {}) } }),
      )
      read.push(...(page.items as Json[]).map(t => t.token_id))
      cursor = page.next_cursor
    } while (cursor)
    expect(read).toEqual(made)
  })
})
