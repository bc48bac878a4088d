import { describe, expect, it } from '@jest/globals'
import { DAY_MS, rfc3339 } from '@wardline/kernel'
import type { AgentDoc } from '@wardline/registries'
import { docOf } from '../testing/test-agents.ts'
import { type AgentEvidence, GRACE_MS, judgeAgent, REMEMBERED_MS, SKEW_MS, SUPERSEDED_MS } from './judge-agent.ts'

const NOW = Date.parse('2026-11-21T09:00:00.000Z')
const certificate = {
  serialNumber: 'a1',
  notBefore: NOW - 10 * DAY_MS,
  notAfter: NOW + 80 * DAY_MS,
  clientAuth: true,
  isAuthority: false,
}
const listed = {
  serial_number: 'a1',
  not_before: rfc3339(certificate.notBefore),
  not_after: rfc3339(certificate.notAfter),
  renew_after: rfc3339(NOW + DAY_MS),
  spki_hash: 's',
  issued_at: rfc3339(certificate.notBefore),
  superseded_at: null,
}
const agent = (change: Partial<AgentDoc> = {}) => docOf('agt_1', [listed], change)
const evidence = (change: Partial<AgentEvidence> = {}): AgentEvidence => ({
  certificate,
  issuedByUs: true,
  namesAgent: true,
  agent: agent(),
  tenant: 'active',
  verifiedAt: undefined,
  now: NOW,
  ...change,
})
const supersededAt = (at: number) => docOf('agt_1', [{ ...listed, superseded_at: rfc3339(at) }])

describe('The judgement of a client certificate', () => {
  it.each<[string, string, Partial<AgentEvidence>]>([
    ['ours, known and current', 'accepted', {}],
    ['not issued by us', 'identity_unknown', { issuedByUs: false }],
    ['of an authority that the store has lost', 'identity_unresolved', { issuedByUs: 'forgotten' }],
    ['not for clients', 'identity_unknown', { certificate: { ...certificate, clientAuth: false } }],
    ['an authority', 'identity_unknown', { certificate: { ...certificate, isAuthority: true } }],
    ['naming no agent of ours', 'identity_unknown', { namesAgent: false }],
    ['foreign, the store down', 'identity_unknown', { issuedByUs: false, agent: 'unreadable' }],
    ['ours, but unknown to the registry', 'identity_unresolved', { agent: undefined }],
    ['ours, of an unknown tenant', 'identity_unresolved', { tenant: 'unknown' }],
    ['ours, not listed', 'identity_unresolved', { certificate: { ...certificate, serialNumber: 'b2' } }],
    ['revoked', 'identity_revoked', { agent: agent({ state: 'revoked' }) }],
    [
      'revoked and of a suspended tenant',
      'identity_revoked',
      { agent: agent({ state: 'revoked' }), tenant: 'suspended' },
    ],
    ['marked stale', 'identity_stale', { agent: agent({ state: 'stale' }) }],
    ['of a machine that has enrolled again', 'identity_stale', { agent: agent({ state: 'superseded' }) }],
    ['removed', 'identity_unknown', { agent: 'removed' }],
    ['superseded for a day', 'accepted', { agent: supersededAt(NOW - SUPERSEDED_MS) }],
    ['superseded for longer', 'identity_stale', { agent: supersededAt(NOW - SUPERSEDED_MS - 1) }],
    ['at its end', 'accepted', { now: certificate.notAfter }],
    ['after its end', 'renewal_only', { now: certificate.notAfter + 1 }],
    ['at the end of the grace', 'renewal_only', { now: certificate.notAfter + GRACE_MS }],
    ['after the grace', 'identity_stale', { now: certificate.notAfter + GRACE_MS + 1 }],
    ['of a clock 5 min ahead', 'accepted', { now: certificate.notBefore - SKEW_MS }],
    ['of a clock further ahead', 'unavailable', { now: certificate.notBefore - SKEW_MS - 1 }],
    ['of a suspended tenant', 'unavailable', { tenant: 'suspended' }],
    ['agents unreadable', 'unavailable', { agent: 'unreadable' }],
    ['tenants unreadable', 'unavailable', { tenant: 'unreadable' }],
    ['authorities unreadable', 'unavailable', { issuedByUs: 'unreadable' }],
    ['unreadable, seen a minute ago', 'remembered', { agent: 'unreadable', verifiedAt: NOW - REMEMBERED_MS }],
    ['unreadable, seen before that', 'unavailable', { agent: 'unreadable', verifiedAt: NOW - REMEMBERED_MS - 1 }],
    ['known again, seen a minute ago', 'identity_revoked', { agent: agent({ state: 'revoked' }), verifiedAt: NOW }],
  ])('%s: %s', (_, kind, change) => {
    expect(judgeAgent(evidence(change)).kind).toBe(kind)
  })

  it('never stops an agent for good while the store cannot be read', () => {
    for (const unreadable of [
      { agent: 'unreadable' },
      { tenant: 'unreadable' },
      { issuedByUs: 'unreadable' },
    ] as const) {
      for (const verifiedAt of [undefined, NOW, 0]) {
        for (const now of [0, NOW, NOW + 1_000 * DAY_MS]) {
          expect(['remembered', 'unavailable']).toContain(judgeAgent(evidence({ ...unreadable, verifiedAt, now })).kind)
        }
      }
    }
  })

  it('says that a renewal is due from renew_after on', () => {
    const due = (now: number) => (judgeAgent(evidence({ now })) as { renewalDue: boolean }).renewalDue
    expect([due(NOW), due(NOW + DAY_MS), due(certificate.notAfter + 1)]).toEqual([false, true, true])
  })
})
