import type { View } from '@wardline/api'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { rfc3339 } from '@wardline/kernel'
import { type AuditRecordDoc, auditRecords } from '@wardline/registries'
import { listPage, type ServicePorts } from '@wardline/service-kit'

const FILTERS = ['actor_id', 'operation', 'outcome', 'resource_type', 'resource_id'] as const

const instant = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : rfc3339(Date.parse(value))

/**
 * `GET /audit-records` in the order of the chain, newest first by default; `from` is inclusive and `to` exclusive.
 * Auditors get the redacted view.
 */
export const listAuditRecords =
  (ports: ServicePorts, cursors: Cursors): OperationHandler<'listAuditRecords'> =>
  async request => {
    const query = request.query
    const [from, to] = [instant(query.from), instant(query.to)]
    const where = Object.fromEntries(
      FILTERS.flatMap(name => (query[name] === undefined ? [] : [[name, query[name]] as const])),
    )
    return listPage({ ...ports, cursors }, request, tenantPrincipal(request).tenantId, auditRecords, {
      where: { ...where, ...(from || to ? { at: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {}) },
      order: { by: 'position', direction: query.order ?? 'desc' },
      view: ({ doc }) => auditBody(doc),
    })
  }

/** An audit record as the API returns it. */
function auditBody({ id, actor_id, resource_type, resource_id, ...record }: AuditRecordDoc): View<'AuditRecord'> {
  return { audit_id: id, ...record }
}
