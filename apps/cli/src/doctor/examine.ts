import type { GlobalOptions } from '../connection.ts'
import { checkCertificates } from './certificates.ts'
import { checkClock } from './clock.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkEngines } from './engines.ts'
import type { Finding } from './finding.ts'
import { checkRunning } from './running.ts'
import { checkConfig } from './settings.ts'

const CHECKS = [checkConfig, checkDataFolder, checkRunning, checkCertificates, checkClock, checkEngines]

/** Every finding, in the order in which they are best fixed. */
export async function examine(options: GlobalOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const check of CHECKS) findings.push(...(await check(options)))
  return findings
}
