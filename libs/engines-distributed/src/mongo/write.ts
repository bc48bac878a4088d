import type { TenantId } from '@wardline/kernel'
import { MAX_OUTBOX, type Registry, type WriteResult } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import type { Filter, Collection as MongoCollection, UpdateFilter } from 'mongodb'
import { isDuplicate } from './faults.ts'
import { type Row, rowBody, rowId, waitingEvent } from './row.ts'

const ATTEMPTS = 4
const VERSION: WriteResult = { ok: false, conflict: 'version' }

/**
 * One atomic write of one document and its events. The kind of a conflict is found by a read afterwards, so the write
 * is tried again if the conflict is gone by then.
 * @throws Error when more than `MAX_OUTBOX` events would wait.
 */
export async function writeRow<D extends Document>(
  rows: MongoCollection<Row>,
  c: Collection<D>,
  tenant: TenantId,
  doc: D,
  { expect, emit = [], traceOf }: Parameters<Registry['write']>[3],
): Promise<WriteResult> {
  if (emit.length > MAX_OUTBOX) throw tooMany(c)
  const body = rowBody(c, tenant, doc)
  const _id = rowId(tenant, doc.id)
  const outbox = emit.map(event => waitingEvent(event, traceOf))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      if (expect === 'absent') {
        const waiting = outbox.length > 0 ? ({ outbox, waiting: 1 } as const) : {}
        await rows.insertOne({ _id, tenant, id: doc.id, version: 1, ...body, ...waiting })
        return { ok: true, version: 1 }
      }
      const filter: Record<string, unknown> = { _id, version: expect }
      const update: Record<string, unknown> = { $set: { ...body, version: expect + 1 } }
      if (outbox.length > 0) {
        filter[`outbox.${MAX_OUTBOX - outbox.length}`] = { $exists: false }
        update.$set = { ...body, version: expect + 1, waiting: 1 }
        update.$push = { outbox: { $each: outbox } }
      }
      const { matchedCount } = await rows.updateOne(filter as Filter<Row>, update as UpdateFilter<Row>)
      if (matchedCount > 0) return { ok: true, version: expect + 1 }
      const current = await rows.findOne({ _id }, { projection: { version: 1, outbox: 1 } })
      if (current?.version !== expect) return VERSION
      if ((current.outbox?.length ?? 0) + outbox.length > MAX_OUTBOX) throw tooMany(c)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      if (expect === 'absent' && (await rows.findOne({ _id }, { projection: { _id: 1 } }))) return VERSION
      const key = await takenKey(rows, c, _id, body)
      if (key !== undefined) return { ok: false, conflict: 'unique', key }
    }
  }
  throw new Error(`${c.name}: too much contention on one document`)
}

const tooMany = (c: { name: string }): Error => new Error(`${c.name}: more than ${MAX_OUTBOX} events wait`)

/**
 * The unique field whose value another document has: servers name the index only in a message, each in its own words.
 */
async function takenKey<D extends Document>(
  rows: MongoCollection<Row>,
  c: Collection<D>,
  _id: string,
  { ug, ut }: Pick<Row, 'ug' | 'ut'>,
): Promise<string | undefined> {
  const candidates = [
    ...(c.uniqueGlobally ?? []).map(key => ({ key, path: `ug.${key}`, value: ug[key] })),
    ...(c.uniqueInTenant ?? []).map(key => ({ key, path: `ut.${key}`, value: ut[key] })),
  ]
  for (const { key, path, value } of candidates) {
    if (value === undefined) continue
    const other = { [path]: value, _id: { $ne: _id } } as Filter<Row>
    if (await rows.findOne(other, { projection: { _id: 1 } })) return key
  }
  return undefined
}
