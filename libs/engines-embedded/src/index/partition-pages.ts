import type { ReaderMethods } from './methods.ts'
import type { Lease } from './search.ts'
import { firstSlot, lastSlot } from './slots.ts'
import { matchText } from './tokens.ts'

const FIRST = firstSlot(-(2 ** 42))
const LAST = lastSlot(2 ** 42 - 1)

/** Reads partitions from their first event to their last, for the tier mover: a tenant's share is found by its own token. */
export function createPages(lease: (id: string) => Lease): {
  tenants(id: string): string[]
  page(request: ReaderMethods['page']['body']): ReaderMethods['page']['answer']
} {
  const holding = <T>(id: string, work: (reader: Lease['reader']) => T): T => {
    const held = lease(id)
    try {
      return work(held.reader)
    } finally {
      held.release()
    }
  }
  return {
    tenants: id => holding(id, reader => reader.tenants()),
    page: ({ id, tenant, tokens, after, limit }) =>
      holding(id, reader => {
        const number = reader.tenantNumber(tenant)
        if (number === undefined) return { docs: [], next: null }
        const rows = reader.rows(matchText(number, tokens), after === null ? FIRST : after + 1n, LAST, 'asc', limit)
        const docs = rows.flatMap(row => reader.doc(row.slot, number) ?? [])
        return { docs, next: rows.length < limit ? null : (rows.at(-1)?.slot ?? null) }
      }),
  }
}
