import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A third of the ordinary share of a core that is wanted by both; all of it otherwise. */
const NICENESS = 5

/**
 * Lets threads that somebody waits for go first: on Linux, lowers the priority of the thread that calls it. For threads
 * that work off what has been accepted (docs/adr/0019-tenants-take-turns.md). Elsewhere it does nothing.
 */
export function workInBackground(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS)
  } catch {
    // Without it others wait longer, and nothing else.
  }
}
