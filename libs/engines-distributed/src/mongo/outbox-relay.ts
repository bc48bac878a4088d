import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@wardline/events'
import type { EventBus } from '@wardline/ports'
import type { Filter, Collection as MongoCollection } from 'mongodb'
import type { MongoSettings } from '../config.ts'
import { faultOf, type Surroundings, within } from '../surroundings.ts'
import type { Collections } from './collections.ts'
import { bounded } from './faults.ts'
import type { Row } from './row.ts'

const WORKERS = 8
const MAX_PENDING = 10_000
const POLL_ROWS = 200

/**
 * Publishes the events that wait in documents. Every process runs one; a lease in the document says which one publishes
 * it, so that its events are published in order. The lease of a dead relay runs out; then another relay publishes again
 * what may already have been published.
 */
export interface OutboxRelay {
  /** Announces a document that has events, right after its write. */
  wake(rows: MongoCollection<Row>, id: string): void
  /** Resolves when current work is done, or its lease has ended and another relay has it. */
  close(): Promise<void>
}

export function startRelay(
  collections: Collections,
  bus: { readonly pass: EventBus['publish'] },
  settings: MongoSettings,
  { clock, log }: Surroundings,
): OutboxRelay {
  const owner = randomUUID()
  const abort = new AbortController()
  const pending = new Map<string, { rows: MongoCollection<Row>; id: string }>()
  const working = new Set<Promise<void>>()
  let faults = 0

  async function claim(rows: MongoCollection<Row>, id: string): Promise<Row | null> {
    const now = clock.now()
    const free: Filter<Row> = {
      _id: id,
      waiting: 1,
      $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: now } }],
    }
    const lease = { owner, until: now + settings.leaseMs }
    return rows.findOneAndUpdate(free, { $set: { lease } }, { returnDocument: 'after' })
  }

  /**
   * Removes what was published. Returns true when more was written meanwhile: then the lease is released, and the
   * caller claims it again.
   */
  async function forget(rows: MongoCollection<Row>, id: string, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) {
      await clear(rows, id)
      return false
    }
    const mine = { _id: id, 'lease.owner': owner }
    const all = {
      ...mine,
      outbox: { $size: ids.length },
      'outbox.0.id': ids[0],
      [`outbox.${ids.length - 1}.id`]: ids.at(-1),
    }
    const done = await rows.updateOne(all as Filter<Row>, { $unset: { outbox: 1, waiting: 1, lease: 1 } })
    if (done.matchedCount > 0) return false
    await rows.updateOne({ _id: id }, { $pull: { outbox: { id: { $in: [...ids] } } } } as object)
    await clear(rows, id)
    await release(rows, id)
    return true
  }

  const clear = async (rows: MongoCollection<Row>, id: string): Promise<void> => {
    await rows.updateOne({ _id: id, outbox: { $size: 0 } } as Filter<Row>, {
      $unset: { outbox: 1, waiting: 1, lease: 1 },
    })
  }

  const release = async (rows: MongoCollection<Row>, id: string): Promise<void> => {
    await rows.updateOne({ _id: id, 'lease.owner': owner } as Filter<Row>, { $unset: { lease: 1 } })
  }

  async function relay(rows: MongoCollection<Row>, id: string): Promise<void> {
    for (let more = true; more && !abort.signal.aborted; ) {
      const row = await claim(rows, id)
      if (!row) return
      const waiting = row.outbox ?? []
      try {
        const traces = new Map(waiting.map(({ id, traceparent }) => [id, traceparent]))
        await bus.pass(
          waiting.map(({ json }) => JSON.parse(json) as Envelope),
          event => traces.get(event.id),
        )
      } catch (error) {
        await release(rows, id).catch(() => {})
        throw error
      }
      more = await forget(
        rows,
        id,
        waiting.map(event => event.id),
      )
    }
  }

  function work(): void {
    while (working.size < WORKERS && !abort.signal.aborted) {
      const [next] = pending
      if (!next) return
      pending.delete(next[0])
      const { rows, id } = next[1]
      const one = bounded(relay(rows, id))
        .then(
          () => {
            faults = 0
          },
          error => {
            // The next poll finds the document again.
            pending.clear()
            if (faults++ === 0) log.warn({ engine: 'mongodb', fault: faultOf(error) }, 'events wait in their documents')
          },
        )
        .finally(() => {
          working.delete(one)
          work()
        })
      working.add(one)
    }
  }

  function wake(rows: MongoCollection<Row>, id: string): void {
    if (pending.size >= MAX_PENDING) return
    pending.set(`${rows.collectionName} ${id}`, { rows, id })
    work()
  }

  async function poll(): Promise<void> {
    while (!abort.signal.aborted) {
      await sleep(settings.relayPollMs, undefined, { signal: abort.signal }).catch(() => {})
      try {
        for (const rows of await bounded(collections.present())) {
          if (abort.signal.aborted) return
          const free: Filter<Row> = {
            waiting: 1,
            $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: clock.now() } }],
          }
          const found = await bounded(rows.find(free, { projection: { _id: 1 }, limit: POLL_ROWS }).toArray())
          for (const { _id } of found) wake(rows, _id)
        }
      } catch {
        // The registry is down: its health says so, and waiting events keep waiting.
      }
    }
  }

  const polling = poll()
  return {
    wake,
    async close() {
      abort.abort()
      const done = Promise.all([polling, ...working])
      await within(settings.leaseMs, 'the last events', done).catch(() => {})
    },
  }
}
