import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenants } from '@wardline/registries'
import { allDocuments } from './documents/all-documents.ts'

/** Every tenant, read page by page. */
export async function* allTenants(registry: Registry): AsyncGenerator<TenantId, void, undefined> {
  for await (const { doc } of allDocuments(registry, tenants, PLATFORM_TENANT)) yield tenantId(doc.id)
}
