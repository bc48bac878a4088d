import type { DatabaseSync } from 'node:sqlite'
import type { FieldType } from '@wardline/registries'
import type { CollectionSpec } from './collection-spec.ts'

const COLUMN: Record<Exclude<FieldType, 'text[]'>, string> = { text: 'TEXT', number: 'REAL', boolean: 'INTEGER' }

/** The table of documents, the side table of a text[] field, the column of a field. Names are checked by `specOf`. */
export const tableName = (collection: string): string => `"c_${collection}"`
export const sideName = (collection: string, field: string): string => `"m_${collection}__${field}"`
export const columnName = (field: string): string => (field === 'id' ? 'id' : `"f_${field}"`)

/** The value of a field as its column holds it. */
export const cell = (value: unknown): string | number | null =>
  typeof value === 'boolean' ? Number(value) : ((value ?? null) as string | number | null)

/**
 * Creates the tables and indexes of a collection, or updates them to its declaration: new fields are filled from the
 * existing documents, and indexes that are no longer declared are dropped. Runs inside a transaction.
 * @throws Error when the disk has a newer version of the collection.
 */
export function prepareTable(db: DatabaseSync, spec: CollectionSpec): void {
  const known = db.prepare('SELECT schema_version, fields FROM collections WHERE name = ?').get(spec.name)
  if (known && Number(known.schema_version) > spec.schemaVersion)
    throw new Error(
      `${spec.name}: the data has schema version ${known.schema_version}, this release knows ${spec.schemaVersion}`,
    )
  const table = tableName(spec.name)
  db.exec(`CREATE TABLE IF NOT EXISTS ${table}
    (tenant TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, doc TEXT NOT NULL, UNIQUE (tenant, id))`)
  const before = new Map<string, FieldType>(known ? JSON.parse(known.fields as string) : [])
  const changed = spec.fields.filter(([field, type]) => before.get(field) !== type)
  for (const [field, type] of changed) addField(db, spec, field, type, before.get(field))
  if (known && changed.length > 0) backfill(db, spec, changed)
  prepareIndexes(db, spec)
  db.prepare('INSERT OR REPLACE INTO collections (name, schema_version, fields) VALUES (?, ?, ?)').run(
    spec.name,
    spec.schemaVersion,
    JSON.stringify([...new Map([...before, ...spec.fields])]),
  )
}

function addField(db: DatabaseSync, spec: CollectionSpec, field: string, type: FieldType, old?: FieldType): void {
  if (old === 'text[]') db.exec(`DROP TABLE ${sideName(spec.name, field)}`)
  else if (old) {
    for (const name of indexNames(db, spec)) db.exec(`DROP INDEX "${name}"`)
    db.exec(`ALTER TABLE ${tableName(spec.name)} DROP COLUMN ${columnName(field)}`)
  }
  if (type === 'text[]')
    db.exec(`CREATE TABLE ${sideName(spec.name, field)} (tenant TEXT NOT NULL, value TEXT NOT NULL, id TEXT NOT NULL,
      PRIMARY KEY (tenant, value, id)) WITHOUT ROWID;
      CREATE INDEX "ms_${spec.name}__${field}" ON ${sideName(spec.name, field)} (tenant, id)`)
  else db.exec(`ALTER TABLE ${tableName(spec.name)} ADD COLUMN ${columnName(field)} ${COLUMN[type]}`)
}

function backfill(db: DatabaseSync, spec: CollectionSpec, fields: CollectionSpec['fields']): void {
  const writers = fields.map(([field, type]) => ({
    field,
    list: type === 'text[]',
    statement: db.prepare(
      type === 'text[]'
        ? `INSERT OR IGNORE INTO ${sideName(spec.name, field)} (value, tenant, id) VALUES (?, ?, ?)`
        : `UPDATE ${tableName(spec.name)} SET ${columnName(field)} = ? WHERE tenant = ? AND id = ?`,
    ),
  }))
  const page = db.prepare(
    `SELECT rowid AS place, tenant, id, doc FROM ${tableName(spec.name)} WHERE rowid > ? ORDER BY rowid LIMIT 500`,
  )
  for (let place = -1; ; ) {
    const rows = page.all(place)
    if (rows.length === 0) return
    for (const row of rows) {
      place = Number(row.place)
      const doc = JSON.parse(row.doc as string) as Record<string, unknown>
      for (const { field, list, statement } of writers)
        for (const value of list ? ((doc[field] ?? []) as unknown[]) : [doc[field]])
          statement.run(cell(value), row.tenant as string, row.id as string)
    }
  }
}

/** Equality and order start with the tenant and break ties by id. A text[] field has its side table instead. */
function prepareIndexes(db: DatabaseSync, spec: CollectionSpec): void {
  const lists = new Set(spec.fields.filter(([, type]) => type === 'text[]').map(([field]) => field))
  const wanted = new Map<string, string>()
  const want = (kind: string, unique: string, fields: readonly string[], columns: readonly string[]): void => {
    wanted.set(
      `${kind}_${spec.name}__${fields.join('__')}`,
      `${unique} INDEX "${kind}_${spec.name}__${fields.join('__')}" ON ${tableName(spec.name)} (${columns.join(', ')})`,
    )
  }
  for (const index of spec.indexes) {
    const fields = index.filter(field => !lists.has(field))
    if (fields.length > 0)
      want('ix', '', fields, ['tenant', ...fields.map(columnName), ...(fields.at(-1) === 'id' ? [] : ['id'])])
  }
  for (const field of spec.uniqueGlobally) want('ug', 'UNIQUE', [field], [columnName(field)])
  for (const field of spec.uniqueInTenant) want('ut', 'UNIQUE', [field], ['tenant', columnName(field)])
  if (spec.expiresBy) want('ex', '', [spec.expiresBy], [columnName(spec.expiresBy)])
  for (const name of indexNames(db, spec)) if (!wanted.has(name)) db.exec(`DROP INDEX "${name}"`)
  const present = new Set(indexNames(db, spec))
  for (const [name, sql] of wanted) if (!present.has(name)) db.exec(`CREATE ${sql}`)
}

function indexNames(db: DatabaseSync, spec: CollectionSpec): string[] {
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .all(`c_${spec.name}`)
    .map(row => row.name as string)
}
