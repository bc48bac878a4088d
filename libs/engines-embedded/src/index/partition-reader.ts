import type { StatementSync } from 'node:sqlite'
import { openForReading } from '../sqlite/database.ts'
import { openPartitionCounts, type PartitionCounts } from './partition-counts.ts'
import { PARTITION_FORMAT } from './partition-file.ts'

/** The slot of an event and what decides its place in an answer. */
export interface Row {
  readonly slot: bigint
  readonly time: number
  readonly eventId: string
}

/** One partition as a reader sees it. Sees what is committed. */
export interface PartitionReader {
  /** undefined if the tenant has nothing here. */
  tenantNumber(tenant: string): number | undefined
  tenants(): string[]
  /** Rows that match, in slot order, within the slots `low` to `high`. */
  rows(match: string, low: bigint, high: bigint, order: 'asc' | 'desc', limit: number): Row[]
  isCrowded(key: number): boolean
  doc(slot: bigint, tenantNumber: number): string | undefined
  find(tenantNumber: number, eventId: string, hash: bigint): string | undefined
  readonly counts: PartitionCounts
  close(): void
}

export function openPartitionReader(path: string): PartitionReader {
  const db = openForReading(path, PARTITION_FORMAT)
  // Many are open at once; the operating system caches the rest.
  db.exec('PRAGMA cache_size = -4096')
  const prepare = (sql: string): StatementSync => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  const scan = (direction: string): StatementSync =>
    prepare(`SELECT e.slot, e.time, e.event_id FROM words w CROSS JOIN events e ON e.slot = w.rowid
      WHERE w.words MATCH ? AND w.rowid BETWEEN ? AND ? ORDER BY w.rowid ${direction} LIMIT ?`)
  const scans = { asc: scan('ASC'), desc: scan('DESC') }
  const tenant = prepare('SELECT number FROM tenants WHERE tenant = ?')
  const tenants = prepare('SELECT tenant FROM tenants ORDER BY tenant')
  const crowded = prepare('SELECT 1 FROM crowded WHERE key = ?')
  const docAt = prepare('SELECT doc FROM events WHERE slot = ? AND tenant = ?')
  const byHash = prepare(
    'SELECT e.event_id, e.doc FROM ids i JOIN events e ON e.slot = i.slot WHERE i.hash = ? AND e.tenant = ?',
  )
  return {
    counts: openPartitionCounts(db),
    tenantNumber(name) {
      const row = tenant.get(name)
      return row && Number(row.number)
    },
    tenants: () => tenants.all().map(row => row.tenant as string),
    rows: (match, low, high, order, limit) =>
      scans[order].all(match, low, high, limit).map(row => ({
        slot: row.slot as bigint,
        time: Number(row.time),
        eventId: row.event_id as string,
      })),
    isCrowded: key => crowded.get(key) !== undefined,
    doc: (slot, tenantNumber) => docAt.get(slot, tenantNumber)?.doc as string | undefined,
    find: (tenantNumber, eventId, hash) =>
      byHash.all(hash, tenantNumber).find(row => row.event_id === eventId)?.doc as string | undefined,
    close: () => db.close(),
  }
}
