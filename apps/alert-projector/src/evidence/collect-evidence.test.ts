import { describe, expect, it } from '@jest/globals'
import { createRedactor } from '@wardline/redaction'
import { rejections } from '@wardline/registries'
import { enrolled, enrolledPublicly, fact, listed, single, synced } from '../testing/evidence-events.ts'
import { createKit, detection, OTHER_TENANT, TENANT } from '../testing/kit.ts'
import { type EvidenceRecord, verifyEvidence } from './verify-evidence.ts'

describe('Evidence', () => {
  it('is created from alerts, syncs, enrolments and facts, each about its subject', async () => {
    const kit = createKit()
    await kit.project(detection('x', { severity: 'high' }))
    await kit.collect(...kit.bus.published('alert.created'), synced, enrolled, fact('f', { version: 2 }))
    const records = await listed(kit)
    expect(records.map(r => [r.evidence_type, r.subject.type, r.subject.id])).toEqual([
      ['alert', 'alert', 'alr_x'],
      ['mdm_sync', 'mdm_sync_run', 'mdr_1'],
      ['enrollment', 'agent', 'agt_1'],
      ['rule_change', 'rule', 'rul_f'],
    ])
    expect(records.map(r => r.summary)).toEqual([
      'A detection rule raised an alert of high severity over 5 events.',
      'A device-management sync ended with state succeeded after 1 device.',
      'An agent was enrolled and given a client certificate.',
      'A rule was changed.',
    ])
    for (const r of records) expect(r).toMatchObject({ controls: [expect.any(String), ...r.controls.slice(1)] })
    expect(await single(kit, records[3]!.evidence_id)).toEqual({
      ...records[3],
      details: { occurred_at: '2026-11-21T09:29:00.000Z', correlation_id: 'cor_1', version: 2 },
    })
  })

  it('contains no text from an event, an agent or an operator', async () => {
    const kit = createKit()
    await kit.project(detection('x'))
    await kit.collect(...kit.bus.published('alert.created'), enrolledPublicly, enrolled)
    const records = await Promise.all((await listed(kit)).map(r => single(kit, r.evidence_id)))
    expect(JSON.stringify(records)).not.toMatch(/ann@|ann's|203\.0\.113|failed logins/i)
  })

  it('is created once, even after redeliveries in any order', async () => {
    const kit = createKit()
    await kit.collect(fact('a'), fact('b'), fact('a'))
    await kit.collect(fact('c'), fact('b'), fact('a'))
    expect((await listed(kit)).map(r => r.subject.id)).toEqual(['rul_a', 'rul_b', 'rul_c'])
  })

  it('of an enrolment is created once, from the fact with its receipt, although two events report it', async () => {
    const kit = createKit()
    await kit.collect(enrolledPublicly)
    await kit.collect(enrolled, { ...enrolled, id: 'env_again' })
    expect((await listed(kit)).map(r => r.summary)).toEqual(['An agent was enrolled and given a client certificate.'])
  })

  it('is filtered by type, subject and time, newest first', async () => {
    const kit = createKit()
    await kit.collect(fact('a'))
    kit.clock.advance(60_000)
    await kit.collect(synced, fact('b'))
    const found = async (query: Record<string, unknown>) => (await listed(kit, query)).map(r => r.subject.id)
    expect(await found({ evidence_type: ['mdm_sync'] })).toEqual(['mdr_1'])
    expect(await found({ subject_id: 'rul_b' })).toEqual(['rul_b'])
    expect(await found({ from: '2026-11-21T09:30:30Z' })).toEqual(['mdr_1', 'rul_b'])
    expect(await found({ to: '2026-11-21T09:31:00Z' })).toEqual(['rul_a'])
    expect(await found({ order: 'desc' })).toEqual(['rul_b', 'mdr_1', 'rul_a'])
  })

  it('never contains anything that the policy would change', async () => {
    const kit = createKit()
    await kit.collect(
      fact('f', {
        count: 3,
        who: 'ann@corp.example',
        from: ['10.1.2.3'],
        nested: { mail: 'bob@corp.example' },
        state: 'on',
      }),
    )
    const [record] = await listed(kit)
    expect((await single(kit, record!.evidence_id)).details).toEqual({
      occurred_at: '2026-11-21T09:29:00.000Z',
      correlation_id: 'cor_1',
      count: 3,
      state: 'on',
      withheld: 3,
    })
  })

  it('is the same record for an auditor, including its digests', async () => {
    const kit = createKit()
    const redactor = createRedactor({ tenantId: TENANT, key: kit.keyring.key(TENANT, 'pseudonyms'), epoch: 1 })
    await kit.project(detection('x', { severity: 'high' }))
    await kit.collect(...kit.bus.published('alert.created'), synced, enrolled, fact('f', { who: 'ann@corp.example' }))
    const seen = (record: unknown) => redactor.redact('evidence', record) as EvidenceRecord
    const records = await Promise.all((await listed(kit)).map(r => single(kit, r.evidence_id)))
    expect(records.map(seen)).toEqual(records)
    expect(verifyEvidence(records.map(seen), null)).toEqual([])
  })

  it('is not found by another tenant', async () => {
    const kit = createKit()
    await kit.collect(fact('a'))
    const [record] = await listed(kit)
    expect(await listed(kit, {}, { tenant: OTHER_TENANT })).toEqual([])
    const request = { params: { evidence_id: record!.evidence_id }, tenant: OTHER_TENANT }
    await expect(kit.call('readEvidence', request)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is rejected if a fact is too large, too deep or has no canonical form, while other facts continue', async () => {
    const kit = createKit()
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) as Record<string, unknown>
    const outcomes = await kit.collect(
      fact('large', { x: 'x'.repeat(9_000) }),
      fact('good'),
      fact('deep', deep),
      fact('lone', { x: '\ud800' }),
    )
    expect(outcomes).toEqual([
      { reject: 'evidence_too_large' },
      'ok',
      { reject: 'evidence_too_deep' },
      { reject: 'evidence_not_canonical' },
    ])
    expect(await listed(kit)).toHaveLength(1)
    expect(await kit.memory.count(rejections['alert-projector'], TENANT, {}, 10)).toBe(3)
  })
})
