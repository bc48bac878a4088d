import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { syncFolder } from '../sqlite/database.ts'
import { filesOf } from '../sqlite/database-files.ts'

/** A thread for one file: copies a partition that nobody writes to any more, without its free pages and with one segment of words. */
const { from, to } = workerData as { readonly from: string; readonly to: string }
const temporary = `${to}.tmp`

for (const file of filesOf(temporary)) rmSync(file, { force: true })
closeSync(openSync(temporary, 'wx', 0o600))
try {
  copyCompact()
} catch (fault) {
  // On a full disk, half a copy would keep the room that is missing.
  for (const file of filesOf(temporary)) rmSync(file, { force: true })
  throw fault
}
const file = openSync(temporary, 'r')
fsyncSync(file)
closeSync(file)
renameSync(temporary, to)
syncFolder(dirname(to))

function copyCompact(): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  source.prepare('VACUUM INTO ?').run(temporary)
  source.close()

  const copy = new DatabaseSync(temporary)
  copy.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
    INSERT INTO words (words) VALUES ('optimize'); VACUUM`)
  copy.close()
}
