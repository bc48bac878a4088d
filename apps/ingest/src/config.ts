/** What an ingest may be told beside its ports. */
export interface IngestConfig {
  /** How long `GET /log-sources/{id}/ledger` waits for its own count to catch up before it answers with what it has. */
  readonly ledgerWaitMs?: number
}
