import { Problem } from '@wardline/kernel'

const SQLITE_FULL = 13

/** Whether an error is SQLite's, so that the transaction around it cannot go on. */
export function isSqliteFault(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error
}

/**
 * The error that callers get for a write that failed on disk: a full disk is `storage_full`, anything else is
 * `unavailable`.
 */
export function storageProblem(error: unknown): Error {
  if (!isSqliteFault(error)) return error instanceof Error ? error : new Error('unknown fault')
  return error.errcode % 256 === SQLITE_FULL
    ? new Problem('storage_full', { detail: 'the disk is full', cause: error })
    : new Problem('unavailable', { detail: `the storage failed (SQLite ${error.errcode})`, cause: error })
}
