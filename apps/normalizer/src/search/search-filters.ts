import type { OperationRequest } from '@wardline/http'
import { atLeast, foldText, isAuditor, Problem, SEVERITIES, type Severity, severityId } from '@wardline/kernel'
import type { SearchQuery } from '@wardline/ports'

/** The query of `searchLogs` as its schema lets it through. */
export interface SearchParameters {
  readonly from?: string
  readonly to?: string
  readonly severity?: readonly Severity[]
  readonly min_severity?: Severity
  readonly asset_id?: string
  readonly log_source_id?: string
  readonly category?: readonly string[]
  readonly event_type?: readonly string[]
  readonly q?: string
  readonly user?: string
  readonly ip?: string
  readonly host?: string
  readonly order?: 'asc' | 'desc'
  readonly limit?: number
}

/** Nothing that an auditor can filter by tells personal values apart (design section 7). */
const FOR_AUDITORS = new Set([
  'from',
  'to',
  'severity',
  'min_severity',
  'category',
  'event_type',
  'log_source_id',
  'asset_id',
  'q',
  'order',
  'limit',
  'cursor',
  'field',
  'top',
  'interval_seconds',
])

/** @throws Problem 403 `filter_not_allowed` for an auditor's filter outside the list. */
export function requireAllowedFilters({ principal, query }: OperationRequest): void {
  if (!isAuditor(principal)) return
  const refused = Object.keys(query).filter(name => query[name] !== undefined && !FOR_AUDITORS.has(name))
  if (refused.length > 0) {
    throw new Problem('filter_not_allowed', {
      errors: refused.map(name => ({ pointer: `?${name.slice(0, 64)}`, message: 'is not for auditors' })),
    })
  }
}

type Filters = Pick<
  SearchQuery,
  'severityIds' | 'categories' | 'eventTypes' | 'logSourceIds' | 'assetIds' | 'users' | 'ips' | 'hosts'
>

/** The exact filters, or undefined when they contradict one another and nothing can match. */
export function filtersOf(p: SearchParameters): Filters | undefined {
  const severityIds = severityIdsOf(p)
  if (severityIds?.length === 0) return undefined
  return {
    ...(severityIds && { severityIds }),
    ...(p.category?.length && { categories: p.category.map(foldText) }),
    ...(p.event_type?.length && { eventTypes: p.event_type.map(foldText) }),
    ...(p.log_source_id !== undefined && { logSourceIds: [p.log_source_id] }),
    ...(p.asset_id !== undefined && { assetIds: [p.asset_id] }),
    ...(p.user !== undefined && { users: [foldText(p.user)] }),
    ...(p.ip !== undefined && { ips: [foldText(p.ip)] }),
    ...(p.host !== undefined && { hosts: [foldText(p.host)] }),
  }
}

function severityIdsOf({ severity, min_severity: floor }: SearchParameters): readonly number[] | undefined {
  if (!severity?.length && !floor) return undefined
  return SEVERITIES.filter(s => (!severity?.length || severity.includes(s)) && (!floor || atLeast(s, floor))).map(
    severityId,
  )
}
