import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createKeyring, type Role, tenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { createCursors } from './cursors.ts'
import type { OperationRequest } from './operation.ts'

const cursors = createCursors(createKeyring(randomBytes(32)))

const request = (change: Partial<OperationRequest> = {}, tenant = 'ten_a', roles: Role[] = ['operator']) =>
  ({
    operationId: 'listAlerts',
    principal: { type: 'service_account', id: 'sva_1', tenantId: tenantId(tenant), roles },
    params: {},
    query: { severity: ['high'], limit: 50 },
    ...change,
  }) as unknown as OperationRequest

const invalid = expect.objectContaining({ code: 'cursor_invalid', status: 400 })

describe('A cursor', () => {
  it('returns the position that it was made from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), position => {
        const cursor = cursors.encode(request(), position as never)
        const back = cursors.decode(request({ query: { severity: ['high'], cursor } }))
        expect(JSON.stringify(back)).toBe(JSON.stringify(position))
      }),
    )
  })

  it('is short', () => {
    expect(cursors.encode(request(), ['2026-01-01T00:00:00.000Z', 'alr_abcdefghijklmnopqrstuvwxyz'])).toHaveLength(103)
  })

  it('survives a change of the page size', () => {
    const cursor = cursors.encode(request(), [1])
    expect(cursors.decode(request({ query: { severity: ['high'], limit: 7, cursor } }))).toEqual([1])
  })

  it('is undefined if none was sent', () => {
    expect(cursors.decode(request())).toBeUndefined()
  })

  const cursor = cursors.encode(request(), [1])
  const sent = { severity: ['high'], cursor }
  it.each([
    ['another query', request({ query: { severity: ['low'], cursor } })],
    ['one more filter', request({ query: { ...sent, status: 'open' } })],
    ['another operation', request({ operationId: 'listTickets', query: sent })],
    ['another path', request({ params: { ticket_id: 'tkt_1' }, query: sent })],
    ['another tenant', request({ query: sent }, 'ten_b')],
    ['an auditor', request({ query: sent }, 'ten_a', ['auditor'])],
    ['an analyst who is also an auditor', request({ query: sent }, 'ten_a', ['analyst', 'auditor'])],
  ])('is refused for %s', (_, other) => {
    expect(() => cursors.decode(other)).toThrow(invalid)
  })

  it('cannot be forged, cut or padded', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.constantFrom(cursor.slice(0, -1), `${cursor}=`)),
        text => {
          expect(() => cursors.decode(request({ query: { severity: ['high'], cursor: text } }))).toThrow(invalid)
        },
      ),
    )
    expect(() => cursors.decode(request({ query: { severity: ['high'], cursor: 'A'.repeat(3_000) } }))).toThrow(invalid)
  })
})
