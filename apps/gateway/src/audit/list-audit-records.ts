import { listPage, type ServicePorts } from '@wardline/host'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { rfc3339 } from '@wardline/kernel'
import { auditRecords } from '@wardline/registries'

const instant = (value: unknown): string | undefined =>
  typeof value === 'string' ? rfc3339(Date.parse(value)) : undefined

/** `GET /audit-records`: newest first, `from` inclusive and `to` exclusive. Auditors get the redacted view. */
export const listAuditRecords =
  (ports: ServicePorts, cursors: Cursors): OperationHandler =>
  async request => {
    const from = instant(request.query.from)
    const to = instant(request.query.to)
    return listPage({ ...ports, cursors }, request, tenantPrincipal(request).tenantId, auditRecords, {
      ...(from || to ? { where: { at: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } } : {}),
      order: { by: 'at', direction: 'desc' },
      view: ({ doc: { id, ...record } }) => ({ audit_id: id, ...record }),
    })
  }
