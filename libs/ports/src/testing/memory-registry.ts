import type { AnyEnvelope, Envelope } from '@wardline/events'
import { type Clock, systemClock, type TenantId } from '@wardline/kernel'
import type { Collection, Document } from '@wardline/registries'
import {
  checkList,
  checkUniqueKey,
  compareValues,
  conditionParts,
  type FieldValue,
  fieldValues,
  MAX_COUNT,
} from '../query-rules.ts'
import { type Condition, type ListQuery, MAX_OUTBOX, type Registry, type Stored } from '../registry.ts'
import type { MemoryBus } from './memory-bus.ts'

export interface MemoryRegistry extends Registry {
  /** Every event that was written with a document, in order. */
  emitted(): AnyEnvelope[]
  /** Removes what has expired by `expiresBy`. Engines do this by themselves, at least hourly. */
  sweep(): void
  /** A new registry with the current contents of this one, like a restored backup. */
  copy(): MemoryRegistry
}

interface Row {
  readonly tenant: TenantId
  readonly id: string
  readonly text: string
  readonly version: number
  readonly values: Map<string, FieldValue>
}

interface Table {
  readonly collection: Collection<Document>
  readonly rows: Map<string, Row>
}

/**
 * A Registry in memory, for tests: the same promises except durability. With a `bus`, events are published right after
 * the write, before it resolves. Documents are kept as JSON, so what cannot be JSON is lost here as it is on disk.
 */
export function createMemoryRegistry(options: { bus?: MemoryBus; clock?: Clock } = {}): MemoryRegistry {
  return registryOver(new Map(), options)
}

function registryOver(
  tables: Map<string, Table>,
  options: { readonly bus?: MemoryBus; readonly clock?: Clock },
): MemoryRegistry {
  const { bus, clock = systemClock } = options
  const emitted: string[] = []

  const tableOf = <D extends Document>(c: Collection<D>): Table => {
    const known = tables.get(c.name)
    if (known) return known
    const table: Table = { collection: c as unknown as Collection<Document>, rows: new Map() }
    tables.set(c.name, table)
    return table
  }
  const keyOf = (tenant: TenantId, id: string): string => `${tenant}\n${id}`
  const stored = <D>(row: Row): Stored<D> => ({ doc: JSON.parse(row.text) as D, version: row.version })

  function select<D extends Document>(c: Collection<D>, tenant: TenantId, where: ListQuery<D>['where']): Row[] {
    const tests = Object.entries(where ?? {})
      .filter(([, condition]) => condition !== undefined)
      .map(([field, condition]) => {
        const parts = conditionParts(c, field, condition as Condition)
        return (row: Row): boolean => matches(fieldOf(row, field), parts)
      })
    return [...tableOf(c).rows.values()].filter(row => row.tenant === tenant && tests.every(test => test(row)))
  }

  function takenKey<D extends Document>(c: Collection<D>, row: Row): string | undefined {
    const taken = (key: string, global: boolean): boolean =>
      fieldOf(row, key) !== null &&
      [...tableOf(c).rows.values()].some(
        other =>
          (other.tenant !== row.tenant || other.id !== row.id) &&
          (global || other.tenant === row.tenant) &&
          compareValues(fieldOf(other, key), fieldOf(row, key)) === 0,
      )
    return (
      c.uniqueGlobally?.find(key => taken(key, true)) ?? c.uniqueInTenant?.find(key => taken(key, false)) ?? undefined
    )
  }

  return {
    async read(c, tenant, id) {
      const row = tableOf(c).rows.get(keyOf(tenant, id))
      return row && stored(row)
    },
    async list(c, tenant, query) {
      checkList(c, query)
      const { by, direction } = query.order ?? { by: 'id', direction: 'asc' as const }
      const sign = direction === 'asc' ? 1 : -1
      const compare = (row: Row, value: FieldValue, id: string): number =>
        sign * (compareValues(fieldOf(row, by), value) || compareValues(row.id, id))
      const after = query.after
      return select(c, tenant, query.where)
        .filter(row => !after || compare(row, after.value, after.id) > 0)
        .sort((a, b) => compare(a, fieldOf(b, by), b.id))
        .slice(0, query.limit)
        .map(row => stored(row))
    },
    async count(c, tenant, where, max) {
      return Math.min(select(c, tenant, where).length, max, MAX_COUNT)
    },
    async write(c, tenant, doc, { expect, emit = [], traceOf }) {
      bus?.check(emit)
      if (emit.length > MAX_OUTBOX) throw new Error(`${c.name}: more than ${MAX_OUTBOX} events wait`)
      const { rows } = tableOf(c)
      const current = rows.get(keyOf(tenant, doc.id))
      if ((current?.version ?? 'absent') !== expect) return { ok: false, conflict: 'version' }
      const row: Row = {
        tenant,
        id: doc.id,
        text: JSON.stringify(doc),
        version: (current?.version ?? 0) + 1,
        values: fieldValues(c, doc),
      }
      const key = takenKey(c, row)
      if (key) return { ok: false, conflict: 'unique', key }
      rows.set(keyOf(tenant, doc.id), row)
      emitted.push(...emit.map((e: Envelope) => JSON.stringify(e)))
      if (emit.length > 0) await bus?.publish(emit, traceOf)
      return { ok: true, version: row.version }
    },
    async remove(c, tenant, id, expect) {
      const { rows } = tableOf(c)
      return rows.get(keyOf(tenant, id))?.version === expect && rows.delete(keyOf(tenant, id))
    },
    async purge() {},
    async findByUnique(c, key, value) {
      checkUniqueKey(c, key)
      const row = [...tableOf(c).rows.values()].find(r => fieldOf(r, key) === value)
      return row && { ...stored(row), tenantId: row.tenant }
    },
    copy() {
      const copied = [...tables].map(([name, t]) => [name, { ...t, rows: new Map(t.rows) }] as const)
      return registryOver(new Map(copied), options)
    },
    emitted: () => emitted.map(text => JSON.parse(text) as AnyEnvelope),
    sweep() {
      for (const { collection, rows } of tables.values())
        for (const [key, row] of rows) {
          const until = collection.expiresBy && fieldOf(row, collection.expiresBy)
          if (typeof until === 'number' && until <= clock.now()) rows.delete(key)
        }
    },
  }
}

const fieldOf = (row: Row, field: string): FieldValue => (field === 'id' ? row.id : (row.values.get(field) ?? null))

function matches(value: FieldValue, parts: ReturnType<typeof conditionParts>): boolean {
  if ('in' in parts) return (Array.isArray(value) ? value : [value]).some(v => parts.in.includes(v as string))
  if (parts.gte === undefined && parts.lt === undefined) return true
  return (
    value !== null &&
    (parts.gte === undefined || compareValues(value, parts.gte) >= 0) &&
    (parts.lt === undefined || compareValues(value, parts.lt) < 0)
  )
}
