import type { Db } from 'mongodb'
import type { MongoSettings } from '../config.ts'
import type { KeptSchemas } from '../kafka/schemas.ts'
import { connect } from './connect.ts'

interface Row {
  /** The subject. */
  readonly _id: string
  readonly schema_id: number
  /** Its schema as JSON: member names of schemas would be operators to MongoDB. */
  readonly schema: string
}

/**
 * Schema ids in MongoDB, beside the platform's documents. Written once per start, and read, kind by kind, only by a
 * start without the schema registry. So each use has a connection of its own, and none stays open.
 */
export function createKeptSchemas(prefix: string, settings: MongoSettings): KeptSchemas {
  async function using<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = connect(settings)
    try {
      return await work(client.db(settings.database))
    } finally {
      await client.close()
    }
  }
  const rows = (db: Db) => db.collection<Row>(`${prefix}schema_ids`)
  return {
    read: subject =>
      using(async db => {
        const row = await rows(db).findOne({ _id: subject })
        return row ? { id: row.schema_id, schema: JSON.parse(row.schema) as unknown } : undefined
      }),
    write: schemas =>
      using(async db => {
        const updates = [...schemas].map(([_id, { id, schema }]) => ({
          updateOne: {
            filter: { _id },
            update: { $set: { schema_id: id, schema: JSON.stringify(schema) } },
            upsert: true,
          },
        }))
        await rows(db).bulkWrite(updates)
      }),
  }
}
