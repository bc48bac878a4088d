import { isFullDisk, Problem } from '@wardline/kernel'

const SQLITE_FULL = 13
/** The index of a log could not be enlarged. */
const SQLITE_IOERR_SHMSIZE = 4874

/** Whether an error is SQLite's, so that the transaction around it cannot go on. */
export function isSqliteFault(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error
}

/** Whether a write failed because the disk has no room: SQLite's error, or the operating system's. */
export function isOutOfRoom(error: unknown): boolean {
  if (isSqliteFault(error)) return error.errcode % 256 === SQLITE_FULL || error.errcode === SQLITE_IOERR_SHMSIZE
  return isFullDisk(error)
}

/** How long a client should wait before it tries a full disk again, in seconds. */
const FULL_RETRY_SECONDS = 10

/** The refusal of a write that the disk has no room for. */
export const storageFull = (detail: string, cause?: unknown): Problem =>
  new Problem('storage_full', { detail, cause, retryAfter: FULL_RETRY_SECONDS })

/**
 * The error that callers get for a write that failed on disk: a full disk is `storage_full`, anything else is
 * `unavailable`.
 */
export function storageProblem(error: unknown): Error {
  if (isOutOfRoom(error)) return storageFull('the disk is full', error)
  if (!isSqliteFault(error)) return error instanceof Error ? error : new Error('unknown fault')
  return new Problem('unavailable', { detail: `the storage failed (SQLite ${error.errcode})`, cause: error })
}
