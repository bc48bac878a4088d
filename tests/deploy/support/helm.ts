import { describe } from '@jest/globals'
import { findHelm } from '../../../tools/deploy/chart.ts'

const found = findHelm(process.env.WARDLINE_HELM)

/** The program; only for suites of `describeWithHelm`. */
export const helm = found ?? 'helm'

/** A suite that needs Helm: without one it is skipped loudly. The goldens are judged all the same. */
export function describeWithHelm(name: string, suite: () => void): void {
  if (found === undefined)
    console.warn(`SKIPPED: ${name}: there is no helm (npm run chart:helm builds one). Goldens are judged`)
  const described = found === undefined ? describe.skip : describe
  described(name, suite)
}
