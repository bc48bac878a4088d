import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type RegistrySpace, registrySpace } from '../room/registry-space.ts'
import { type FileFormat, inTransaction, openDatabase } from '../sqlite/database.ts'
import { emptyWriteAheadLog, overwriteFreePages } from '../sqlite/purge.ts'
import type { CollectionSpec } from './collection-spec.ts'
import { cell, columnName, prepareTable, sideName, tableName } from './collection-table.ts'
import { countQuery, listQueries, type Query } from './list-sql.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import type { ListRequest, RowRef, RowWrite, StoredText, Where, WriteAnswer } from './rows.ts'

const FORMAT: FileFormat = {
  version: 1,
  schema: `CREATE TABLE collections (name TEXT PRIMARY KEY, schema_version INTEGER NOT NULL, fields TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, topic TEXT NOT NULL, event TEXT NOT NULL)`,
  pragmas: 'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768',
}

interface Table {
  readonly spec: CollectionSpec
  readonly read: StatementSync
  readonly insert: StatementSync
  readonly update: StatementSync
  readonly remove: StatementSync
  readonly unique: readonly {
    readonly key: string
    readonly field: number
    readonly tenant: boolean
    readonly find: StatementSync
  }[]
  readonly lists: readonly { readonly field: number; readonly clear: StatementSync; readonly insert: StatementSync }[]
  readonly columns: readonly number[]
}

/** Documents on disk. `write` and `remove` run inside {@link RegistryStore.transaction}. */
export interface RegistryStore {
  readonly outbox: Outbox
  readonly space: RegistrySpace
  /** Whether writes to the collection may use the reserve. */
  isEssential(collection: string): boolean
  declare(spec: CollectionSpec): void
  transaction(work: () => void): void
  write(w: RowWrite): WriteAnswer
  remove(ref: RowRef & { readonly expect: number }): boolean
  read(ref: RowRef): StoredText | undefined
  list(request: ListRequest): StoredText[]
  count(collection: string, tenant: string, where: Where, max: number): number
  findByUnique(collection: string, key: string, value: string): (StoredText & { tenant: string }) | undefined
  /** Removes expired documents, at most `max` over all collections. */
  expired(now: number, max: number): (RowRef & { readonly expect: number })[]
  /** Overwrites what removed and replaced documents have left behind, step by step. */
  purge(): Generator<void>
  close(): void
}

export function openRegistryStore(path: string): RegistryStore {
  const db = openDatabase(path, FORMAT)
  const outbox = openOutbox(db)
  const tables = new Map<string, Table>()
  const statements = new LRUCache<string, StatementSync>({ max: 500 })

  const tableOf = (collection: string): Table => {
    const table = tables.get(collection)
    if (!table) throw new Error(`${collection} is not declared`)
    return table
  }
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }
  const run = ({ sql, values }: Query, limit: number): Record<string, unknown>[] => prepared(sql).all(...values, limit)
  const text = (row: Record<string, unknown>): StoredText => ({
    version: Number(row.version),
    doc: row.doc as string,
  })

  return {
    outbox,
    space: registrySpace(db, path),
    isEssential: collection => tableOf(collection).spec.essential,
    declare(spec) {
      const known = tables.get(spec.name)
      if (known && JSON.stringify(known.spec) === JSON.stringify(spec)) return
      inTransaction(db, () => prepareTable(db, spec))
      statements.clear()
      tables.set(spec.name, tableFor(db, spec))
    },
    transaction: work => inTransaction(db, work),
    write(w) {
      const table = tableOf(w.collection)
      const current = table.read.get(w.tenant, w.id)
      const version = current ? Number(current.version) : 'absent'
      if (version !== w.expect) return { conflict: 'version' }
      for (const { key, field, tenant, find } of table.unique) {
        const value = cell(w.values[field])
        const holder = value === null ? undefined : find.get(...(tenant ? [w.tenant, value] : [value]))
        if (holder && (holder.id !== w.id || holder.tenant !== w.tenant)) return { taken: key }
      }
      outbox.add(w, w.emit)
      const next = version === 'absent' ? 1 : version + 1
      const cells = table.columns.map(i => cell(w.values[i]))
      if (current) table.update.run(next, w.doc, ...cells, w.tenant, w.id)
      else table.insert.run(next, w.doc, ...cells, w.tenant, w.id)
      for (const { field, clear, insert } of table.lists) {
        if (current) clear.run(w.tenant, w.id)
        for (const value of (w.values[field] ?? []) as readonly string[]) insert.run(w.tenant, value, w.id)
      }
      return { version: next }
    },
    remove(ref) {
      const table = tableOf(ref.collection)
      const current = table.read.get(ref.tenant, ref.id)
      if (!current || Number(current.version) !== ref.expect || outbox.waitingFor(ref) > 0) return false
      table.remove.run(ref.tenant, ref.id)
      for (const { clear } of table.lists) clear.run(ref.tenant, ref.id)
      return true
    },
    read({ collection, tenant, id }) {
      const row = tableOf(collection).read.get(tenant, id)
      return row && text(row)
    },
    list(request) {
      const rows: StoredText[] = []
      for (const query of listQueries(tableOf(request.collection).spec, request))
        if (rows.length < request.limit) rows.push(...run(query, request.limit - rows.length).map(text))
      return rows
    },
    count: (collection, tenant, where, max) =>
      Number(run(countQuery(tableOf(collection).spec, tenant, where), max)[0]?.n),
    findByUnique(collection, key, value) {
      const { spec, unique } = tableOf(collection)
      if (!unique.some(u => u.key === key)) throw new Error(`${collection}.${key} is not unique`)
      const sql = `SELECT tenant, version, doc FROM ${tableName(spec.name)} WHERE ${columnName(key)} = ?`
      const row = prepared(sql).get(value)
      return row && { ...text(row), tenant: row.tenant as string }
    },
    expired(now, max) {
      const found: (RowRef & { expect: number })[] = []
      for (const { spec } of tables.values()) {
        if (!spec.expiresBy || found.length >= max) continue
        const sql = `SELECT tenant, id, version FROM ${tableName(spec.name)} WHERE ${columnName(spec.expiresBy)} <= ? LIMIT ?`
        for (const row of run({ sql, values: [now] }, max - found.length))
          found.push({
            collection: spec.name,
            tenant: row.tenant as string,
            id: row.id as string,
            expect: Number(row.version),
          })
      }
      return found
    },
    *purge() {
      yield* overwriteFreePages(db)
      yield* emptyWriteAheadLog(db)
    },
    close: () => db.close(),
  }
}

function tableFor(db: DatabaseSync, spec: CollectionSpec): Table {
  const table = tableName(spec.name)
  const fields = spec.fields.map(([name, type], field) => ({ name, type, field }))
  const scalars = fields.filter(f => f.type !== 'text[]')
  const set = ['version', 'doc', ...scalars.map(f => columnName(f.name))]
  const place = (name: string): number => fields.findIndex(f => f.name === name)
  const unique = (key: string, tenant: boolean): Table['unique'][number] => ({
    key,
    field: place(key),
    tenant,
    find: db.prepare(`SELECT tenant, id FROM ${table} WHERE ${tenant ? 'tenant = ? AND ' : ''}${columnName(key)} = ?`),
  })
  return {
    spec,
    read: db.prepare(`SELECT version, doc FROM ${table} WHERE tenant = ? AND id = ?`),
    insert: db.prepare(
      `INSERT INTO ${table} (${set.join(', ')}, tenant, id) VALUES (${set.map(() => '?').join(', ')}, ?, ?)`,
    ),
    update: db.prepare(`UPDATE ${table} SET ${set.map(c => `${c} = ?`).join(', ')} WHERE tenant = ? AND id = ?`),
    remove: db.prepare(`DELETE FROM ${table} WHERE tenant = ? AND id = ?`),
    unique: [...spec.uniqueGlobally.map(k => unique(k, false)), ...spec.uniqueInTenant.map(k => unique(k, true))],
    lists: fields
      .filter(f => f.type === 'text[]')
      .map(({ name, field }) => ({
        field,
        clear: db.prepare(`DELETE FROM ${sideName(spec.name, name)} WHERE tenant = ? AND id = ?`),
        insert: db.prepare(`INSERT OR IGNORE INTO ${sideName(spec.name, name)} (tenant, value, id) VALUES (?, ?, ?)`),
      })),
    columns: scalars.map(f => f.field),
  }
}
