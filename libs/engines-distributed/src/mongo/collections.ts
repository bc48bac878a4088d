import type { Collection, Document } from '@wardline/registries'
import * as declared from '@wardline/registries'
import type { Db, Collection as MongoCollection } from 'mongodb'
import { bounded } from './faults.ts'
import { indexesOf } from './indexes.ts'
import type { Row } from './row.ts'

export type AnyCollection = Collection<Document>

/** The collections of one database, each with its indexes created before its first use. */
export interface Collections {
  of<D extends Document>(c: Collection<D>): Promise<MongoCollection<Row>>
  /** Every collection that is declared or was used here, ready for use. */
  all(): Promise<readonly { readonly spec: AnyCollection; readonly rows: MongoCollection<Row> }[]>
  /**
   * Every existing collection, including those that this release no longer declares: events may wait in any of them.
   */
  present(): Promise<readonly MongoCollection<Row>[]>
}

/** What libs/registries declares. */
export const declaredCollections = (): readonly AnyCollection[] =>
  Object.values(declared).filter(
    (value: unknown) => typeof value === 'object' && value !== null && 'owner' in value && 'indexes' in value,
  ) as unknown as readonly AnyCollection[]

export function openCollections(db: Db, prefix: string): Collections {
  const known = new Map<string, { spec: AnyCollection; rows: Promise<MongoCollection<Row>> }>()

  async function prepare(spec: AnyCollection): Promise<MongoCollection<Row>> {
    const rows = db.collection<Row>(`${prefix}${spec.name}`)
    await rows.createIndexes(indexesOf(spec))
    return rows
  }

  function of<D extends Document>(c: Collection<D>): Promise<MongoCollection<Row>> {
    const found = known.get(c.name)
    if (found) return found.rows
    const spec = c as unknown as AnyCollection
    const rows = bounded(prepare(spec))
    known.set(c.name, { spec, rows })
    rows.catch(() => known.delete(c.name))
    return rows
  }

  return {
    of,
    async present() {
      const found = await db.listCollections({}, { nameOnly: true }).toArray()
      return found.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => db.collection<Row>(name))
    },
    async all() {
      for (const spec of declaredCollections()) await of(spec)
      return Promise.all([...known.values()].map(async ({ spec, rows }) => ({ spec, rows: await rows })))
    },
  }
}
