import { describe, expect, it } from '@jest/globals'
import { evidence, evidenceChains } from '@wardline/registries'
import { hostedSubscription } from '@wardline/service-kit'
import { createCrashingRegistry } from '../testing/crashing-registry.ts'
import { fact, listed, single } from '../testing/evidence-events.ts'
import { createKit, deliver, detections, type Kit, OTHER_TENANT, TENANT } from '../testing/kit.ts'
import { type EvidenceRecord, verifyEvidence } from './verify-evidence.ts'

describe('The chain of evidence', () => {
  const facts = Array.from({ length: 30 }, (_, i) => fact(`f${i}`, { i }))

  async function whole(kit: Kit): Promise<EvidenceRecord[]> {
    return Promise.all((await listed(kit)).map(r => single(kit, r.evidence_id)))
  }

  it('verifies from what the API returns; the first record follows none', async () => {
    const kit = createKit()
    for (let i = 0; i < facts.length; i += 7) await kit.collect(...facts.slice(i, i + 7))
    const records = await whole(kit)
    expect(records).toHaveLength(30)
    expect(verifyEvidence(records, null)).toEqual([])
    expect(verifyEvidence(await listed(kit), null)).toEqual([])
    const auditors = await listed(kit, {}, { roles: ['auditor'] })
    expect(auditors).toEqual(await listed(kit))
  })

  it('reveals every change, removal, swap and insertion', async () => {
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

  it('has no fork and no gap when many deliveries for several tenants run at once', async () => {
    const kit = createKit()
    const theirs = facts.map(f => ({ ...f, tenant_id: OTHER_TENANT }))
    const batches = [0, 1, 2, 3, 4].map(n => [...facts, ...theirs].filter((_, i) => i % 5 === n))
    await Promise.all([...batches, ...batches].map(batch => deliver(kit, 'alert-projector-evidence', batch)))
    for (const tenant of [TENANT, OTHER_TENANT]) {
      const records = await listed(kit, {}, { tenant })
      expect(records).toHaveLength(30)
      expect(verifyEvidence(records, null)).toEqual([])
    }
  })

  it('is complete after a crash at any write: by redelivery, or by the sweeper alone once the head is written', async () => {
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

  it('shows no record before its predecessors', async () => {
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

  it('includes every alert of a burst', async () => {
    const kit = createKit()
    const running = await Promise.all(
      kit.service.subscriptions.map(s => kit.bus.subscribe(hostedSubscription('alert-projector', s, kit.ports))),
    )
    await kit.bus.publish(detections('d', 300))
    await kit.bus.settled()
    await Promise.all(running.map(r => r.stop()))
    const head = await kit.memory.read(evidenceChains, TENANT, 'evidence')
    expect(head?.doc).toMatchObject({ position: 300, pending: [] })
  })
})
