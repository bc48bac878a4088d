import type { Quotas } from '@wardline/service-kit'

/** Optional settings of the ingest service. */
export interface IngestConfig {
  /** How long `GET /log-sources/{id}/ledger` waits for its count to catch up before it returns what it has. */
  readonly ledgerWaitMs?: number
  readonly quotas?: Quotas
}
