import type { OperationTypes } from '@wardline/api'
import type { OperationRequest } from '@wardline/http'
import { atLeast, foldText, SEVERITIES, severityId } from '@wardline/kernel'
import type { ExactFilters } from '@wardline/ports'

/** The query of `searchLogs`. Counts use a part of it. */
export type SearchParameters = Partial<OperationTypes['searchLogs']['query']>

/** A request to search or to count. */
export type SearchRequest = Pick<OperationRequest, 'operationId' | 'principal'> & { readonly query: SearchParameters }

type Filters = ExactFilters & { readonly not?: ExactFilters }

interface Exclusion {
  /** The filter's name in the API. */
  readonly filter: string
  readonly value: string
}

function exclusionsOf(not: readonly string[] = []): readonly Exclusion[] {
  return not.map(text => {
    const colon = text.indexOf(':')
    return { filter: text.slice(0, colon), value: text.slice(colon + 1) }
  })
}

/** The values that an event must not have. */
function notOf(exclusions: readonly Exclusion[]): ExactFilters {
  const values = (name: string): string[] => exclusions.filter(e => e.filter === name).map(e => e.value)
  const severityIds = SEVERITIES.filter(s => values('severity').includes(s)).map(severityId)
  const all = {
    severityIds,
    categories: values('category').map(foldText),
    eventTypes: values('event_type').map(foldText),
    logSourceIds: values('log_source_id'),
    assetIds: values('asset_id'),
    users: values('user').map(foldText),
    ips: values('ip').map(foldText),
    hosts: values('host').map(foldText),
  }
  return Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))
}

/** The exact filters, or undefined if they contradict each other and nothing can match. */
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
    ...(p.not?.length && { not: notOf(exclusionsOf(p.not)) }),
  }
}

function severityIdsOf({ severity, min_severity: floor }: SearchParameters): readonly number[] | undefined {
  if (!severity?.length && !floor) return undefined
  return SEVERITIES.filter(s => (!severity?.length || severity.includes(s)) && (!floor || atLeast(s, floor))).map(
    severityId,
  )
}
