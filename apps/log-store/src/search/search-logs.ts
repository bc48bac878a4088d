import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import type { SearchPage } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import type { LogStorePorts } from '../log-store-ports.ts'
import { coverageView } from './coverage-view.ts'
import { logEventView } from './log-event-view.ts'
import { searchConditions } from './search-conditions.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/**
 * Where a walk continues. `from` and `to` are those of its first page, so the passing of time cannot shift its window.
 * `words` is the index of the alternative that found something.
 */
type Place = { readonly next: string; readonly from: number; readonly to: number; readonly words: number }

const NOTHING: SearchPage = { items: [], next: null, coverage: { tiers: [], incomplete: [] } }

/** `GET /logs/search`. */
export const searchLogs =
  (ports: LogStorePorts, cursors: Cursors, redactorOf: RedactorOf): OperationHandler<'searchLogs'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const parameters = request.query
    const place = cursors.decode<Place>(request)
    const { span, alternatives, deadlineMs } = searchConditions(request, ports, redactorOf, place)
    const search = (at: number): Promise<SearchPage> =>
      ports.logReader.search(tenantId, {
        ...span,
        ...alternatives[at],
        order: parameters.order ?? 'desc',
        limit: Math.min(parameters.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
        deadlineMs: deadlineMs(),
        ...(place && { after: place.next }),
      })
    let at = place?.words ?? 0
    let page = at < alternatives.length ? await search(at) : NOTHING
    while (!place && at + 1 < alternatives.length && page.items.length === 0 && page.next === null) {
      at++
      page = await search(at)
    }
    const next = page.next === null ? null : ({ ...span, next: page.next, words: at } satisfies Place)
    return {
      status: 200,
      body: {
        items: page.items.map(logEventView),
        next_cursor: next && cursors.encode(request, next),
        coverage: await coverageView(ports.registry, tenantId, span, page.coverage),
      },
    }
  }
