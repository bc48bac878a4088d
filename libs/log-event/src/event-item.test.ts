import { describe, expect, it } from '@jest/globals'
import { indexTokens, tenantId } from '@wardline/kernel'
import { eventItem } from './event-item.ts'
import { filterValues } from './filter-values.ts'

const TENANT = tenantId('ten_a')
const PLACE = { partitionDay: '2026-11-21', retentionClass: 'standard' }
const EVENT = {
  event_id: 'evt_1',
  log_source_id: 'src_1',
  asset_id: 'ast_1',
  event_time: '2026-11-21T09:29:58.000Z',
  ingested_at: '2026-11-21T09:30:00.000Z',
  category: 'identity_access_management',
  event_type: 'authentication',
  severity_id: 6,
  summary: 'Failed password',
  user: { name: 'ÉMILE', domain: 'CORP' },
  actor: { user: { email_addr: 'Ann@Example.org' } },
  src_endpoint: { ip: '2001:DB8::1' },
  device: { hostname: 'Web1' },
}

describe('the item of an event', () => {
  it('is found by its words, and by folded values of its users and endpoints', () => {
    expect(eventItem(TENANT, EVENT, PLACE, { origin: '0:7', repeatable: true })).toEqual({
      tenantId: TENANT,
      eventId: 'evt_1',
      ...PLACE,
      eventTime: Date.parse(EVENT.event_time),
      words: indexTokens(EVENT.summary),
      filters: {
        // Fatal reads as critical on the wire.
        severityId: 5,
        category: 'identity_access_management',
        eventType: 'authentication',
        logSourceId: 'src_1',
        assetId: 'ast_1',
        users: ['ann@example.org', 'émile', 'corp\\émile'],
        ips: ['2001:db8::1'],
        hosts: ['web1'],
      },
      event: EVENT,
      receivedAt: Date.parse(EVENT.ingested_at),
      origin: '0:7',
      repeatable: true,
    })
  })

  it('is not counted without a delivery', () => {
    expect(eventItem(TENANT, EVENT, PLACE)).toMatchObject({ origin: null, repeatable: false })
  })

  it('has no values that are very long or not texts', () => {
    const long = filterValues({ user: { name: 'x'.repeat(513) }, device: { hostname: 'y'.repeat(512) } })
    expect(long).toEqual({ users: [], ips: [], hosts: ['y'.repeat(512)] })
    expect(filterValues({ user: 'nobody', src_endpoint: null })).toEqual({ users: [], ips: [], hosts: [] })
  })
})
