import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import type { AuditEntry } from './audit-trail.ts'
import { type ClearRead, createClearReads } from './clear-reads.ts'

const TENANT = tenantId('ten_test')
const START = Date.parse('2026-11-22T08:00:00Z')
beforeEach(() => {
  jest.useFakeTimers({ now: START })
})
afterEach(() => {
  jest.useRealTimers()
})

function kit() {
  const recorded: AuditEntry[] = []
  const reads = createClearReads({
    trail: { recordSoon: entry => void recorded.push(entry) },
    clock: { now: () => Date.now() },
  })
  return { reads, recorded }
}

const EVENT: ClearRead = {
  tenantId: TENANT,
  actor: { type: 'user', id: 'usr_a' },
  operation: 'readLogEvent',
  resource: { type: 'event', id: 'evt_1' },
  filters: [],
  request_id: 'req_1',
  client_address: '192.0.2.1',
}
const LIST: ClearRead = { ...EVENT, operation: 'listAlerts', resource: { type: 'alert', id: null } }
const SECOND = 1_000
const MINUTE = 60 * SECOND

describe('Reads of personal data in clear', () => {
  it('are recorded together within ten seconds, with how many and when, and with the first request', () => {
    const { reads, recorded } = kit()
    reads.note(EVENT)
    jest.advanceTimersByTime(2 * SECOND)
    reads.note({ ...EVENT, request_id: 'req_2' })
    expect(recorded).toEqual([])
    jest.advanceTimersByTime(6 * SECOND)
    const { filters, ...entry } = EVENT
    const read = { count: 2, first_at: '2026-11-22T08:00:00.000Z', last_at: '2026-11-22T08:00:02.000Z', filters }
    expect(recorded).toEqual([{ ...entry, status: 200, code: null, redaction_policy_id: null, reads: read }])
    jest.advanceTimersByTime(60 * MINUTE)
    expect(recorded).toHaveLength(1)
  })

  it.each<[string, Partial<ClearRead>]>([
    ['another tenant', { tenantId: tenantId('ten_other') }],
    ['another caller', { actor: { type: 'user', id: 'usr_b' } }],
    ['another operation', { operation: 'readAlert' }],
    ['another record', { resource: { type: 'event', id: 'evt_2' } }],
    ['another filter', { filters: ['user'] }],
    ['another address', { client_address: '192.0.2.2' }],
  ])('of %s have a record of their own', (_, change) => {
    const { reads, recorded } = kit()
    for (const read of [EVENT, { ...EVENT, ...change }, EVENT]) reads.note(read)
    jest.advanceTimersByTime(MINUTE)
    expect(recorded.map(r => r.reads?.count)).toEqual([2, 1])
  })

  it('of a list that a page polls all day are four records an hour, and none is left uncounted', () => {
    const { reads, recorded } = kit()
    const polls = (6 * 60 * MINUTE) / (10 * SECOND)
    for (let i = 0; i < polls; i++) {
      reads.note(LIST)
      jest.advanceTimersByTime(10 * SECOND)
      if (i === 3) expect(recorded).toHaveLength(1)
    }
    reads.end()
    expect(recorded.length).toBeLessThanOrEqual(6 * 4 + 2)
    expect(recorded.reduce((sum, r) => sum + (r.reads?.count ?? 0), 0)).toBe(polls)
  })

  it('of a list that is filtered by a person, and of one record, are recorded once a minute', () => {
    const { reads, recorded } = kit()
    for (let i = 0; i < 60; i++) {
      reads.note({ ...LIST, filters: ['user'] })
      reads.note(EVENT)
      jest.advanceTimersByTime(10 * SECOND)
    }
    reads.end()
    expect(recorded).toHaveLength(22)
    expect(recorded.reduce((sum, r) => sum + (r.reads?.count ?? 0), 0)).toBe(120)
  })

  it('that are many are held in bounded memory: the oldest are recorded early, and none is lost', () => {
    const { reads, recorded } = kit()
    for (let i = 0; i < 12_000; i++) reads.note({ ...EVENT, resource: { type: 'event', id: `evt_${i}` } })
    expect(recorded).toHaveLength(7_000)
    reads.end()
    expect(new Set(recorded.map(r => r.resource.id)).size).toBe(12_000)
  })

  it('are recorded at shutdown, and when the clock is set back', () => {
    const { reads, recorded } = kit()
    reads.note(EVENT)
    jest.setSystemTime(START - 60 * MINUTE)
    jest.advanceTimersByTime(5 * SECOND)
    expect(recorded).toHaveLength(1)
    reads.note(LIST)
    reads.end()
    expect(recorded).toHaveLength(2)
  })
})
