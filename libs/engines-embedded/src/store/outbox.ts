import type { DatabaseSync } from 'node:sqlite'
import { Problem } from '@wardline/kernel'
import { MAX_OUTBOX } from '@wardline/ports'
import type { BusStore } from './bus-store.ts'
import type { RowRef } from './rows.ts'

/** Limit on waiting events, above which no write may add more: the bus has then refused events for a long time. */
const MAX_WAITING = 100_000

interface Waiting {
  readonly seq: number
  readonly owner: string
  readonly topic: string
  readonly event: string
}

/**
 * Events written with a document, until they are on the bus. They are rows in the registry's file, so they are written
 * in the document's transaction. One relay publishes them in the order of their writes: stage, commit the bus, then
 * remove them. After a crash in between they are published again, never lost.
 */
export interface Outbox {
  /** Inside the document's transaction. @throws Error over `MAX_OUTBOX` events of one document. */
  add(owner: RowRef, events: readonly { readonly topic: string; readonly event: string }[]): void
  /** After the transaction: its events may now be relayed. */
  committed(): void
  /** The transaction did not happen. */
  rolledBack(): void
  waitingFor(owner: RowRef): number
  readonly waiting: number
  /** Stages all waiting events on the bus. */
  stage(bus: BusStore): void
  /** Call it when what was staged is durable on the bus. */
  published(): void
  /** Whether the file has rows that are already published. */
  readonly clearable: boolean
  /** Inside a transaction: removes the published rows. */
  clear(): void
}

export function openOutbox(db: DatabaseSync): Outbox {
  const insert = db.prepare('INSERT INTO outbox (owner, topic, event) VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM outbox WHERE seq <= ?')
  const counts = new Map<string, number>()
  const queue: Waiting[] = []
  let fresh: Waiting[] = []
  let staged = 0
  let publishedTo = 0
  let clearedTo = 0

  const count = (owner: string, by: number): void => {
    const n = (counts.get(owner) ?? 0) + by
    if (n > 0) counts.set(owner, n)
    else counts.delete(owner)
  }
  for (const row of db.prepare('SELECT seq, owner, topic, event FROM outbox ORDER BY seq').iterate()) {
    const event = { seq: Number(row.seq), owner: row.owner, topic: row.topic, event: row.event } as Waiting
    queue.push(event)
    count(event.owner, 1)
  }

  return {
    add(ref, events) {
      if (events.length === 0) return
      const owner = JSON.stringify([ref.collection, ref.tenant, ref.id])
      if ((counts.get(owner) ?? 0) + events.length > MAX_OUTBOX)
        throw new Error(`${ref.collection}: more than ${MAX_OUTBOX} events wait`)
      if (queue.length + fresh.length > MAX_WAITING) throw new Problem('unavailable', { detail: 'the outbox is full' })
      for (const { topic, event } of events) {
        const seq = Number(insert.run(owner, topic, event).lastInsertRowid)
        fresh.push({ seq, owner, topic, event })
        count(owner, 1)
      }
    },
    committed() {
      queue.push(...fresh)
      fresh = []
    },
    rolledBack() {
      for (const { owner } of fresh) count(owner, -1)
      fresh = []
      clearedTo = 0
    },
    waitingFor: ref => counts.get(JSON.stringify([ref.collection, ref.tenant, ref.id])) ?? 0,
    get waiting() {
      return queue.length
    },
    stage(bus) {
      for (const { topic, event } of queue) bus.stage({ topic, count: 1, body: event })
      staged = queue.length
    },
    published() {
      for (const { seq, owner } of queue.splice(0, staged)) {
        count(owner, -1)
        publishedTo = seq
      }
      staged = 0
    },
    get clearable() {
      return publishedTo > clearedTo
    },
    clear() {
      remove.run(publishedTo)
      clearedTo = publishedTo
    },
  }
}
