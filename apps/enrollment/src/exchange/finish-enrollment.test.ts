import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, PLATFORM_TENANT } from '@wardline/kernel'
import { agents, enrollmentTokens, tenants } from '@wardline/registries'
import { bodyOf, codeOf, dyingAt, exchangeBody, harness, nonce } from '../testing/harness.ts'

const MAC = { platform: 'darwin', os_version: '14.5', agent_version: '1.2.0', hostname: 'studio-mac' }
/** Writes before the exchange: root, issuing authority and the token. */
const SETUP = 3

async function interrupted(write: number, moment: 'before' | 'after') {
  const h = harness({ validateEvents: true, wrap: dyingAt({ write: SETUP + write, moment }) })
  await h.service.start?.()
  const { token, token_id } = await h.token()
  const request = await exchangeBody(token, MAC)
  await expect(h.exchange(request)).rejects.toThrow('the store is gone')
  return { ...h, token_id, request }
}

const steps = [1, 2, 3].flatMap(write => (['before', 'after'] as const).map(moment => [write, moment] as const))

describe('an exchange that a crash cut short', () => {
  it.each(steps)(
    'at write %i, %s it is done, is finished by a retry with one identity and its events once',
    async (write, moment) => {
      const h = await interrupted(write, moment)
      const claimed = (await h.store.read(enrollmentTokens, DEFAULT_TENANT, h.token_id))?.doc.claim
      const identity = bodyOf(await h.exchange({ ...h.request, nonce: nonce() }))
      if (claimed) expect(identity).toMatchObject({ agent_id: claimed.agent_id, serial_number: claimed.serial_number })
      expect(bodyOf(await h.exchange({ ...h.request, nonce: nonce() }))).toEqual(identity)
      expect(await h.store.list(agents, DEFAULT_TENANT, { limit: 10 })).toHaveLength(1)
      expect(h.bus.published('agent.macos.enrolled').map(e => e.payload.agent_id)).toEqual([identity.agent_id])
      expect(h.bus.published('internal.evidence.fact').map(e => e.payload.evidence_type)).toEqual(['enrollment'])
    },
  )

  it.each(steps)(
    'at write %i, %s it is done, is finished by the sweeper once the request is certainly over',
    async (write, moment) => {
      const h = await interrupted(write, moment)
      const tenant = {
        id: DEFAULT_TENANT,
        name: 'd',
        state: 'active',
        created_at: '',
        auto_tickets: true,
        first_account_at: null,
      } as const
      await h.store.write(tenants, PLATFORM_TENANT, tenant, { expect: 'absent' })
      const sweep = async (): Promise<string | undefined> => {
        for (const job of h.service.jobs) await job.run({ signal: new AbortController().signal })
        return (await h.store.read(enrollmentTokens, DEFAULT_TENANT, h.token_id))?.doc.state
      }
      const left = await sweep()
      h.clock.advance(31_000)
      const swept = await sweep()
      if (write === 1 && moment === 'before') {
        expect([left, swept]).toEqual(['unused', 'unused'])
        return
      }
      expect(left).toBe(write === 3 && moment === 'after' ? 'issued' : 'claimed')
      expect(swept).toBe('issued')
      expect(h.bus.published('agent.macos.enrolled')).toHaveLength(1)
      expect(await codeOf(h.exchange({ ...h.request, nonce: nonce() }))).toBe(201)
    },
  )

  it('is not finished once its token is revoked', async () => {
    const h = await interrupted(2, 'before')
    await h.operator('revokeEnrollmentToken', { params: { token_id: h.token_id } })
    expect(await codeOf(h.exchange({ ...h.request, nonce: nonce() }))).toBe('enrollment_token_invalid')
    expect(h.bus.published()).toEqual([])
  })
})

describe('the events of an enrolment', () => {
  it('report a Mac, with its platform and nothing personal', async () => {
    const h = harness({ validateEvents: true })
    const { identity } = await h.enrolled({ ...MAC, fingerprint: { serial_number: 'C02XSECRET' } })
    const [enrolled] = h.bus.published('agent.macos.enrolled')
    expect(enrolled).toMatchObject({
      tenant_id: DEFAULT_TENANT,
      subject: { type: 'agent', id: identity.agent_id },
      causation_id: null,
      payload: {
        agent_id: identity.agent_id,
        asset_id: null,
        agent_class: 'endpoint',
        platform: 'darwin',
        os_version: '14.5',
        agent_version: '1.2.0',
        serial_number: identity.serial_number,
        not_after: identity.not_after,
      },
    })
    const all = JSON.stringify(h.bus.published())
    for (const secret of ['studio-mac', 'C02XSECRET', 'CERTIFICATE']) expect(all).not.toContain(secret)
  })

  it('are only the evidence for other platforms', async () => {
    const h = harness({ validateEvents: true })
    await h.enrolled({ platform: 'windows' })
    expect(h.bus.published().map(e => e.kind)).toEqual(['internal.evidence.fact'])
  })
})
