// The same pages from the same files by SQLite alone: one statement per day, newest or oldest day first, until the page is full.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SearchQuery } from '@wardline/ports'
import { firstSlot, keyOfTime, lastSlot } from '../../../libs/engines-embedded/src/index/slots.ts'
import { matchText, tokenQuery } from '../../../libs/engines-embedded/src/index/tokens.ts'

interface Day {
  readonly day: string
  readonly tenantNumber: number
  readonly asc: StatementSync
  readonly desc: StatementSync
  close(): void
}

/** @param folder of the partitions. @returns a page's documents, parsed, `skip` of them left out. */
export function sqliteSearch(folder: string, tenant: string) {
  const days = globSync(join(folder, '[0-9]*/*.sqlite'))
    .sort()
    .flatMap(path => openDay(path, tenant))
  return {
    page(q: Omit<SearchQuery, 'after'>, skip = 0): unknown[] {
      const rows: string[] = []
      const wanted = skip + q.limit + 1
      const tokens = tokenQuery(q)
      const inOrder = q.order === 'asc' ? days : days.toReversed()
      for (const d of inOrder) {
        if (rows.length >= wanted) break
        const began = Date.parse(d.day)
        if (began >= q.to || began + 86_400_000 <= q.from) continue
        const [low, high] = [firstSlot(keyOfTime(q.from)), lastSlot(keyOfTime(q.to - 1))]
        const found = d[q.order].all(matchText(d.tenantNumber, tokens), low, high, wanted - rows.length)
        rows.push(...found.map(row => row.doc as string))
      }
      return rows.slice(skip, skip + q.limit).map(doc => JSON.parse(doc))
    },
    close() {
      for (const d of days) d.close()
    },
  }
}

function openDay(path: string, tenant: string): Day[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const number = db.prepare('SELECT number FROM tenants WHERE tenant = ?').get(tenant)?.number
  if (number === undefined) {
    db.close()
    return []
  }
  const scan = (direction: string): StatementSync =>
    db.prepare(`SELECT e.doc FROM words w CROSS JOIN events e ON e.slot = w.rowid
      WHERE w.words MATCH ? AND w.rowid BETWEEN ? AND ? ORDER BY w.rowid ${direction} LIMIT ?`)
  const day = basename(path).slice(0, 10)
  return [{ day, tenantNumber: Number(number), asc: scan('ASC'), desc: scan('DESC'), close: () => db.close() }]
}
