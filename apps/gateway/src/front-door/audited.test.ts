import { expect, it } from '@jest/globals'
import { operationsOf, ownOpenApi } from '@wardline/api'
import { tenantId } from '@wardline/kernel'
import type { AuditEntry, AuditTrail } from '../audit-trail/audit-trail.ts'
import { type Ending, recordEnding } from './audited.ts'

const operation = operationsOf(ownOpenApi()).find(o => o.operationId === 'createTicketComment')!

/** The operations that the trail gets for a comment that ended so. */
async function recorded(ending: Partial<Ending>): Promise<readonly string[]> {
  const entries: AuditEntry[] = []
  const note = (entry: AuditEntry) => void entries.push(entry)
  const trail: AuditTrail = { recordNow: async entry => note(entry), recordSoon: note, flush: async () => {} }
  await recordEnding(trail, {
    ...{ operation, audit: 'change', params: { ticket_id: 'tkt_1' }, status: 201, code: null, requestId: 'req_1' },
    actor: { type: 'service_account', id: 'sva_1', tenantId: tenantId('ten_a'), roles: ['analyst'] },
    ...{ clientAddress: '127.0.0.1', policyId: undefined, body: undefined, ...ending },
  })
  return entries.map(entry => entry.operation)
}

it('an internal comment is in no trail that auditors read; every other comment and every refusal is', async () => {
  expect(await recorded({ body: { comment_id: 'cmt_1', visibility: 'internal' } })).toEqual([])
  expect(await recorded({ body: { comment_id: 'cmt_1', visibility: 'auditor' } })).toEqual(['createTicketComment'])
  expect(await recorded({ status: 403, code: 'forbidden' })).toEqual(['createTicketComment'])
})

it('another operation is recorded, whatever its answer calls internal', async () => {
  const other = operationsOf(ownOpenApi()).find(o => o.operationId === 'createTicket')!
  expect(await recorded({ operation: other, body: { visibility: 'internal' } })).toEqual(['createTicket'])
})
