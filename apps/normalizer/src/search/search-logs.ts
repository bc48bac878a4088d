import type { SearchPorts } from '@wardline/host'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { isAuditor, rfc3339 } from '@wardline/kernel'
import type { SearchPage } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import { logEventView } from './log-event-view.ts'
import { queryWords } from './query-words.ts'
import { filtersOf, requireAllowedFilters, type SearchParameters } from './search-filters.ts'
import { timeSpan } from './time-span.ts'

/** A search answers what it has when this much time has passed, and says so. */
const DEADLINE_MS = 2_000
const MIN_DEADLINE_MS = 200
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/**
 * Where a walk goes on. `from` and `to` are those of its first page, so that time passing cannot shift its window; `words` is the place of
 * the alternative that it found something with.
 */
type Place = { readonly next: string; readonly from: number; readonly to: number; readonly words: number }

const NOTHING: SearchPage = { items: [], next: null, coverage: { tiers: [], incomplete: [] } }

/** `GET /logs/search`. */
export const searchLogs =
  ({ index, clock }: SearchPorts, cursors: Cursors, redactorOf: RedactorOf): OperationHandler =>
  async request => {
    const started = performance.now()
    const principal = tenantPrincipal(request)
    requireAllowedFilters(request)
    const parameters = request.query as SearchParameters
    const place = cursors.decode<Place>(request)
    const { from, to } = place ?? timeSpan(parameters, clock.now())
    const filters = filtersOf(parameters)
    const alternatives = queryWords(parameters.q, isAuditor(principal) ? undefined : redactorOf(principal.tenantId))

    const search = (words: readonly string[] | undefined): Promise<SearchPage> =>
      index.search(principal.tenantId, {
        from,
        to,
        order: parameters.order ?? 'desc',
        limit: Math.min(parameters.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
        deadlineMs: Math.max(MIN_DEADLINE_MS, DEADLINE_MS - (performance.now() - started)),
        ...filters,
        ...(words && { words }),
        ...(place && { after: place.next }),
      })
    const impossible = !filters || alternatives?.length === 0 || from === to
    let at = place?.words ?? 0
    let page = impossible ? NOTHING : await search(alternatives?.[at])
    const second = alternatives?.[1]
    if (!place && second && page.items.length === 0 && page.next === null) {
      at = 1
      page = await search(second)
    }
    const next = page.next === null ? null : ({ next: page.next, from, to, words: at } satisfies Place)
    return {
      status: 200,
      body: {
        items: page.items.map(logEventView),
        next_cursor: next && cursors.encode(request, next),
        coverage: {
          tiers: page.coverage.tiers,
          from: rfc3339(from),
          to: rfc3339(to),
          incomplete: page.coverage.incomplete,
        },
      },
    }
  }
