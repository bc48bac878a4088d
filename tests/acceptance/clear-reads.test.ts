// Who reads personal data in clear is on record, whichever engines store the records, and no value of it is.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { accountWith, admin, eventually } from './target.ts'

const CANARY = `canary${randomUUID().slice(0, 8)}`

interface Shown {
  readonly operation: string
  readonly resource: { readonly type: string; readonly id: string | null }
  readonly reads?: { readonly count: number; readonly filters: readonly string[] }
}

describe('reads of personal data in clear', () => {
  it('are on record with who, what and how often, for admins and auditors, without a value', async () => {
    const source = (await admin.post('/log-sources', { name: 'clear reads', format: 'json' })).body.log_source_id
    const sent = await admin.post('/logs/ingest', {
      log_source_id: source,
      events: [{ raw: JSON.stringify({ message: 'signed in', user: CANARY, host: `${CANARY}-host` }) }],
    })
    const eventId = sent.body.results[0].event_id
    const analyst = await accountWith('analyst')
    const read = await eventually(
      () => analyst.get(`/logs/${eventId}`),
      answer => answer.status === 200,
    )
    expect(read.status).toBe(200)
    expect(JSON.stringify(read.body)).toContain(CANARY)
    await analyst.get(`/logs/${eventId}`)
    const search = `user=${CANARY}&not=host:${CANARY}&q=${CANARY}`
    expect((await analyst.get(`/logs/search?${search}`)).status).toBe(200)
    expect((await analyst.get(`/logs/search/histogram?user=${CANARY}`)).status).toBe(200)
    expect((await analyst.get('/log-sources')).status).toBe(200)

    const me = (await analyst.get('/session')).body.principal.id
    const recordsFor = async (client: typeof admin) => (await client.get(`/audit-records?actor_id=${me}`)).body
    const list = await eventually(
      () => recordsFor(admin),
      ({ items }) => items.filter((r: Shown) => r.reads).length >= 3,
    )
    const shown = list.items.map(({ operation, resource, reads }: Shown) => ({ operation, resource, reads }))
    const reads = (more: object) => expect.objectContaining(more)
    expect(shown).toHaveLength(3)
    expect(shown).toContainEqual({
      operation: 'readLogEvent',
      resource: { type: 'event', id: eventId },
      reads: reads({ count: 2, filters: [] }),
    })
    expect(shown).toContainEqual({
      operation: 'searchLogs',
      resource: { type: 'log_event', id: null },
      reads: reads({ count: 1, filters: ['host', 'user'] }),
    })
    expect(shown).toContainEqual({
      operation: 'readLogHistogram',
      resource: { type: 'log_histogram', id: null },
      reads: reads({ filters: ['user'] }),
    })
    expect(JSON.stringify(list)).not.toContain(CANARY)

    const auditor = await accountWith('auditor')
    const redacted = await recordsFor(auditor)
    expect(redacted.redaction_applied).toBe(true)
    expect(redacted.items.map((r: Shown) => r.reads)).toEqual(list.items.map((r: Shown) => r.reads))
    expect(JSON.stringify(redacted)).not.toMatch(new RegExp(`${CANARY}|client_address`))
    await Promise.all([analyst.close(), auditor.close()])
  })
})
