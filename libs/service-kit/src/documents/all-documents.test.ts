import { describe, expect, it } from '@jest/globals'
import { createMemoryRegistry } from '@wardline/ports/testing'
import { type TicketDoc, tickets } from '@wardline/registries'
import { TENANT } from '../testing/index.ts'
import { type AllQuery, allDocuments } from './all-documents.ts'

const ticket = (n: number): TicketDoc => ({
  id: `tkt_${n}`,
  title: '',
  description: '',
  status: n === 4 ? 'closed' : 'open',
  alert_id: null,
  assignee: null,
  created_by: 'x',
  // Two of each time.
  created_at: `2026-01-0${9 - Math.floor(n / 2)}T00:00:00.000Z`,
  updated_at: '',
})

async function ready() {
  const registry = createMemoryRegistry()
  for (let n = 0; n < 7; n++) await registry.write(tickets, TENANT, ticket(n), { expect: 'absent' })
  const ids = async (query: AllQuery<TicketDoc>) => {
    const found: string[] = []
    for await (const { doc } of allDocuments(registry, tickets, TENANT, query)) found.push(doc.id.slice(4))
    return found.join('')
  }
  return { registry, ids }
}

describe('all documents', () => {
  it.each([1, 2, 3, 7, 8])('are each returned once, in order, in pages of %i', async limit => {
    const { ids } = await ready()
    expect(await ids({ limit })).toBe('0123456')
    expect(await ids({ limit, order: { by: 'created_at', direction: 'asc' } })).toBe('6452301')
  })

  it('are those that match, after a place', async () => {
    const { ids } = await ready()
    expect(await ids({ limit: 2, where: { status: 'open' } })).toBe('012356')
    expect(await ids({ limit: 2, after: { value: 'tkt_2', id: 'tkt_2' } })).toBe('3456')
  })

  it('may be removed once they were returned', async () => {
    const { registry } = await ready()
    let removed = 0
    for await (const { doc, version } of allDocuments(registry, tickets, TENANT, { limit: 2 }))
      if (await registry.remove(tickets, TENANT, doc.id, version)) removed++
    expect(removed).toBe(7)
  })
})
