import { type GlobalOptions, runFile } from '../connection.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

/** The Wardline that has registered on the folder, and its own report. */
export async function checkRunning({ dataDir }: GlobalOptions): Promise<readonly Finding[]> {
  const run = runFile(dataDir)
  if (run === undefined) return [warn('process', 'none runs on the data folder', 'npm start')]
  try {
    process.kill(run.pid, 0)
  } catch {
    return [bad('process', `${run.pid} has ended without a clean stop`, 'start it again: it continues where it was')]
  }
  try {
    const answer = await fetch(`${run.admin_url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const text = (await answer.text()).trim()
    const [, remark] = text.split('\n')
    if (answer.ok && remark !== undefined)
      return [bad('process', `${run.pid} is ready; ${remark}`, 'docs/operating.md#disk-full')]
    return [answer.ok ? ok('process', `${run.pid} is ready`) : bad('process', `not ready: ${text}`, 'its log says why')]
  } catch {
    return [bad('process', `${run.pid} does not respond on ${run.admin_url}`, 'its log says why; restart it')]
  }
}
