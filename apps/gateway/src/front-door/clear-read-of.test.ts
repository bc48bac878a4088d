import { describe, expect, it } from '@jest/globals'
import { OPERATION_TABLE, type OperationId, operationsOf, ownOpenApi } from '@wardline/api'
import { as } from '@wardline/service-kit/testing'
import { type Answered, clearReadOf } from './clear-read-of.ts'

const doc = ownOpenApi()
const operations = new Map(operationsOf(doc).map(o => [o.operationId, o]))

const answered = (id: OperationId, change: Partial<Answered> = {}): Answered => ({
  operation: operations.get(id)!,
  row: OPERATION_TABLE[id],
  principal: as('analyst'),
  params: {},
  requestId: 'req_1',
  clientAddress: '192.0.2.1',
  search: '',
  status: 200,
  ...change,
})

describe('A read of personal data in clear', () => {
  it('names the record that was read', () => {
    const read = clearReadOf(answered('readLogEvent', { params: { event_id: 'evt_1' } }))
    expect(read).toMatchObject({ operation: 'readLogEvent', resource: { type: 'event', id: 'evt_1' }, filters: [] })
  })

  it('names the personal fields that a search was filtered by, negated ones too, and never a value', () => {
    const search = 'user=canary-a&not=host:canary-b&severity=high&q=canary-c&not=severity:low&user=canary-d'
    const read = clearReadOf(answered('searchLogs', { search }))
    expect(read).toMatchObject({ resource: { type: 'log_event', id: null }, filters: ['host', 'user'] })
    expect(JSON.stringify(read)).not.toContain('canary')
  })

  it('is a count of events only if it is filtered by a person', () => {
    expect(clearReadOf(answered('readLogHistogram', { search: 'severity=high' }))).toBeUndefined()
    expect(clearReadOf(answered('readLogHistogram', { search: 'ip=192.0.2.7' }))).toMatchObject({ filters: ['ip'] })
  })

  it.each<[string, OperationId, Partial<Answered>]>([
    ['an auditor’s, which has a record of its own and shows nobody', 'readAlert', { principal: as('auditor') }],
    ['one of facts', 'listLogSources', {}],
    ['one that was refused', 'readAlert', { status: 404 }],
    ['a change, which is on record', 'updateAlert', {}],
  ])('is not %s', (_, id, change) => {
    expect(clearReadOf(answered(id, change))).toBeUndefined()
  })
})
