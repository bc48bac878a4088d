import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { logOf } from './database-files.ts'

const STEP = Buffer.alloc(1_048_576)

/** Bytes of a file; 0 if it does not exist. */
export const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Enlarges a file with zeros that are really on disk, up to `bytes`. Created for its owner only if it is missing.
 * @throws Error `ENOSPC` when there is no room; the file then has as much as fitted.
 */
export function enlarge(path: string, bytes: number): void {
  let at = bytesOf(path)
  if (at >= bytes) return
  const file = openSync(path, 'a', 0o600)
  try {
    while (at < bytes) at += writeSync(file, STEP, 0, Math.min(STEP.length, bytes - at))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Gives the log of an open database room on disk that later transactions write over: SQLite ends its log at the first
 * frame that is not valid, and zeros never are. Without such room a full disk refuses even a change in place.
 */
export function enlargeLog(database: string, bytes: number): void {
  const log = logOf(database)
  // Made by SQLite, and gone while the database is closed.
  if (statSync(log, { throwIfNoEntry: false })) enlarge(log, bytes)
}
