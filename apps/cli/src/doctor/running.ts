import { type GlobalOptions, runFile } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

/** The Wardline that says that it runs on the folder, and what it says of itself. */
export async function checkRunning({ dataDir }: GlobalOptions): Promise<readonly Finding[]> {
  const run = runFile(dataDir)
  if (run === undefined) return [warn('process', 'none runs on the data folder', 'npm start')]
  try {
    process.kill(run.pid, 0)
  } catch {
    return [bad('process', `${run.pid} has ended and could not say so`, 'start it again: it takes up where it was')]
  }
  try {
    const answer = await fetch(`${run.admin_url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const text = (await answer.text()).trim()
    return [answer.ok ? ok('process', `${run.pid} is ready`) : bad('process', `not ready: ${text}`, 'its log says why')]
  } catch {
    return [bad('process', `${run.pid} does not answer on ${run.admin_url}`, 'its log says why; restart it')]
  }
}
