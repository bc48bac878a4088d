import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { registrySpace } from './room/registry-space.ts'
import { reserveParts } from './room/reserve.ts'
import { reserveFile } from './room/reserve-file.ts'
import { logOf, REGISTRY_FILE } from './sqlite/database-files.ts'
import { bytesOf } from './sqlite/preallocate.ts'

/** What a data folder has of its reserve and on its bus, in bytes, read from outside while it may be in use. */
export interface StoredBytes {
  readonly held: number
  readonly bus: number
}

/** @param reserve bytes that the reserve should have */
export function storedBytes(dataDir: string, reserve: number): StoredBytes {
  const want = reserveParts(reserve)
  const log = bytesOf(logOf(join(dataDir, REGISTRY_FILE)))
  return {
    // A folder that nobody uses has no log: the next start makes it.
    held:
      Math.min(want.start, reserveFile(dataDir).bytes) +
      Math.min(want.pages, pagesOf(join(dataDir, REGISTRY_FILE))) +
      (log === 0 ? want.log : Math.min(want.log, log)),
    bus: filesBelow(join(dataDir, 'bus')),
  }
}

function pagesOf(path: string): number {
  if (bytesOf(path) === 0) return 0
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    return registrySpace(db, path).held()
  } finally {
    db.close()
  }
}

const filesBelow = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, f) => sum + bytesOf(join(folder, f)), 0)
    : 0
