import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import type { AnyEnvelope } from './envelope.ts'
import { causedEnvelope, derivedEnvelopeId, originEnvelope } from './envelope.ts'
import type { Payloads } from './generated/payloads.ts'
import { KINDS, PUBLIC_KINDS, topicOf } from './kinds.ts'
import { partitionKey } from './partition-key.ts'
import { loadSchema } from './validation.ts'

const idKey = new Uint8Array(32).fill(1)
const payload = (loadSchema('alert.created') as { examples: { payload: Payloads['alert.created'] }[] }).examples[0]
  ?.payload as Payloads['alert.created']
const parts = {
  kind: 'alert.created',
  producer: 'alert-projector',
  subject: { type: 'alert', id: 'alr_demo' },
  payload,
  now: 1_700_000_000_000,
} as const

describe('an event at the start of a flow', () => {
  const origin = originEnvelope({ ...parts, tenantId: DEFAULT_TENANT, correlationId: 'cor_1' })
  it('sets the correlation id, and has no cause', () => {
    expect(origin).toMatchObject({
      correlation_id: 'cor_1',
      causation_id: null,
      schema_version: 'v1',
      tenant_id: DEFAULT_TENANT,
    })
    expect(origin.id).toMatch(/^env_[a-z2-7]{26}$/)
    expect(origin.occurred_at).toBe('2023-11-14T22:13:20.000Z')
  })
  it('says when it happened, if that is not now', () => {
    const later = originEnvelope({
      ...parts,
      tenantId: DEFAULT_TENANT,
      correlationId: 'c',
      occurredAt: '2020-01-01T00:00:00.000Z',
    })
    expect(later).toMatchObject({ occurred_at: '2020-01-01T00:00:00.000Z', emitted_at: '2023-11-14T22:13:20.000Z' })
  })
})

describe('an event caused by another one', () => {
  const cause = { id: 'env_cause', tenant_id: DEFAULT_TENANT, correlation_id: 'cor_flow' }
  const caused = causedEnvelope(cause, idKey, parts)

  it('keeps tenant and correlation id, and names its cause', () => {
    expect(caused).toMatchObject({ tenant_id: DEFAULT_TENANT, correlation_id: 'cor_flow', causation_id: 'env_cause' })
  })

  it('has the same id however often it is created: a redelivered cause has one effect', () => {
    expect(causedEnvelope(cause, idKey, { ...parts, now: 1 }).id).toBe(caused.id)
    expect(caused.id).toBe(derivedEnvelopeId(idKey, 'env_cause', 'alert.created', ''))
  })

  it('has another id for another cause, kind, discriminator or tenant key', () => {
    const ids = [
      caused.id,
      causedEnvelope({ ...cause, id: 'env_other' }, idKey, parts).id,
      causedEnvelope(cause, idKey, { ...parts, discriminator: '2' }).id,
      causedEnvelope(cause, new Uint8Array(32).fill(2), parts).id,
      derivedEnvelopeId(idKey, 'env_cause', 'security.alert.created', ''),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('kinds', () => {
  it('are the seven of the contract, and internal ones', () => {
    expect(PUBLIC_KINDS).toHaveLength(7)
    expect(KINDS.filter(kind => !kind.startsWith('internal.'))).toEqual([...PUBLIC_KINDS])
    expect(topicOf('log.event.received')).toBe('log.event.received.v1')
  })

  it.each(KINDS)('%s is keyed by its tenant, and never by anything that mixes tenants', kind => {
    const example = (loadSchema(kind) as unknown as { examples: AnyEnvelope[] }).examples[0] as AnyEnvelope
    expect(partitionKey(example).split('|')[0]).toBe(example.tenant_id)
    const other = { ...example, tenant_id: 'ten_other' } as AnyEnvelope
    expect(partitionKey(other)).not.toBe(partitionKey(example))
  })
})
