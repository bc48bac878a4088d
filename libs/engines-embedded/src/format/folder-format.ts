import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT_VERSION } from '@wardline/kernel'
import { NewerFormat, syncFolder } from '../sqlite/database.ts'
import { REGISTRY_FILE } from '../sqlite/database-files.ts'

/** States the format of the data folder as a whole; each database also states its own (`PRAGMA user_version`). */
export const FORMAT_FILE = 'format.json'

/**
 * Converts a folder of one format to the next. A crash may interrupt it anywhere; it is then done again from the
 * beginning.
 */
export type FormatStep = (dataDir: string) => void

/**
 * The first leads from format 1 to format 2, and so on. Format 1 has no format file; 2 has one, and is otherwise the
 * same; since 3 a group has a place for each tenant, and the data keys are wrapped; since 4 events on topics are sealed.
 * Raise it with every change that an earlier release could not read, even if a database's own version says so: that
 * version is only seen after other databases have been opened. Each format has a fixture (tests/formats).
 */
const STEPS: readonly FormatStep[] = [() => {}, () => {}, () => {}]

/** The format that this release writes. */
export const FOLDER_FORMAT = STEPS.length + 1

/**
 * The format of a data folder; undefined when nothing was stored there yet. @throws Error when the file cannot be
 * understood.
 */
export function folderFormat(dataDir: string): number | undefined {
  const path = join(dataDir, FORMAT_FILE)
  if (!existsSync(path)) return existsSync(join(dataDir, REGISTRY_FILE)) ? 1 : undefined
  const { format } = parse(readFileSync(path, 'utf8'))
  if (typeof format !== 'number' || !Number.isSafeInteger(format) || format < 1)
    throw new Error(`${FORMAT_FILE} cannot be understood: nothing was opened`)
  return format
}

/** Only checks, and changes nothing. @throws NewerFormat when a newer release wrote the folder. */
export function refuseNewerFolder(dataDir: string): void {
  const found = folderFormat(dataDir)
  if (found !== undefined && found > FOLDER_FORMAT) throw new NewerFormat('the data folder', found, FOLDER_FORMAT)
}

/**
 * Migrates an older folder, one format at a time, and records each format reached, so that the next start can continue
 * after a crash. Call it under the folder's lock, before any of its databases is opened. @throws NewerFormat
 */
export function carryFolderForward(dataDir: string, steps: readonly FormatStep[] = STEPS): void {
  const newest = steps.length + 1
  const found = folderFormat(dataDir) ?? newest
  if (found > newest) throw new NewerFormat('the data folder', found, newest)
  for (let format = found; format < newest; format++) {
    steps[format - 1]?.(dataDir)
    writeFormat(dataDir, format + 1)
  }
  if (!existsSync(join(dataDir, FORMAT_FILE))) writeFormat(dataDir, newest)
}

function writeFormat(dataDir: string, format: number): void {
  const path = join(dataDir, FORMAT_FILE)
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = openSync(fresh, 'wx', 0o600)
  writeSync(file, `${JSON.stringify({ format, written_by: PRODUCT_VERSION })}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(fresh, path)
  syncFolder(dataDir)
}

function parse(text: string): { readonly format?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
