import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenants } from '@wardline/registries'

/** Every tenant, read page by page. */
export async function* allTenants(registry: Registry): AsyncGenerator<TenantId, void, undefined> {
  const limit = 200
  let after: { value: string; id: string } | undefined
  for (;;) {
    const page = await registry.list(tenants, PLATFORM_TENANT, {
      order: { by: 'id', direction: 'asc' },
      ...(after ? { after } : {}),
      limit,
    })
    for (const { doc } of page) yield tenantId(doc.id)
    const last = page.at(-1)?.doc.id
    if (last === undefined || page.length < limit) return
    after = { value: last, id: last }
  }
}
