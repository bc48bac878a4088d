import { tenantPrincipal } from '@wardline/http'
import { isAuditor, searchedEpochs } from '@wardline/kernel'
import type { CountConditions } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import type { LogStorePorts } from '../log-store-ports.ts'
import { queryWords } from './query-words.ts'
import { filtersOf, type SearchRequest } from './search-filters.ts'
import { type TimeSpan, timeSpan } from './time-span.ts'

/** After this time, a search or a count returns what it has and says that it is incomplete. */
const DEADLINE_MS = 2_000
const MIN_DEADLINE_MS = 200

type Filters = Omit<CountConditions, 'from' | 'to' | 'deadlineMs'>

/**
 * The conditions of a request: its time span, and the alternatives to try in turn until one finds something. Without an
 * alternative, nothing can match.
 */
export interface SearchConditions {
  readonly span: TimeSpan
  readonly alternatives: readonly Filters[]
  /** The time left for the request, in milliseconds. */
  deadlineMs(): number
}

/**
 * @param span the time span of a walk's first page.
 * @throws Problem `query_invalid`
 */
export function searchConditions(
  request: SearchRequest,
  { clock, keyring }: Pick<LogStorePorts, 'clock' | 'keyring'>,
  redactorOf: RedactorOf,
  span?: TimeSpan,
): SearchConditions {
  const started = performance.now()
  const principal = tenantPrincipal(request)
  const parameters = request.query
  const { from, to } = span ?? timeSpan(parameters, clock.now())
  const filters = filtersOf(parameters)
  const epochs = isAuditor(principal) ? [] : searchedEpochs(keyring)
  const words = queryWords(
    parameters.q,
    epochs.map(epoch => redactorOf(principal.tenantId, epoch)),
  )
  const possible = filters !== undefined && from < to
  return {
    span: { from, to },
    alternatives: !possible ? [] : words ? words.map(w => ({ ...filters, words: w })) : [filters],
    deadlineMs: () => Math.max(MIN_DEADLINE_MS, DEADLINE_MS - (performance.now() - started)),
  }
}
