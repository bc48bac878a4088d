import { type EventCodec, topicOf } from '@wardline/events'
import { type TenantId, tenantId } from '@wardline/kernel'
import {
  type Condition,
  checkList,
  checkUniqueKey,
  conditionParts,
  fieldValues,
  type ListQuery,
  MAX_COUNT,
  MAX_OUTBOX,
  type Registry,
  type Stored,
} from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import type { RpcClient } from '../rpc/client.ts'
import { specOf } from '../store/collection-spec.ts'
import type { StoreMethods } from '../store/methods.ts'
import type { StoredText, Where } from '../store/rows.ts'
import { encodeLine } from './encode.ts'

/** The Registry of one thread. Documents cross threads as JSON; their indexed values are extracted here. */
export function createRegistry(store: RpcClient<StoreMethods>, codec: EventCodec): Registry {
  const declared = new Map<Collection<never>, Promise<undefined>>()

  const declare = <D extends Document>(c: Collection<D>): Promise<undefined> => {
    const key = c as unknown as Collection<never>
    const known = declared.get(key)
    if (known) return known
    const made = store.call('declare', specOf(c))
    declared.set(key, made)
    made.catch(() => declared.delete(key))
    return made
  }
  const stored = <D>({ doc, version }: StoredText): Stored<D> => ({ doc: JSON.parse(doc) as D, version })

  return {
    async read(c, tenant, id) {
      await declare(c)
      const row = await store.call('read', { collection: c.name, tenant, id })
      return row && stored(row)
    },
    async list(c, tenant, query) {
      checkList(c, query)
      await declare(c)
      const rows = await store.call('list', {
        collection: c.name,
        tenant,
        where: whereOf(c, query.where),
        order: query.order ?? { by: 'id', direction: 'asc' },
        after: query.after ?? null,
        limit: query.limit,
      })
      return rows.map(row => stored(row))
    },
    async count(c, tenant, where, max) {
      const request = { collection: c.name, tenant, where: whereOf(c, where), max: Math.min(max, MAX_COUNT) }
      await declare(c)
      return store.call('count', request)
    },
    async write<D extends Document>(
      c: Collection<D>,
      tenant: TenantId,
      doc: D,
      { expect, emit = [], traceOf }: Parameters<Registry['write']>[3],
    ) {
      if (emit.length > MAX_OUTBOX) throw new Error(`${c.name}: more than ${MAX_OUTBOX} events wait`)
      const row = {
        collection: c.name,
        tenant,
        id: doc.id,
        expect,
        doc: JSON.stringify(doc),
        values: [...fieldValues(c, doc).values()],
        emit: emit.map(e => ({ topic: topicOf(e.kind), event: encodeLine(codec, e, traceOf) })),
      }
      await declare(c)
      const answer = await store.call('write', row, row.doc.length)
      if ('version' in answer) return { ok: true, version: answer.version }
      if ('taken' in answer) return { ok: false, conflict: 'unique', key: answer.taken }
      return { ok: false, conflict: 'version' }
    },
    async remove(c, tenant, id, expect) {
      await declare(c)
      return store.call('remove', { collection: c.name, tenant, id, expect })
    },
    async purge() {
      await store.call('purge', undefined)
    },
    async findByUnique(c, key, value) {
      checkUniqueKey(c, key)
      await declare(c)
      const row = await store.call('findByUnique', { collection: c.name, key, value })
      return row && { ...stored(row), tenantId: tenantId(row.tenant) }
    },
  }
}

function whereOf<D extends Document>(c: Collection<D>, where: ListQuery<D>['where']): Where {
  return Object.entries(where ?? {})
    .filter(([, condition]) => condition !== undefined)
    .map(([field, condition]) => [field, conditionParts(c, field, condition as Condition)] as const)
}
