import { describe, expect, it } from '@jest/globals'
import { type AnyEnvelope, originEnvelope } from '@wardline/events'
import { evidence, evidenceChains, rejections } from '@wardline/registries'
import { createCrashingRegistry } from './testing/crashing-registry.ts'
import {
  type CallOptions,
  createKit,
  deliver,
  detection,
  detections,
  group,
  OTHER_TENANT,
  TENANT,
} from './testing/kit.ts'
import { type EvidenceRecord, verifyEvidence } from './verify-evidence.ts'

type Kit = ReturnType<typeof createKit>

const now = Date.parse('2026-11-21T09:29:00.000Z')
const origin = { tenantId: TENANT, producer: 'test', correlationId: 'cor_1', now }

const fact = (id: string, details: Record<string, unknown> = {}): AnyEnvelope =>
  originEnvelope({
    ...origin,
    id: `env_${id}`,
    kind: 'internal.evidence.fact',
    subject: { type: 'evidence_fact', id },
    payload: {
      evidence_type: 'rule_change',
      subject: { type: 'rule', id: `rul_${id}` },
      summary: 'A rule was changed.',
      controls: ['soc2:CC8.1'],
      details,
    },
  }) as AnyEnvelope

const enrolled = originEnvelope({
  ...origin,
  id: 'env_enrolled',
  kind: 'agent.macos.enrolled',
  subject: { type: 'agent', id: 'agt_1' },
  payload: {
    agent_id: 'agt_1',
    asset_id: null,
    agent_class: 'endpoint',
    platform: 'darwin',
    os_version: "14.5 ann's mac",
    agent_version: null,
    serial_number: '5f3a',
    not_after: '2027-02-19T09:30:00.000Z',
    enrolled_at: '2026-11-21T09:30:00.000Z',
  },
}) as AnyEnvelope

const synced = originEnvelope({
  ...origin,
  id: 'env_synced',
  kind: 'integration.mdm.sync_completed',
  subject: { type: 'mdm_sync_run', id: 'mdr_1' },
  payload: {
    connection_id: 'mdc_1',
    sync_run_id: 'mdr_1',
    provider: 'jamf_pro',
    state: 'succeeded',
    error_code: null,
    counts: { seen: 1, created: 1, changed: 0, unchanged: 0, missing: 0 },
    started_at: '2026-11-21T09:29:00.000Z',
    finished_at: '2026-11-21T09:30:00.000Z',
  },
}) as AnyEnvelope

async function listed(kit: Kit, query: Record<string, unknown> = {}, o: CallOptions = {}): Promise<EvidenceRecord[]> {
  const { body } = await kit.call('listEvidence', { ...o, query: { order: 'asc', limit: 200, ...query } })
  return (body as { items: EvidenceRecord[] }).items
}
const single = async (kit: Kit, evidence_id: string): Promise<EvidenceRecord> =>
  (await kit.call('readEvidence', { params: { evidence_id } })).body as EvidenceRecord

describe('Evidence', () => {
  it('is made of alerts, syncs, enrolments and facts, each about its subject', async () => {
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
      'A device-management sync ended succeeded after 1 device.',
      'A macOS endpoint agent completed its enrolment.',
      'A rule was changed.',
    ])
    for (const r of records) expect(r).toMatchObject({ controls: [expect.any(String), ...r.controls.slice(1)] })
    expect(await single(kit, records[3]!.evidence_id)).toEqual({
      ...records[3],
      details: { occurred_at: '2026-11-21T09:29:00.000Z', correlation_id: 'cor_1', version: 2 },
    })
  })

  it('holds nothing that an event, an agent or an operator said in words', async () => {
    const kit = createKit()
    await kit.project(detection('x'))
    await kit.collect(...kit.bus.published('alert.created'), enrolled)
    const records = await Promise.all((await listed(kit)).map(r => single(kit, r.evidence_id)))
    expect(JSON.stringify(records)).not.toMatch(/ann|203\.0\.113|failed logins/i)
    expect(records[1]).toMatchObject({ details: { os_release: '14.5' } })
  })

  it('is made once, whatever is delivered again and in whichever order', async () => {
    const kit = createKit()
    await kit.collect(fact('a'), fact('b'), fact('a'))
    await kit.collect(fact('c'), fact('b'), fact('a'))
    expect((await listed(kit)).map(r => r.subject.id)).toEqual(['rul_a', 'rul_b', 'rul_c'])
  })

  it('of an enrolment is made once, though two events may tell of it', async () => {
    const kit = createKit()
    const told = fact('e')
    const same = {
      ...told,
      payload: { ...told.payload, evidence_type: 'enrollment', subject: { type: 'agent', id: 'agt_1' } },
    } as AnyEnvelope
    await kit.collect(enrolled)
    await kit.collect(same)
    expect(await listed(kit)).toHaveLength(1)
  })

  it('is filtered by type, subject and time, the newest first', async () => {
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

  it('is not found by another tenant', async () => {
    const kit = createKit()
    await kit.collect(fact('a'))
    const [record] = await listed(kit)
    expect(await listed(kit, {}, { tenant: OTHER_TENANT })).toEqual([])
    const request = { params: { evidence_id: record!.evidence_id }, tenant: OTHER_TENANT }
    await expect(kit.call('readEvidence', request)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused when a fact is too large, too deep or has no canonical form, and the others go on', async () => {
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

describe('The chain of evidence', () => {
  const facts = Array.from({ length: 30 }, (_, i) => fact(`f${i}`, { i }))

  async function whole(kit: Kit): Promise<EvidenceRecord[]> {
    return Promise.all((await listed(kit)).map(r => single(kit, r.evidence_id)))
  }

  it('verifies from what the API answers, the first record following none', async () => {
    const kit = createKit()
    for (let i = 0; i < facts.length; i += 7) await kit.collect(...facts.slice(i, i + 7))
    const records = await whole(kit)
    expect(records).toHaveLength(30)
    expect(verifyEvidence(records, null)).toEqual([])
    expect(verifyEvidence(await listed(kit), null)).toEqual([])
    const auditors = await listed(kit, {}, { roles: ['auditor'] })
    expect(auditors).toEqual(await listed(kit))
  })

  it('shows every change, removal, exchange and insertion', async () => {
    const kit = createKit()
    await kit.collect(...facts.slice(0, 6))
    const records = await whole(kit)
    const with3 = (change: Record<string, unknown>) => records.with(3, { ...records[3]!, ...change })
    const id = (i: number) => records[i]!.evidence_id
    const zero = '0'.repeat(64)
    expect(verifyEvidence(with3({ summary: 'Nothing happened.' }))).toEqual([{ evidence_id: id(3), fault: 'record' }])
    expect(verifyEvidence(with3({ collected_at: '2020-01-01T00:00:00.000Z' }))).toHaveLength(1)
    expect(verifyEvidence(with3({ details: { i: 99 } }))).toEqual([{ evidence_id: id(3), fault: 'details' }])
    expect(verifyEvidence(with3({ digest: zero }))).toEqual([
      { evidence_id: id(3), fault: 'record' },
      { evidence_id: id(4), fault: 'link' },
    ])
    expect(verifyEvidence(records.toSpliced(2, 1))).toEqual([{ evidence_id: id(3), fault: 'link' }])
    expect(verifyEvidence(records.slice(1), null)).toEqual([{ evidence_id: id(1), fault: 'link' }])
    expect(verifyEvidence([records[0]!, records[2]!, records[1]!, records[3]!]).map(f => f.fault)).toContain('link')
    expect(verifyEvidence(records.toSpliced(2, 0, records[2]!))).toEqual([{ evidence_id: id(2), fault: 'link' }])
  })

  it('has no fork and no gap when many deliveries run at once, for several tenants', async () => {
    const kit = createKit()
    const theirs = facts.map(f => ({ ...f, tenant_id: OTHER_TENANT }))
    const subscription = group(kit.service, 'alert-projector-evidence')
    const batches = [0, 1, 2, 3, 4].map(n => [...facts, ...theirs].filter((_, i) => i % 5 === n))
    await Promise.all([...batches, ...batches].map(batch => deliver(subscription, batch)))
    for (const tenant of [TENANT, OTHER_TENANT]) {
      const records = await listed(kit, {}, { tenant })
      expect(records).toHaveLength(30)
      expect(verifyEvidence(records, null)).toEqual([])
    }
  })

  it('is whole after a crash at any write: by redelivery, or by the sweeper alone once its head is written', async () => {
    const batch = facts.slice(0, 3)
    for (const when of ['before', 'after'] as const) {
      for (let write = 1; write <= 5; write++) {
        const crashing = createCrashingRegistry()
        const kit = createKit({ throughRegistry: crashing.wrap })
        crashing.crashAt(write, when)
        await expect(kit.collect(...batch)).rejects.toThrow('the process is gone')
        crashing.restart()
        const head = await kit.memory.read(evidenceChains, TENANT, 'evidence')
        for (const link of head?.doc.pending ?? []) {
          const stored = await kit.memory.read(evidence, TENANT, link.id)
          if (stored) expect(stored.doc).toEqual(link)
        }
        await kit.collect(fact('other'))
        const before = await listed(kit)
        expect(verifyEvidence(before, null)).toEqual([])
        expect(before).toHaveLength((head ? 3 : 0) + 1)
        await kit.collect(...batch.toReversed())
        const records = await listed(kit)
        expect(records).toHaveLength(4)
        expect(verifyEvidence(records, null)).toEqual([])
      }
    }
  })

  it('shows no record before the ones that it follows', async () => {
    const crashing = createCrashingRegistry()
    const kit = createKit({ throughRegistry: crashing.wrap })
    crashing.crashAt(2, 'before')
    await expect(kit.collect(...facts.slice(0, 3))).rejects.toThrow()
    crashing.restart()
    expect(await kit.memory.count(evidence, TENANT, {}, 10)).toBe(0)
    const head = (await kit.memory.read(evidenceChains, TENANT, 'evidence'))!
    await kit.memory.write(evidence, TENANT, head.doc.pending[2]!, { expect: 'absent' })
    expect(await listed(kit)).toEqual([])
  })

  it('takes in every alert of a burst', async () => {
    const kit = createKit()
    const running = await Promise.all(kit.service.subscriptions.map(s => kit.bus.subscribe(s)))
    await kit.bus.publish(detections('d', 300))
    await kit.bus.settled()
    await Promise.all(running.map(r => r.stop()))
    const head = await kit.memory.read(evidenceChains, TENANT, 'evidence')
    expect(head?.doc).toMatchObject({ position: 300, pending: [] })
  })
})
