import { hash } from 'node:crypto'
import { openDatabase } from '../sqlite/database.ts'
import { emptyWriteAheadLog, overwriteFreePages } from '../sqlite/purge.ts'
import { createEraser, rewriteWords } from './erase-event.ts'
import type { IdHash } from './id-filter.ts'
import { openKindCounts } from './kind-counts.ts'
import { PARTITION_FORMAT } from './partition-file.ts'
import { firstSlot, homeSlot, isCoarse, keyOfTime, lastSlot, MAX_SHIFT } from './slots.ts'
import { withTenant } from './tokens.ts'

/** An event on its way into a partition. */
export interface Entry {
  readonly tenant: string
  readonly eventId: string
  readonly time: number
  /** From `itemTokens`. */
  readonly tokens: string
  /** JSON. */
  readonly doc: string
  /** From `kindText`. */
  readonly kind: string
  readonly receivedAt: number
  readonly origin: string | null
}

const digest = (tenant: string, eventId: string): Buffer => hash('sha256', `${tenant}\n${eventId}`, 'buffer')

/** Identifies an event within its partition: the first 64 bits of SHA-256 over tenant and id. */
export const idHash = (tenant: string, eventId: string): bigint => digest(tenant, eventId).readBigInt64BE(0)

/** The same, and its halves. */
export function idHashes(tenant: string, eventId: string): IdHash & { readonly hash: bigint } {
  const bytes = digest(tenant, eventId)
  return { hash: bytes.readBigInt64BE(0), high: bytes.readInt32BE(0), low: bytes.readInt32BE(4) }
}

/**
 * One partition as its only writer sees it. Writes are in a transaction that {@link PartitionWriter.commit} makes
 * durable.
 */
export interface PartitionWriter {
  /** undefined if it is missing; else the delivery that stored it, if known. */
  holder(tenant: string, eventId: string, hash: bigint): { readonly origin: string | null } | undefined
  /** The caller has checked that it is missing. Returns false when no slot is left for its time. */
  add(entry: Entry, hash: bigint): boolean
  /**
   * Removes an event with everything derived from it; its tokens must be those that it was added with. Returns false if
   * it is missing.
   */
  erase(tenant: string, eventId: string, hash: bigint, tokens: string): boolean
  commit(): void
  /** Overwrites what erased events have left behind, step by step. Between two steps other writes may be committed. */
  purge(): Generator<void>
  /** Rolls back what is not committed, if anything. */
  rollback(): void
  close(): void
}

/** @param sealed the file is rarely written to. */
export function openPartitionWriter(path: string, sealed = false): PartitionWriter {
  const db = openDatabase(path, PARTITION_FORMAT, sealed ? 'DELETE' : 'WAL')
  const bigInts = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const find = bigInts(
    'SELECT e.slot, e.tenant, e.event_id, e.origin FROM ids i JOIN events e ON e.slot = i.slot WHERE i.hash = ?',
  )
  const insert = db.prepare(
    'INSERT OR IGNORE INTO events (slot, time, tenant, event_id, doc, origin) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertId = db.prepare('INSERT INTO ids (hash, slot) VALUES (?, ?)')
  const insertWords = db.prepare('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
  const insertTenant = db.prepare('INSERT INTO tenants (number, tenant) VALUES (?, ?)')
  const insertCrowded = db.prepare('INSERT OR IGNORE INTO crowded (key) VALUES (?)')
  const highest = bigInts('SELECT max(slot) AS slot FROM events WHERE slot BETWEEN ? AND ?')
  const counts = openKindCounts(db)
  const eraser = createEraser(db)
  const tenants = new Map<string, number>()
  const crowded = new Set<number>()
  /** Something was written and is not committed. */
  let dirty = false

  function load(): void {
    tenants.clear()
    crowded.clear()
    counts.forget()
    for (const row of db.prepare('SELECT number, tenant FROM tenants').iterate())
      tenants.set(row.tenant as string, Number(row.number))
    for (const row of db.prepare('SELECT key FROM crowded').iterate()) crowded.add(Number(row.key))
  }
  load()

  const numberOf = (tenant: string): number => {
    const known = tenants.get(tenant)
    if (known !== undefined) return known
    const number = tenants.size
    insertTenant.run(number, tenant)
    tenants.set(tenant, number)
    return number
  }

  /** The first free slot from the home on; in a crowded key, the one after the last used slot. */
  function place(e: Entry, tenant: number): bigint | undefined {
    const key = keyOfTime(e.time)
    const end = lastSlot(key)
    const taken = (slot: bigint): boolean => insert.run(slot, e.time, tenant, e.eventId, e.doc, e.origin).changes === 0
    if (!crowded.has(key)) {
      const home = homeSlot(key, e.eventId)
      for (let slot = home; slot <= end && slot <= home + MAX_SHIFT; slot++) if (!taken(slot)) return slot
      if (!isCoarse(key)) insertCrowded.run(key)
      crowded.add(key)
    }
    const last = highest.get(firstSlot(key), end)?.slot as bigint | null | undefined
    for (let slot = (last ?? firstSlot(key)) + 1n; slot <= end; slot++) if (!taken(slot)) return slot
    return scatter(firstSlot(key), taken)
  }

  const rowOf = (tenant: string, eventId: string, idHash: bigint) => {
    const number = tenants.get(tenant)
    if (number === undefined) return undefined
    return find.all(idHash).find(r => r.event_id === eventId && Number(r.tenant) === number)
  }

  return {
    holder(tenant, eventId, idHash) {
      const row = rowOf(tenant, eventId, idHash)
      return row && { origin: row.origin as string | null }
    },
    erase(tenant, eventId, idHash, tokens) {
      const row = rowOf(tenant, eventId, idHash)
      if (!row) return false
      if (!db.isTransaction) begin.run()
      dirty = true
      const number = Number(row.tenant)
      eraser.erase(row.slot as bigint, number, idHash, withTenant(number, tokens))
      return true
    },
    add(entry, idHash) {
      if (!db.isTransaction) begin.run()
      dirty = true
      const tenant = numberOf(entry.tenant)
      const slot = place(entry, tenant)
      if (slot === undefined) return false
      insertId.run(idHash, slot)
      insertWords.run(slot, withTenant(tenant, entry.tokens))
      counts.add(tenant, slot, entry)
      return true
    },
    commit() {
      if (!dirty) return
      counts.flush()
      commit.run()
      dirty = false
    },
    *purge() {
      yield* rewriteWords(db)
      yield* overwriteFreePages(db)
      yield* emptyWriteAheadLog(db)
    },
    rollback() {
      // SQLite itself ends a transaction that failed on a full disk; our own state of it must be reset anyway.
      if (db.isTransaction) db.exec('ROLLBACK')
      if (dirty) load()
      dirty = false
    },
    close: () => db.close(),
  }
}

/** Any free slot, when the last one of a crowded key is used. Two million events of one millisecond fill a key. */
function scatter(first: bigint, taken: (slot: bigint) => boolean): bigint | undefined {
  for (let i = 0; i < 200; i++) {
    const slot = first + BigInt(Math.floor(Math.random() * 2 ** 21))
    if (!taken(slot)) return slot
  }
  return undefined
}
