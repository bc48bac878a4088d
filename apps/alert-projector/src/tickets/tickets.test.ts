import { describe, expect, it } from '@jest/globals'
import type { OperationId } from '@wardline/api'
import { createEventCodec } from '@wardline/events'
import { type CallOptions, createKit, detection, type Kit, OTHER_TENANT } from '../testing/kit.ts'

type Json = Record<string, unknown>

async function opened(kit: Kit, body: Json = {}, o: CallOptions = {}): Promise<Json> {
  const answer = await kit.call('createTicket', { ...o, body: { title: 'T', description: 'D', ...body } })
  return answer.body as Json
}
const items = async (kit: Kit, operation: OperationId, o: CallOptions = {}): Promise<Json[]> =>
  ((await kit.call(operation, o)).body as { items: Json[] }).items

describe('A ticket', () => {
  it('is opened by a principal, with or without an alert', async () => {
    const kit = createKit()
    await kit.project(detection('x'))
    const answer = await kit.call('createTicket', {
      principal: 'sva_ann',
      body: { title: 'Look', description: 'At this', alert_id: 'alr_x', assignee: 'ann' },
    })
    expect(answer).toEqual({
      status: 201,
      version: 1,
      body: {
        ticket_id: expect.stringMatching(/^tkt_/),
        title: 'Look',
        description: 'At this',
        status: 'open',
        alert_id: 'alr_x',
        assignee: 'ann',
        created_by: 'sva_ann',
        created_at: '2026-11-21T09:30:00.000Z',
        updated_at: '2026-11-21T09:30:00.000Z',
        version: 1,
      },
    })
    expect(await opened(kit)).toMatchObject({ alert_id: null, assignee: null })
  })

  it("cannot name an alert that is missing or another tenant's, with the same answer for both", async () => {
    const kit = createKit()
    await kit.project(detection('theirs', { tenant: OTHER_TENANT }))
    for (const alert_id of ['alr_none', 'alr_theirs']) {
      await expect(opened(kit, { alert_id })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/alert_id', message: 'an existing alert is expected' }],
      })
    }
  })

  it('keeps the epoch of its pseudonyms until somebody writes into it again', async () => {
    const kit = createKit()
    const { ticket_id } = await opened(kit)
    const params = { ticket_id: ticket_id as string }
    const change = async (body: Json, version: number) =>
      (await kit.call('updateTicket', { params, body, ifMatch: `"${version}"` })).body as Json
    const comment = async () =>
      (await kit.call('createTicketComment', { params, body: { body: 'Seen', visibility: 'auditor' } })).body as Json
    expect((await comment()).pseudonym_epoch).toBeUndefined()
    kit.rotatePseudonyms()
    kit.clock.advance(1_000)
    expect(await comment()).toMatchObject({ pseudonym_epoch: 2 })
    expect((await change({ status: 'in_progress' }, 1)).pseudonym_epoch).toBeUndefined()
    expect(await change({ assignee: 'jelkova' }, 2)).toMatchObject({ pseudonym_epoch: 2 })
    kit.rotatePseudonyms()
    expect(await change({ description: 'Ask Jelkova' }, 3)).toMatchObject({ pseudonym_epoch: 3 })
    expect((await items(kit, 'listTicketComments', { params })).map(c => c.pseudonym_epoch)).toEqual([undefined, 2])
  })

  it('never gets an older epoch from a process that does not know the newest yet', async () => {
    const kit = createKit()
    const behind = createKit({ throughRegistry: () => kit.memory })
    kit.rotatePseudonyms()
    const { ticket_id, pseudonym_epoch } = await opened(kit)
    expect(pseudonym_epoch).toBe(2)
    const change = { params: { ticket_id: ticket_id as string }, body: { assignee: 'jelkova' }, ifMatch: '"1"' }
    await behind.call('updateTicket', change)
    expect(await items(kit, 'listTickets')).toMatchObject([{ assignee: 'jelkova', pseudonym_epoch: 2 }])
    behind.rotatePseudonyms()
    behind.rotatePseudonyms()
    const again = { ...change, body: { assignee: 'ann' }, ifMatch: '"2"' }
    expect((await behind.call('updateTicket', again)).body).toMatchObject({ pseudonym_epoch: 3 })
  })

  it('is changed by merge patch: null removes the assignee, and absent members stay', async () => {
    const kit = createKit()
    const { ticket_id } = await opened(kit, { assignee: 'ann' })
    kit.clock.advance(1_000)
    const params = { ticket_id: ticket_id as string }
    const body = { assignee: null, status: 'in_progress' }
    const answer = await kit.call('updateTicket', { params, body, ifMatch: '"1"' })
    expect(answer).toMatchObject({
      version: 2,
      body: { title: 'T', assignee: null, status: 'in_progress', version: 2, updated_at: '2026-11-21T09:30:01.000Z' },
    })
    expect(await kit.call('updateTicket', { params, body, ifMatch: '"2"' })).toEqual(answer)
    await expect(kit.call('updateTicket', { params, body, ifMatch: '"1"' })).rejects.toMatchObject({ status: 412 })
    await expect(kit.call('updateTicket', { params, body })).rejects.toMatchObject({ status: 428 })
  })

  it('creates evidence once for each closing, without any of its text', async () => {
    const kit = createKit()
    const { ticket_id } = await opened(kit, { title: 'ann@corp.example', description: 'hush hush' })
    const params = { ticket_id: ticket_id as string }
    const changes = [
      { status: 'closed' },
      { title: 'x' },
      { status: 'closed' },
      { status: 'open' },
      { status: 'closed' },
    ]
    for (const body of changes) {
      const { version } = await kit.call('readTicket', { params })
      await kit.call('updateTicket', { params, body, ifMatch: `"${version}"` })
    }
    const facts = kit.bus.published('internal.evidence.fact')
    expect(facts).toHaveLength(2)
    expect(facts[0]).toMatchObject({
      correlation_id: 'cor_test',
      payload: { evidence_type: 'ticket_closure', subject: { type: 'ticket', id: ticket_id } },
    })
    expect(JSON.stringify(facts)).not.toMatch(/ann@|hush hush/)
    const codec = createEventCodec()
    for (const fact of facts) expect(() => codec.encode(fact)).not.toThrow()
  })

  it('is not found by another tenant in any operation', async () => {
    const kit = createKit()
    const { ticket_id } = await opened(kit)
    const params = { ticket_id: ticket_id as string }
    const body = { body: 'x' }
    for (const operation of ['readTicket', 'updateTicket', 'createTicketComment', 'listTicketComments'] as const) {
      const request = { params, body, ifMatch: '*', tenant: OTHER_TENANT }
      await expect(kit.call(operation, request)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await items(kit, 'listTickets', { tenant: OTHER_TENANT })).toEqual([])
  })
})

describe('Listing tickets', () => {
  it('filters by status, alert and assignee, newest first by default', async () => {
    const kit = createKit()
    await kit.project(detection('x'))
    const ids: unknown[] = []
    for (const body of [{ assignee: 'ann' }, { alert_id: 'alr_x' }, {}]) {
      ids.push((await opened(kit, body)).ticket_id)
      kit.clock.advance(1)
    }
    const closed = { params: { ticket_id: ids[2] as string }, body: { status: 'closed' }, ifMatch: '"1"' }
    await kit.call('updateTicket', closed)
    const found = async (query: Json) => (await items(kit, 'listTickets', { query })).map(t => ids.indexOf(t.ticket_id))
    expect(await found({})).toEqual([2, 1, 0])
    expect(await found({ order: 'asc' })).toEqual([0, 1, 2])
    expect(await found({ assignee: 'ann' })).toEqual([0])
    expect(await found({ alert_id: 'alr_x' })).toEqual([1])
    expect(await found({ status: ['closed', 'in_progress'] })).toEqual([2])
  })
})

describe('Comments', () => {
  async function commented(): Promise<{ kit: Kit; params: { ticket_id: string } }> {
    const kit = createKit()
    const params = { ticket_id: (await opened(kit)).ticket_id as string }
    for (const body of [
      { body: 'one' },
      { body: 'two', visibility: 'auditor' },
      { body: 'three', visibility: 'internal' },
      { body: 'four', visibility: 'auditor' },
    ]) {
      kit.clock.advance(1)
      await kit.call('createTicketComment', { params, body })
    }
    return { kit, params }
  }

  it('are internal by default and listed oldest first', async () => {
    const { kit, params } = await commented()
    const listed = await items(kit, 'listTicketComments', { params })
    expect(listed.map(c => [c.body, c.visibility])).toEqual([
      ['one', 'internal'],
      ['two', 'auditor'],
      ['three', 'internal'],
      ['four', 'auditor'],
    ])
    expect(Object.keys(listed[0]!)).toEqual(['comment_id', 'body', 'visibility', 'author', 'created_at'])
    const back = await items(kit, 'listTicketComments', { params, query: { order: 'desc' } })
    expect(back).toEqual(listed.toReversed())
  })

  it('with internal visibility are hidden from an auditor: no items, no pages, no change to the ticket', async () => {
    const { kit, params } = await commented()
    const quiet = createKit()
    const roles = ['analyst', 'auditor'] as const
    const first = await kit.call('listTicketComments', { params, roles, query: { limit: 1 } })
    const { items: page, next_cursor: cursor } = first.body as { items: Json[]; next_cursor: string }
    expect(page.map(c => c.body)).toEqual(['two'])
    const rest = await kit.call('listTicketComments', { params, roles, query: { limit: 1, cursor } })
    expect(rest.body).toMatchObject({ items: [{ body: 'four' }], next_cursor: null })
    const { ticket_id: _, ...ticket } = (await kit.call('readTicket', { params, roles })).body as Json
    const { ticket_id: __, ...untouched } = await opened(quiet)
    expect(ticket).toEqual(untouched)
  })

  it('with internal visibility cannot be written by an account that is also an auditor', async () => {
    const { kit, params } = await commented()
    const roles = ['analyst', 'auditor'] as const
    const comment = (body: Json) => kit.call('createTicketComment', { params, roles, body })
    await expect(comment({ body: 'x' })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await expect(comment({ body: 'x', visibility: 'auditor' })).resolves.toMatchObject({ status: 201 })
  })

  it("stop at the ticket's limit", async () => {
    const kit = createKit()
    const params = { ticket_id: (await opened(kit)).ticket_id as string }
    const comment = () => kit.call('createTicketComment', { params, body: { body: 'x' } })
    for (let i = 0; i < 1_000; i++) await comment()
    await expect(comment()).rejects.toMatchObject({ status: 409, code: 'limit_reached' })
  })
})
