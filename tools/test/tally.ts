import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What jest writes for each target that runs tests; an output of the target, so nx restores it with a cached result. */
const RESULTS = '{libs,apps,tests}/*/test-results*.json'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Removes the results of earlier runs, so that a target that wrote none is not counted by an old one. */
export function forgetResults(root: string): void {
  for (const file of globSync(RESULTS, { cwd: root })) rmSync(join(root, file))
}

/** Counts from all result files, those that nx restored from its cache included. */
export function tally(root: string): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const file of globSync(RESULTS, { cwd: root })) {
    const result = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      readonly numPassedTests: number
      readonly numFailedTests: number
      readonly numPendingTests: number
      readonly numRuntimeErrorTestSuites: number
    }
    total.passed += result.numPassedTests
    total.failed += result.numFailedTests + result.numRuntimeErrorTestSuites
    total.skipped += result.numPendingTests
  }
  return total
}
