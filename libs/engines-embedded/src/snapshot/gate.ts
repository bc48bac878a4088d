import { closeSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isOutOfRoom, isSqliteFault } from '../sqlite/faults.ts'

const NAME = 'gate'
/** Its timestamp says when a round last continued although the gate was closed. */
const PASSED = 'gate.passed'
/** How long a round waits while the gate is closed. */
const ROUND_WAITS_MS = 5_000
/** How long after that a round may still be running. */
const ROUND_LASTS_MS = 10_000
/** How long a snapshot waits for the running rounds. */
const SNAPSHOT_WAITS_MS = 30_000

/**
 * Lets another process see every file of the folder as of one instant: the storage threads write in rounds, each inside
 * the gate, and closing the gate gives an instant between rounds. The locks are the operating system's (SQLite's, fcntl
 * underneath): they end with their process.
 */
export interface Gate {
  /**
   * Runs a round: in parallel with other rounds, but never while the gate is closed, unless the process that closed it
   * seems to have died.
   */
  within<T>(round: () => T): T
  close(): void
}

/** For a thread that writes: creates the file if it is missing. A round costs some microseconds more. */
export function openGate(dataDir: string): Gate {
  const path = join(dataDir, NAME)
  closeSync(openSync(path, 'a', 0o600))
  const db = new DatabaseSync(path, { timeout: ROUND_WAITS_MS })
  const begin = db.prepare('BEGIN')
  // The first read takes the shared lock.
  const enter = db.prepare('PRAGMA user_version')
  const leave = db.prepare('COMMIT')
  let depth = 0
  let waits = true
  const patience = (wait: boolean): void => {
    if (wait === waits) return
    waits = wait
    db.exec(`PRAGMA busy_timeout = ${wait ? ROUND_WAITS_MS : 0}`)
  }
  const pass = (): void => {
    begin.run()
    try {
      enter.get()
      patience(true)
    } catch (fault) {
      if (!isSqliteFault(fault)) throw fault
      // The snapshot is stuck, and the product must not be: the next rounds do not wait at all until it is gone.
      notePassed(join(dataDir, PASSED))
      patience(false)
    }
  }
  return {
    within(round) {
      if (depth === 0) pass()
      depth++
      try {
        return round()
      } finally {
        depth--
        if (depth === 0) leave.run()
      }
    },
    close: () => db.close(),
  }
}

/** On a full disk the file may be impossible to make: the snapshot has no room then either. */
function notePassed(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600 })
  } catch (fault) {
    if (!isOutOfRoom(fault)) throw fault
  }
}

/**
 * Closes the gate for `work`, which runs between all rounds. @throws Error when the running rounds do not end, or one
 * continued because the gate was closed for too long.
 */
export function betweenRounds<T>(dataDir: string, work: () => T): T {
  const db = new DatabaseSync(join(dataDir, NAME), { timeout: SNAPSHOT_WAITS_MS })
  try {
    db.exec('BEGIN EXCLUSIVE')
    const since = Date.now()
    const result = work()
    const passed = statSync(join(dataDir, PASSED), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (passed > since - ROUND_LASTS_MS) throw new Error('the files could not be held still: try again in a moment')
    return result
  } finally {
    db.close()
  }
}
