// Suites that need a browser: skipped loudly without one, refused where it is required.
import { describe } from '@jest/globals'
import { findBrowser } from './browser.ts'

export interface InBrowser {
  readonly describe: typeof describe | typeof describe.skip
  /** Of the browser; empty where there is none, and nothing runs. */
  readonly executable: string
}

/** @throws Error where `WARDLINE_REQUIRE_ENGINES` is set and there is no browser. */
export function inBrowser(): InBrowser {
  const executable = findBrowser()
  if (executable !== undefined) return { describe, executable }
  const loud = 'SKIPPED, for there is no browser (apt-get install chromium): nothing is known of the console here'
  if (process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error(loud)
  console.warn(loud)
  return { describe: describe.skip, executable: '' }
}
