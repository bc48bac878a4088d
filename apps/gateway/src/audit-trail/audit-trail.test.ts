import { describe, expect, it } from '@jest/globals'
import { tenantRedactors } from '@wardline/redaction'
import { type AuditRecordDoc, auditRecords } from '@wardline/registries'
import { as, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { gatewayService } from '../testing/gateway-service.ts'
import { createAuditChain } from './audit-chain.ts'
import { type AuditEntry, createAuditTrail } from './audit-trail.ts'
import { type ShownAudit, verifyAudit } from './verify-audit.ts'

/** An id as we make them. */
const id = (prefix: string, n: number): string =>
  `${prefix}_${String(n)
    .replace(/\d/g, digit => 'klmnopqrst'[Number(digit)] as string)
    .padStart(26, 'a')}`
const ADDRESS = '198.51.100.7'

function kit() {
  const { ports, memory, clock } = memoryPorts('gateway')
  const redactorFor = tenantRedactors(ports.keyring)
  const chain = createAuditChain({ ...ports, redactorFor })
  const trail = createAuditTrail({ chain, metrics: ports.metrics })
  const service = gatewayService(ports)
  const ask = operationCaller(() => service)
  /** The records as an admin sees them, oldest first. */
  const shown = async (search = '') =>
    (await ask('listAuditRecords', { principal: as('admin'), search: `order=asc&limit=200${search}` })).body
      .items as (ShownAudit & AuditRecordDoc)[]
  /** The same, as an auditor sees them. */
  const redacted = async () => {
    const body = (await ask('listAuditRecords', { principal: as('auditor'), search: 'order=asc&limit=200' })).body
    return (redactorFor(TENANT).redact('audit_record', body) as { items: ShownAudit[] }).items
  }
  return { memory, clock, chain, trail, shown, redacted, ask, redactorFor, ports }
}

const entry = (n: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  tenantId: TENANT,
  actor: { type: 'service_account', id: id('sva', 0) },
  operation: 'createTicket',
  resource: { type: 'ticket', id: id('tkt', n) },
  status: 201,
  code: null,
  request_id: id('req', n),
  redaction_policy_id: null,
  client_address: ADDRESS,
  ...change,
})

describe('Audit records', () => {
  it('are a chain without gaps, however many are written at once and by how many gateways', async () => {
    const { trail, shown, ports, redactorFor } = kit()
    const other = createAuditTrail({ chain: createAuditChain({ ...ports, redactorFor }), metrics: ports.metrics })
    await Promise.all(Array.from({ length: 120 }, (_, n) => (n % 2 ? trail : other).recordNow(entry(n))))
    const records = await shown()
    expect(records.map(r => r.position)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
    expect(new Set(records.map(r => r.resource.id)).size).toBe(120)
    expect(verifyAudit(records)).toEqual([])
  })

  it('of reads are verified like all others, in either view, and show a changed count', async () => {
    const { trail, shown, redacted } = kit()
    const reads = {
      count: 3,
      first_at: '2026-11-22T08:00:00Z',
      last_at: '2026-11-22T08:00:20Z',
      filters: ['ip', 'user'],
    }
    await trail.recordNow(entry(1))
    await trail.recordNow(entry(2, { operation: 'searchLogs', resource: { type: 'log_event', id: null }, reads }))
    const records = await shown()
    expect(records.map(r => r.reads)).toEqual([undefined, reads])
    expect(await redacted()).toMatchObject([{}, { reads }])
    expect([verifyAudit(records), verifyAudit(await redacted())]).toEqual([[], []])
    const changed = records.map(r => (r.reads ? { ...r, reads: { ...r.reads, count: 1 } } : r))
    expect(verifyAudit(changed)).toMatchObject([{ fault: 'record' }])
  })

  it('are written before the response to a change is sent', async () => {
    const { trail, shown } = kit()
    await trail.recordNow(entry(1))
    expect(await shown()).toMatchObject([{ operation: 'createTicket', outcome: 'succeeded', client_address: ADDRESS }])
  })

  it('can be checked by an auditor, who sees no address', async () => {
    const { trail, redacted } = kit()
    for (let n = 0; n < 5; n++) await trail.recordNow(entry(n))
    const records = await redacted()
    expect(records).toHaveLength(5)
    expect(verifyAudit(records)).toEqual([])
    expect(JSON.stringify(records)).not.toContain(ADDRESS)
    expect(records[0]?.client).toMatch(/^ip:1~[a-z2-7]{16,}$/)
  })

  it.each<[string, (records: AuditRecordDoc[]) => unknown, string]>([
    ['a changed member', ([, second]) => Object.assign(second!, { outcome: 'refused' }), 'record'],
    ['a changed actor', ([, second]) => Object.assign(second!, { actor: { type: 'user', id: 'usr_b' } }), 'record'],
    ['a changed address', ([, second]) => Object.assign(second!, { client: 'ip:1~aaaaaaaaaaaaaaaa' }), 'record'],
    ['a removed record', records => records.splice(1, 1), 'gap'],
    ['two swapped records', records => records.splice(1, 2, records[2]!, records[1]!), 'link'],
  ])('show %s', async (_, tamper, fault) => {
    const { trail, shown } = kit()
    for (let n = 0; n < 4; n++) await trail.recordNow(entry(n))
    const records = await shown()
    tamper(records)
    expect(verifyAudit(records).map(f => f.fault)).toContain(fault)
  })

  it('are found by who, what, which and how', async () => {
    const { trail, shown } = kit()
    await trail.recordNow(entry(1))
    await trail.recordNow(entry(2, { actor: { type: 'user', id: 'usr_x' }, status: 403, code: 'forbidden' }))
    await trail.recordNow(
      entry(3, {
        operation: 'revokeAgent',
        resource: { type: 'agent', id: 'agt_1' },
        status: 503,
        code: 'unavailable',
      }),
    )
    const found = async (search: string) => (await shown(search)).map(r => r.position)
    expect(await found('&actor_id=usr_x')).toEqual([2])
    expect(await found('&operation=revokeAgent')).toEqual([3])
    expect(await found('&outcome=refused')).toEqual([2])
    expect(await found('&outcome=failed')).toEqual([3])
    expect(await found('&resource_type=ticket')).toEqual([1, 2])
    expect(await found('&resource_id=agt_1')).toEqual([3])
    expect(await found('&resource_type=ticket&outcome=succeeded')).toEqual([1])
  })

  it('wait while the store is down, delay nobody for long, and are then written in order', async () => {
    const { memory, shown, ports, redactorFor } = kit()
    let down = true
    const registry = new Proxy(memory, {
      get: (target, name: keyof typeof memory) =>
        down ? () => Promise.reject(new Error('down')) : target[name as keyof typeof target],
    })
    const trail = createAuditTrail({
      chain: createAuditChain({ ...ports, registry, redactorFor }),
      metrics: ports.metrics,
    })
    for (let n = 0; n < 3; n++) trail.recordSoon(entry(n))
    await trail.recordNow(entry(3))
    down = false
    await trail.flush(5_000)
    expect((await shown()).map(r => r.request_id)).toEqual([0, 1, 2, 3].map(n => id('req', n)))
  })

  it('cannot be changed by the way they are written', async () => {
    const { trail, memory, chain, shown } = kit()
    await trail.recordNow(entry(1))
    const [record] = await shown()
    const { status: _, ...fact } = { ...entry(9), id: record!.audit_id, outcome: 'failed' as const }
    await chain.append(TENANT, [{ ...fact, status: 500 }])
    expect((await memory.read(auditRecords, TENANT, record!.audit_id))?.doc).toMatchObject({ request_id: id('req', 1) })
    expect(await shown()).toHaveLength(1)
  })
})
