import type { ServiceName } from '@wardline/kernel'
import { type Collection, type Document, defineCollection } from './collection.ts'

/** What one stage of the pipeline has counted for one log source (`id` is the log_source_id). */
export interface LedgerDoc extends Document {
  /** Partition of `log.event.received.v1` -> the last offset that is counted: a redelivery is not counted again. */
  readonly applied: Readonly<Record<string, string>>
  readonly counts: Readonly<Record<string, number>>
}

const ledgerOf = (owner: ServiceName): Collection<LedgerDoc> =>
  defineCollection<LedgerDoc>({
    name: `ledger_${owner.replace('-', '_')}`,
    owner,
    schemaVersion: 1,
    fields: {},
    indexes: [],
  })

/** Counts `accepted`. */
export const ingestLedger = ledgerOf('ingest')
/** Counts `normalized` (searchable, unparsed ones included), `unparsed` (of these) and `rejected`. */
export const normalizerLedger = ledgerOf('normalizer')
/** Counts `evaluated`. */
export const detectorLedger = ledgerOf('detector')
