import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type GlobalOptions, runFile } from '../connection.ts'
import { bad, type Finding, ok } from './finding.ts'

const TOLERANCE_MS = 60_000
const ADVICE =
  'set the clock by NTP: certificates and retention depend on it, and Wardline is not ready while it is behind'

/** Compares this machine's clock with the data folder's files and with the running process. */
export async function checkClock({ dataDir }: GlobalOptions): Promise<readonly Finding[]> {
  const newest = existsSync(dataDir)
    ? Math.max(0, ...readdirSync(dataDir).map(name => statSync(join(dataDir, name)).mtimeMs))
    : 0
  if (newest > Date.now() + TOLERANCE_MS)
    return [bad('clock', `files of the data folder are from ${new Date(newest).toISOString()}`, ADVICE)]
  const run = runFile(dataDir)
  const answer = run && (await fetch(`${run.api_url}/api/v1/openapi.json`, { method: 'HEAD' }).catch(() => undefined))
  const theirs = Date.parse(answer?.headers.get('date') ?? '')
  if (Math.abs(theirs - Date.now()) > TOLERANCE_MS)
    return [bad('clock', `the process says that it is ${new Date(theirs).toISOString()}`, ADVICE)]
  return [ok('clock', new Date().toISOString())]
}
