import type { Cursors, OperationRequest, OperationResult } from '@wardline/http'
import type { TenantId } from '@wardline/kernel'
import type { ListQuery, Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'

/** Default page size, and the largest (docs/architecture.md#lists-and-searches). */
export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 200

/** The body of a list's answer. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

type Place = { readonly value: string | number | boolean | null; readonly id: string }

/**
 * One page of a collection as the 200 of a list: `{items, next_cursor}`. It reads one document more than requested, so
 * `next_cursor` is null exactly when nothing follows.
 */
export async function listPage<D extends Document, Item>(
  { registry, cursors }: { readonly registry: Registry; readonly cursors: Cursors },
  request: OperationRequest,
  tenant: TenantId,
  collection: Collection<D>,
  options: {
    readonly where?: ListQuery<D>['where']
    readonly order: NonNullable<ListQuery<D>['order']>
    readonly view: (stored: Stored<D>) => Item
  },
): Promise<OperationResult<Page<Item>> & { readonly body: Page<Item> }> {
  const limit = Math.min(typeof request.query.limit === 'number' ? request.query.limit : DEFAULT_LIMIT, MAX_LIMIT)
  const after = cursors.decode<Place>(request)
  const found = await registry.list(collection, tenant, {
    ...(options.where ? { where: options.where } : {}),
    order: options.order,
    ...(after ? { after } : {}),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)?.doc
  const place =
    last && found.length > limit
      ? { value: (last[options.order.by] as Place['value']) ?? null, id: last.id }
      : undefined
  return {
    status: 200,
    body: { items: page.map(options.view), next_cursor: place ? cursors.encode(request, place) : null },
  }
}
