import { derivedId, type Keyring, type TenantId } from '@wardline/kernel'
import type { ArchiveName, ListQuery, Registry, Stored } from '@wardline/ports'
import { type ArchiveDoc, archives } from '@wardline/registries'
import { allDocuments } from '@wardline/service-kit'

export const archiveId = (keyring: Keyring, { tenantId, day, retentionClass, part }: ArchiveName): string =>
  derivedId('arc', keyring.key(tenantId, 'ids'), day, retentionClass, part)

export const nameOf = (tenantId: TenantId, doc: Pick<ArchiveDoc, 'day' | 'retention_class' | 'part'>): ArchiveName => ({
  tenantId,
  day: doc.day,
  retentionClass: doc.retention_class,
  part: doc.part,
})

/** A tenant's archive records by day, oldest first, read page by page. @param after the place to continue after. */
export const archiveRecords = (
  registry: Registry,
  tenant: TenantId,
  where: ListQuery<ArchiveDoc>['where'] = {},
  after?: { readonly day: string; readonly id: string } | null,
): AsyncGenerator<Stored<ArchiveDoc>> =>
  allDocuments(registry, archives, tenant, {
    where,
    order: { by: 'day', direction: 'asc' },
    ...(after ? { after: { value: after.day, id: after.id } } : {}),
  })
