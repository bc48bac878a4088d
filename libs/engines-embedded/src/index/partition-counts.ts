import type { DatabaseSync } from 'node:sqlite'
import { type Kind, kindOfText } from './kinds.ts'

export interface KindCount {
  readonly kind: number
  readonly n: number
}

/** The counts of one partition as a reader sees them (kinds.ts). */
export interface PartitionCounts {
  kind(number: number): Kind
  /** Events of a tenant by span and kind, within the spans `first` to `last`, in the order of spans. */
  spans(tenantNumber: number, first: number, last: number): (KindCount & { readonly span: number })[]
  /** Events that match by kind, within the slots `low` to `high`. */
  matching(match: string, low: bigint, high: bigint): KindCount[]
  /**
   * The same for slots whose key is not precise enough about the time: event times from `from` (inclusive) to `to`
   * (exclusive).
   */
  matchingTimes(match: string, low: bigint, high: bigint, from: number, to: number): KindCount[]
  /** Events of a tenant by the hour of their receipt and kind, hours counted since the epoch. */
  receipts(tenantNumber: number, firstHour: number, lastHour: number): (KindCount & { readonly hour: number })[]
}

export function openPartitionCounts(db: DatabaseSync): PartitionCounts {
  const kind = db.prepare('SELECT kind FROM kinds WHERE number = ?')
  const spans = db.prepare('SELECT span, kind, n FROM counts WHERE tenant = ? AND span BETWEEN ? AND ? ORDER BY span')
  const receipts = db.prepare('SELECT hour, kind, n FROM receipts WHERE tenant = ? AND hour BETWEEN ? AND ?')
  const matching = (times: string) =>
    db.prepare(`SELECT s.kind AS kind, count(*) AS n FROM words w CROSS JOIN slots s ON s.slot = w.rowid ${times && 'CROSS JOIN events e ON e.slot = w.rowid'}
      WHERE w.words MATCH ? AND w.rowid BETWEEN ? AND ? ${times} GROUP BY s.kind`)
  const byKey = matching('')
  const byTime = matching('AND e.time >= ? AND e.time < ?')
  return {
    kind(number) {
      const row = kind.get(number)
      if (!row) throw new Error('a partition counts a kind that it does not have')
      return kindOfText(row.kind as string)
    },
    spans: (tenant, first, last) => spans.all(tenant, first, last) as unknown as ReturnType<PartitionCounts['spans']>,
    receipts: (tenant, first, last) =>
      receipts.all(tenant, first, last) as unknown as ReturnType<PartitionCounts['receipts']>,
    matching: (match, low, high) => byKey.all(match, low, high) as unknown as KindCount[],
    matchingTimes: (match, low, high, from, to) => byTime.all(match, low, high, from, to) as unknown as KindCount[],
  }
}
