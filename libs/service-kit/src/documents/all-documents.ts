import type { TenantId } from '@wardline/kernel'
import type { ListQuery, Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'

/** As for a list: `limit` is the size of a page, and `after` where the first one begins. */
export type AllQuery<D> = Partial<ListQuery<D>>

/**
 * Every document of a collection that matches, read page by page: by default in the order of ids, 200 at a time.
 * Documents that were returned already may be removed meanwhile.
 */
export async function* allDocuments<D extends Document>(
  registry: Registry,
  collection: Collection<D>,
  tenant: TenantId,
  { limit = 200, order = { by: 'id', direction: 'asc' }, ...query }: AllQuery<D> = {},
): AsyncGenerator<Stored<D>, void, undefined> {
  let after = query.after
  for (;;) {
    const page = await registry.list(collection, tenant, { ...query, order, limit, ...(after ? { after } : {}) })
    yield* page
    const last = page.at(-1)?.doc
    if (!last || page.length < limit) return
    after = { value: last[order.by] as string | number | boolean | null, id: last.id }
  }
}
