import { type TenantId, tenantId } from '@wardline/kernel'
import { checkList, checkUniqueKey, type EventBus, MAX_COUNT, type Registry } from '@wardline/ports'
import type { Db, Filter } from 'mongodb'
import type { MongoSettings } from '../config.ts'
import { type Surroundings, untilItWorks } from '../surroundings.ts'
import { openCollections } from './collections.ts'
import { connect } from './connect.ts'
import { startSweep, sweepExpired } from './expiry-sweep.ts'
import { answering } from './faults.ts'
import { listFilter, whereFilter } from './filter.ts'
import { ordered } from './ordered-text.ts'
import { startRelay } from './outbox-relay.ts'
import { keepMonitored } from './revive.ts'
import { type Row, rowId, stored } from './row.ts'
import { writeRow } from './write.ts'

export interface MongoRegistry extends Registry {
  /** @throws Error when the server does not answer. */
  ping(): Promise<void>
  /** Removes what has expired, now. */
  sweep(): Promise<number>
  close(): Promise<void>
}

/** The bus as the registry uses it: events are checked before they are written, so that what waits in a document can always be sent. */
export interface OutboxBus {
  /** Publishes what was checked when it was written, by whatever release. */
  pass: EventBus['publish']
  /** @throws EventInvalid */
  check(events: Parameters<EventBus['publish']>[0]): unknown
}

/**
 * Waits until the server answers and every declared collection has its indexes, then for the bus: what the server's
 * state is does not depend on the bus.
 */
export async function openRegistry(
  prefix: string,
  settings: MongoSettings,
  opening: OutboxBus | Promise<OutboxBus>,
  surroundings: Surroundings,
): Promise<MongoRegistry> {
  const client = connect(settings)
  const db: Db = client.db(settings.database)
  const collections = openCollections(db, prefix)
  const stopWatch = keepMonitored(client, surroundings)
  let bus: OutboxBus
  try {
    await untilItWorks(surroundings, 'mongodb', () => collections.all())
    bus = await opening
  } catch (error) {
    await stopWatch()
    await client.close()
    throw error
  }
  const relay = startRelay(collections, bus, settings, surroundings)
  const stopSweep = startSweep(collections, settings.sweepMs, surroundings)

  return {
    read: (c, tenant, id) =>
      answering(
        (async () => {
          const row = await (await collections.of(c)).findOne({ _id: rowId(tenant, id) }, { projection: BODY })
          return row ? stored(row) : undefined
        })(),
      ),
    async list(c, tenant, query) {
      checkList(c, query)
      const { filter, sort } = listFilter(c, tenant, query)
      const rows = await answering(collections.of(c))
      const found = await answering(rows.find(filter, { sort, limit: query.limit, projection: BODY }).toArray())
      return found.map(row => stored(row))
    },
    async count(c, tenant, where, max) {
      const filter = whereFilter(c, tenant, where)
      const limit = Math.min(max, MAX_COUNT)
      if (limit <= 0) return 0
      const rows = await answering(collections.of(c))
      return answering(rows.countDocuments(filter, { limit }))
    },
    async write(c, tenant, doc, options) {
      if (options.emit) bus.check(options.emit)
      const rows = await answering(collections.of(c))
      const result = await answering(writeRow(rows, c, tenant, doc, options))
      if (result.ok && options.emit && options.emit.length > 0) relay.wake(rows, rowId(tenant, doc.id))
      return result
    },
    async remove(c, tenant, id, expect) {
      const rows = await answering(collections.of(c))
      const idle = { _id: rowId(tenant, id), version: expect, waiting: { $exists: false } } as Filter<Row>
      return (await answering(rows.deleteOne(idle))).deletedCount > 0
    },
    // MongoDB offers no way to overwrite what it has deleted: docs/retention.md says what that leaves.
    async purge() {},
    async findByUnique(c, key, value) {
      checkUniqueKey(c, key)
      const rows = await answering(collections.of(c))
      const filter = { [`ug.${key}`]: { $eq: ordered(value) } } as Filter<Row>
      const row = await answering(rows.findOne(filter, { projection: { ...BODY, tenant: 1 } }))
      return row ? { ...stored(row), tenantId: tenantId(row.tenant) as TenantId } : undefined
    },
    async ping() {
      await db.command({ ping: 1 })
    },
    sweep: () => answering(sweepExpired(collections, surroundings.clock.now())),
    async close() {
      await stopSweep()
      await relay.close()
      await stopWatch()
      await client.close()
    },
  }
}

const BODY = { doc: 1, version: 1 } as const
