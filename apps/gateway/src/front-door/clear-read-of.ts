import { isAuditor } from '@wardline/kernel'
import type { ClearRead } from '../audit-trail/clear-reads.ts'
import { resourceOf } from '../audit-trail/resource-of.ts'
import type { Admitted } from './admit.ts'

/** An answered request. */
export interface Answered extends Pick<Admitted, 'operation' | 'row' | 'principal' | 'params'> {
  readonly requestId: string
  readonly clientAddress: string
  /** The query as it was sent, without its `?`. It is valid. */
  readonly search: string
  readonly status: number
}

/**
 * What a request has read in clear of people, if it has: never for auditors, who get the redacted view and whose reads
 * are all on record. Filters are named, without their values.
 */
export function clearReadOf(answered: Answered): ClearRead | undefined {
  const { operation, row, principal, params, status } = answered
  if (principal.type === 'anonymous' || isAuditor(principal) || row.audit !== 'read' || status >= 300) return undefined
  const filters = row.personalFilters.length === 0 ? [] : filtersIn(answered.search, row.personalFilters)
  if (!row.readsPersons && filters.length === 0) return undefined
  return {
    tenantId: principal.tenantId,
    actor: { type: principal.type, id: principal.id },
    operation: operation.operationId,
    resource: resourceOf(operation, params, undefined),
    filters,
    request_id: answered.requestId,
    client_address: answered.clientAddress,
  }
}

/** `user=x`, or `not=user:x`. */
function filtersIn(search: string, personal: readonly string[]): readonly string[] {
  const names = [...new URLSearchParams(search)].map(([name, value]) =>
    name === 'not' ? value.slice(0, Math.max(0, value.indexOf(':'))) : name,
  )
  return personal.filter(name => names.includes(name)).sort()
}
