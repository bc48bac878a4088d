import type { SearchPorts } from '@wardline/host'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { isAuditor, rfc3339 } from '@wardline/kernel'
import type { SearchPage, SearchQuery } from '@wardline/ports'
import type { RedactorOf } from '../tenant-redactors.ts'
import { logEventView } from './log-event-view.ts'
import { queryWords } from './query-words.ts'
import { filtersOf, requireAllowedFilters, type SearchParameters } from './search-filters.ts'
import { timeSpan } from './time-span.ts'

/** A search answers what it has when this much time has passed, and says so. */
const DEADLINE_MS = 2_000
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** Where a walk goes on. `from` and `to` are those of its first page, so that time passing cannot shift its window. */
type Place = { readonly next: string; readonly from: number; readonly to: number }

const NOTHING: SearchPage = { items: [], next: null, coverage: { tiers: [], incomplete: [] } }

/** `GET /logs/search`. */
export const searchLogs =
  ({ index, clock }: SearchPorts, cursors: Cursors, redactorOf: RedactorOf): OperationHandler =>
  async request => {
    const principal = tenantPrincipal(request)
    requireAllowedFilters(request)
    const parameters = request.query as SearchParameters
    const place = cursors.decode<Place>(request)
    const { from, to } = place ?? timeSpan(parameters, clock.now())
    const words = queryWords(parameters.q, isAuditor(principal) ? undefined : redactorOf(principal.tenantId))
    const filters = filtersOf(parameters)

    const query: SearchQuery = {
      from,
      to,
      order: parameters.order ?? 'desc',
      limit: Math.min(parameters.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
      deadlineMs: DEADLINE_MS,
      ...filters,
      ...(words && { words }),
      ...(place && { after: place.next }),
    }
    const impossible = !filters || words?.length === 0 || from === to
    const page = impossible ? NOTHING : await index.search(principal.tenantId, query)
    return {
      status: 200,
      body: {
        items: page.items.map(logEventView),
        next_cursor: page.next === null ? null : cursors.encode(request, { next: page.next, from, to } satisfies Place),
        coverage: {
          tiers: page.coverage.tiers,
          from: rfc3339(from),
          to: rfc3339(to),
          incomplete: page.coverage.incomplete,
        },
      },
    }
  }
