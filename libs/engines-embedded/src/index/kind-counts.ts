import type { DatabaseSync } from 'node:sqlite'
import { HOUR_MS, startOf } from '@wardline/kernel'
import { LRUCache } from 'lru-cache'
import { SPAN_MS } from './kinds.ts'

/** Kinds whose numbers are cached; the others are looked up. */
const KNOWN_KINDS = 20_000

/** An event as counted. */
export interface Countable {
  readonly time: number
  readonly kind: string
  readonly receivedAt: number
}

/** Counts the events of one partition as they are written, in the transaction that writes them. */
export interface KindCounts {
  add(tenant: number, slot: bigint, event: Countable): void
  /** Writes what was added since the last flush: once per span, kind and transaction, not per event. */
  flush(): void
  /** Call it when the transaction was rolled back. */
  forget(): void
}

export function openKindCounts(db: DatabaseSync): KindCounts {
  const findKind = db.prepare('SELECT number FROM kinds WHERE tenant = ? AND kind = ?')
  const insertKind = db.prepare('INSERT INTO kinds (tenant, kind) VALUES (?, ?)')
  const insertSlot = db.prepare('INSERT INTO slots (slot, kind) VALUES (?, ?)')
  const adding = (table: string, column: string) =>
    db.prepare(
      `INSERT INTO ${table} (tenant, ${column}, kind, n) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n`,
    )
  const tallies = [
    { statement: adding('counts', 'span'), sums: createSums() },
    { statement: adding('receipts', 'hour'), sums: createSums() },
  ] as const
  const numbers = new LRUCache<string, number>({ max: KNOWN_KINDS })

  const numberOf = (tenant: number, kind: string): number => {
    const key = `${tenant} ${kind}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const found = findKind.get(tenant, kind)?.number ?? insertKind.run(tenant, kind).lastInsertRowid
    numbers.set(key, Number(found))
    return Number(found)
  }

  return {
    add(tenant, slot, { time, kind, receivedAt }) {
      const number = numberOf(tenant, kind)
      insertSlot.run(slot, number)
      tallies[0].sums.add(tenant, startOf(time, SPAN_MS) / SPAN_MS, number)
      tallies[1].sums.add(tenant, startOf(receivedAt, HOUR_MS) / HOUR_MS, number)
    },
    flush() {
      for (const { statement, sums } of tallies) {
        for (const { tenant, at, kind, n } of sums.all()) statement.run(tenant, at, kind, n)
        sums.clear()
      }
    },
    forget() {
      numbers.clear()
      for (const { sums } of tallies) sums.clear()
    },
  }
}

interface Sum {
  readonly tenant: number
  /** A span or an hour. */
  readonly at: number
  readonly kind: number
  n: number
}

function createSums() {
  const sums = new Map<string, Sum>()
  return {
    add(tenant: number, at: number, kind: number): void {
      const key = `${tenant} ${at} ${kind}`
      const sum = sums.get(key)
      if (sum) sum.n++
      else sums.set(key, { tenant, at, kind, n: 1 })
    },
    all: () => sums.values(),
    clear: () => sums.clear(),
  }
}
