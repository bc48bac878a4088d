import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { resolve } from './document/document.ts'
import { loadOpenApi } from './document/load-openapi.ts'
import { operationsOf } from './document/operations.ts'
import { OPERATION_IDS } from './operation-id.ts'
import { CHANGE_DEADLINE_MS } from './operation-row.ts'
import { OPERATION_TABLE, type OperationRow, rowOf } from './operation-table.ts'

const doc = loadOpenApi(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const operations = operationsOf(doc)
const rows: readonly [string, OperationRow][] = Object.entries(OPERATION_TABLE)

/** Members of an operation's successful answers that the document marks as shown once. */
function shownOnce(operationId: string): string[] {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const schema = resolve<Record<string, unknown>>(doc, value as Record<string, unknown>)
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, member] of Object.entries((schema.properties as object | undefined) ?? {})) {
      if (/shown once/i.test(String(member.description ?? ''))) found.add(name)
    }
    for (const member of Object.values(schema)) look(member)
  }
  const { path, method } = operations.find(o => o.operationId === operationId)!
  const { responses } = doc.paths[path]![method] as unknown as { responses: Record<string, unknown> }
  for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) look(response)
  return [...found].sort()
}

describe('The table of operations', () => {
  it('has a row for every operation of the document, and no other', () => {
    expect(Object.keys(OPERATION_TABLE).sort()).toEqual(operations.map(o => o.operationId).sort())
    expect([...OPERATION_IDS]).toEqual(operations.map(o => o.operationId).sort())
  })

  it('has no row for names that every object inherits', () => {
    expect(rowOf('toString')).toBeUndefined()
    expect(rowOf('createTicket')).toMatchObject({ service: 'alert-projector' })
  })

  it.each(operations)('reads as much of a body as $operationId describes: some, or none', o => {
    const { body } = rowOf(o.operationId)!
    if (o.requestBody) expect(body.maxBytes).toBeGreaterThanOrEqual(32 * 1_024)
    else expect(body.maxBytes).toBeLessThanOrEqual(o.method === 'post' ? 1_024 : 0)
    expect(body.maxBytes).toBeLessThanOrEqual(8 * 1_024 * 1_024)
  })

  it.each(operations)('does $operationId once per key only where the document offers a key', o => {
    const offersKey = o.parameters.some(p => p.name === 'Idempotency-Key')
    if (offersKey) expect(rowOf(o.operationId)!.idempotency).toBe('by_key')
    if (o.method !== 'post') expect(rowOf(o.operationId)!.idempotency).toBe('none')
  })

  it.each(operations)('records $operationId when it changes something', o => {
    const unrecorded = ['ingestLogs', 'recordHeartbeat', 'exchangeEnrollment']
    const isChange = o.method !== 'get' || o.operationId === 'finishSignIn'
    expect(rowOf(o.operationId)!.audit).toBe(isChange && !unrecorded.includes(o.operationId) ? 'change' : 'read')
  })

  it('knows the filters that auditors may not use because they tell people apart', () => {
    const described = (path: string, method: string): { name: string; in: string; description?: string }[] => {
      const item = doc.paths[path] as unknown as Record<string, { parameters?: never[] } | undefined>
      return (item[method]?.parameters ?? []).map(parameter => resolve(doc, parameter))
    }
    const notForAuditors = operations.flatMap(({ operationId, path, method }) =>
      described(path, method)
        // The id of a record: an auditor's view may show a different one.
        .filter(p => p.in === 'query' && /Not for auditors/.test(p.description ?? '') && p.name !== 'resource_id')
        .map(p => `${operationId} ${p.name}`),
    )
    const listed = rows.flatMap(([id, row]) => row.personalFilters.map(name => `${id} ${name}`))
    expect(notForAuditors.length).toBeGreaterThan(8)
    expect(listed.sort()).toEqual(notForAuditors.sort())
  })

  it('says of reads alone that they show people: changes are on record anyway', () => {
    for (const [, row] of rows.filter(([, r]) => r.readsPersons)) expect(row.audit).toBe('read')
  })

  it.each(operations)('forgets what $operationId shows once', ({ operationId }) => {
    expect([...rowOf(operationId)!.secrets].sort()).toEqual(shownOnce(operationId))
  })

  it('leaves bodies of any depth to only two owners, which limit them', () => {
    expect(rows.filter(([, row]) => row.body.deeper === 'emptied').map(([id]) => id)).toEqual([
      'recordHeartbeat',
      'ingestLogs',
    ])
  })

  it('holds all operations that only agents call while a restore waits', () => {
    const held = rows.filter(([, row]) => row.duringRestore === 'held').map(([id]) => id)
    expect(held).toEqual(['exchangeEnrollment', 'recordHeartbeat', 'renewCertificate'])
  })

  it('lets nothing take longer than an idempotency key is held', () => {
    for (const [, row] of rows) expect(row.deadlineMs).toBeLessThanOrEqual(CHANGE_DEADLINE_MS)
  })
})
