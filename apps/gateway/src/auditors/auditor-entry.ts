import type { ApiOperation } from '@wardline/api'
import { isAuditor, type Principal, Problem } from '@wardline/kernel'
import { askable, type ViewName } from '@wardline/redaction'

type Query = Readonly<Record<string, unknown>>

/**
 * The query that a caller's request goes on with (docs/architecture.md#redaction): every query of every operation passes
 * here. An auditor's is judged by the policy of the view that answers: a parameter that tells people apart is refused,
 * and a value that could be somebody's finds nothing. All others ask for anything.
 * @throws Problem 403 `filter_not_allowed`
 */
export function throughEntry(operation: ApiOperation, principal: Principal, query: Query): Query {
  if (principal.type === 'anonymous' || !isAuditor(principal) || operation.view === undefined) return query
  const asked = askable(operation.view as ViewName, query)
  if (asked.refused.length > 0) {
    throw new Problem('filter_not_allowed', {
      errors: asked.refused.map(name => ({ pointer: `?${name.slice(0, 64)}`, message: 'is not for auditors' })),
    })
  }
  return asked.query
}
