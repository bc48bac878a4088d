import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Collection, Document } from '@wardline/registries'
import { REGISTRY_FILE } from '../sqlite/database-files.ts'
import { tableName } from './collection-table.ts'

/**
 * One document of a data folder, read-only, even while the folder is in use.
 * @returns undefined when the folder, the collection or the document is missing
 */
export function readDocument<D extends Document>(
  dataDir: string,
  collection: Collection<D>,
  tenant: string,
  id: string,
): D | undefined {
  const path = join(dataDir, REGISTRY_FILE)
  if (!existsSync(path)) return undefined
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    const known = db.prepare('SELECT name FROM collections WHERE name = ?').get(collection.name)
    if (!known) return undefined
    const row = db.prepare(`SELECT doc FROM ${tableName(collection.name)} WHERE tenant = ? AND id = ?`).get(tenant, id)
    return row && (JSON.parse(String(row.doc)) as D)
  } finally {
    db.close()
  }
}
