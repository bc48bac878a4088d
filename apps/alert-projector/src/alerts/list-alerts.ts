import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { SEVERITIES, type Severity, severityId } from '@wardline/kernel'
import type { ListQuery, Registry } from '@wardline/ports'
import { type AlertDoc, alerts } from '@wardline/registries'
import { listPage } from '@wardline/service-kit'
import { among, EMPTY_PAGE, only, timeRange } from '../list-filters.ts'
import { alertBody } from './alert-record.ts'
import type { AlertSequence } from './alert-sequence.ts'

/** `GET /alerts`, whole records by sequence, newest first by default. */
export function listAlerts(ports: {
  readonly registry: Registry
  readonly cursors: Cursors
  readonly sequence: AlertSequence
}): OperationHandler<'listAlerts'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    const query = request.query
    const severities = severitiesOf(query)
    if (severities.length === 0) return EMPTY_PAGE
    const order = query.order ?? 'desc'
    // A client that walks upwards returns for what comes after the last alert, so nothing may appear below it later.
    const upwards = order === 'asc' || query.after_sequence !== undefined
    const below = upwards ? await ports.sequence.frontier(tenantId) : undefined
    const where: ListQuery<AlertDoc>['where'] = {
      ...only('rule_id', query.rule_id),
      ...only('sigma_id', query.sigma_id),
      ...only('source_log_ids', query.log_source_id),
      ...(severities.length < SEVERITIES.length ? among('severity', severities) : {}),
      ...among('status', query.status),
      ...timeRange('last_event_at', query),
      ...(below === undefined ? {} : { sequence: { gte: (query.after_sequence ?? 0) + 1, lt: below } }),
    }
    return listPage(ports, request, tenantId, alerts, {
      where,
      order: { by: 'sequence', direction: order },
      view: ({ doc }) => alertBody(doc),
    })
  }
}

interface AlertsQuery {
  readonly from?: string
  readonly to?: string
  readonly rule_id?: string
  readonly sigma_id?: string
  readonly log_source_id?: string
  readonly severity?: readonly Severity[]
  readonly min_severity?: Severity
  readonly status?: readonly string[]
  readonly after_sequence?: number
  readonly order?: 'asc' | 'desc'
}

function severitiesOf({ severity, min_severity = 'informational' }: AlertsQuery): Severity[] {
  return SEVERITIES.filter(s => severityId(s) >= severityId(min_severity) && (severity?.includes(s) ?? true))
}
