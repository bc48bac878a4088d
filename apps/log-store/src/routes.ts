import { createCursors, type OperationsOf } from '@wardline/http'
import type { RedactorOf } from '@wardline/redaction'
import { archiveOperations } from './archive/archive-operations.ts'
import type { LogStorePorts } from './log-store-ports.ts'
import { readRetention } from './retention/read-retention.ts'
import { updateRetention } from './retention/update-retention.ts'
import { readFacets } from './search/read-facets.ts'
import { readHistogram } from './search/read-histogram.ts'
import { readLogEvent } from './search/read-log-event.ts'
import { searchLogs } from './search/search-logs.ts'
import { COUNT_LIMITS, createSearchTurns, inTurn, READ_LIMITS, TURN_LIMITS } from './search/search-turns.ts'

export function logStoreOperations(ports: LogStorePorts, redactorOf: RedactorOf): OperationsOf<'log-store'> {
  const cursors = createCursors(ports.keyring)
  const refused = (reason: string): void => ports.metrics.count('searches_refused_total', { reason })
  const turns = createSearchTurns(TURN_LIMITS, refused)
  const counts = createSearchTurns(COUNT_LIMITS, refused)
  const reads = createSearchTurns(READ_LIMITS, refused)
  return {
    searchLogs: inTurn(turns, searchLogs(ports, cursors, redactorOf)),
    readLogFacets: inTurn(counts, readFacets(ports, redactorOf)),
    readLogHistogram: inTurn(counts, readHistogram(ports, redactorOf)),
    readLogEvent: inTurn(reads, readLogEvent(ports)),
    readRetention: readRetention(ports),
    updateRetention: updateRetention(ports),
    ...archiveOperations(ports, cursors),
  }
}
