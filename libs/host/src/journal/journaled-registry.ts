import type { Registry } from '@wardline/ports'
import type { Journal } from './journal.ts'
import { isKept } from './journal-entry.ts'

/** The registry, which records in a journal every write that a restore must not undo, whichever service writes it. */
export const journaled = (registry: Registry, journal: Journal): Registry => ({
  read: (c, tenant, id) => registry.read(c, tenant, id),
  list: (c, tenant, query) => registry.list(c, tenant, query),
  count: (c, tenant, where, max) => registry.count(c, tenant, where, max),
  findByUnique: (c, key, value) => registry.findByUnique(c, key, value),
  purge: () => registry.purge(),
  async write(c, tenant, doc, options) {
    if (!isKept(c, doc)) return registry.write(c, tenant, doc, options)
    const { expect } = options
    const number = await journal.append({ collection: c.name, tenant, id: doc.id, expect, doc })
    const result = await registry.write(c, tenant, doc, options)
    if (!result.ok) journal.withdraw(number)
    return result
  },
  async remove(c, tenant, id, expect) {
    if (!isKept(c, null)) return registry.remove(c, tenant, id, expect)
    const number = await journal.append({ collection: c.name, tenant, id, expect, doc: null })
    const removed = await registry.remove(c, tenant, id, expect)
    if (!removed) journal.withdraw(number)
    return removed
  },
})
