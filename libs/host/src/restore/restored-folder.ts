import { resolve } from 'node:path'
import type { DataDir } from '../data-dir.ts'

const MARKER = 'restored.json'
const POINTER = 'revocation-journal'

/** What `wardline restore` leaves in a data folder, for its first start. */
export interface RestoredMarker {
  readonly backup_taken_at: string
  readonly restored_at: string
  /** Journal folders that the operator named. */
  readonly journals: readonly string[]
}

export const RESTORED_MARKER = MARKER

/** Undefined for a folder whose restore is settled, or that was never restored. @throws Error when the file cannot be understood. */
export function restoredMarker(dir: DataDir): RestoredMarker | undefined {
  const text = dir.read(MARKER)
  return text === undefined ? undefined : (JSON.parse(text) as RestoredMarker)
}

export const removeMarker = (dir: DataDir): void => dir.remove(MARKER)

/** Records in the data folder where its journal is, so that a restore to any place finds it. */
export function noteJournal(dir: DataDir, folder: string): void {
  if (dir.read(POINTER)?.trim() !== resolve(folder)) dir.write(POINTER, `${resolve(folder)}\n`)
}

/** Location of the journal of the folder that was backed up. */
export const notedJournal = (dir: DataDir): string | undefined => dir.read(POINTER)?.trim()
