import type { OperationTypes } from '@wardline/api'
import type { OperationRequest } from '@wardline/http'
import { atLeast, foldText, isAuditor, Problem, SEVERITIES, severityId } from '@wardline/kernel'
import type { ExactFilters } from '@wardline/ports'
import { isShownAs } from '@wardline/redaction'

/** The query of `searchLogs`. Counts use a part of it. */
export type SearchParameters = Partial<OperationTypes['searchLogs']['query']>

/** A request to search or to count. */
export type SearchRequest = Pick<OperationRequest, 'operationId' | 'principal'> & { readonly query: SearchParameters }

/** Filters for auditors. None of them distinguishes personal values (docs/architecture.md#normalized-log-events). */
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
  'not',
  'order',
  'limit',
  'cursor',
  'field',
  'top',
  'interval_seconds',
])

/** What the values of an auditor's filters must be. Any other could be a name that they try. */
const TYPES = {
  category: 'ocsf_category',
  event_type: 'ocsf_class',
  log_source_id: 'log_source_id',
  asset_id: 'asset_id',
} as const

const mayAsk = (filter: string, value: string): boolean =>
  !Object.hasOwn(TYPES, filter) || isShownAs(TYPES[filter as keyof typeof TYPES], value)

/**
 * The query without the values that an auditor may not ask for, or undefined if nothing can match the rest. All others
 * may ask for anything.
 */
export function askableOf({ principal, query }: SearchRequest): SearchParameters | undefined {
  if (!isAuditor(principal)) return query
  const { category, event_type, log_source_id, asset_id, not, ...rest } = query
  const listed = (filter: string, values: readonly string[] | undefined) =>
    values?.filter(value => mayAsk(filter, foldText(value)))
  const categories = listed('category', category)
  const types = listed('event_type', event_type)
  const exclusions = exclusionsOf(not)
  const excluded = not?.filter((_, i) => {
    const { filter, value } = exclusions[i]!
    return mayAsk(filter, filter.endsWith('_id') ? value : foldText(value))
  })
  if ((category?.length && !categories?.length) || (event_type?.length && !types?.length)) return undefined
  if (log_source_id !== undefined && !mayAsk('log_source_id', log_source_id)) return undefined
  if (asset_id !== undefined && !mayAsk('asset_id', asset_id)) return undefined
  return {
    ...rest,
    ...(categories && { category: categories }),
    ...(types && { event_type: types }),
    ...(log_source_id !== undefined && { log_source_id }),
    ...(asset_id !== undefined && { asset_id }),
    ...(excluded && { not: excluded }),
  }
}

/** @throws Problem 403 `filter_not_allowed` for an auditor's filter outside the list. */
export function requireAllowedFilters({ principal, query }: SearchRequest): void {
  if (!isAuditor(principal)) return
  const without = exclusionsOf(query.not).map(({ filter }) => filter)
  const asked = [...Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name])), ...without]
  const refused = [...new Set(asked)].filter(name => !FOR_AUDITORS.has(name))
  if (refused.length > 0) {
    throw new Problem('filter_not_allowed', {
      errors: refused.map(name => ({ pointer: `?${name.slice(0, 64)}`, message: 'is not for auditors' })),
    })
  }
}

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
