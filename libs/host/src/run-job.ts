import type { Job, Metrics } from '@wardline/service-kit'
import type { Logger } from 'pino'

/**
 * Runs a job repeatedly, each time `everyMs` after it ended, until stopped; the first time soon, at a random moment.
 */
export function runJob(
  job: Job,
  service: string,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): { stop(): Promise<void> } {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      await job.run({ signal: abort.signal })
      metrics.count('job_runs_total', { task: job.name, outcome: 'ok' })
    } catch (error) {
      if (abort.signal.aborted) return
      metrics.count('job_runs_total', { task: job.name, outcome: 'failed' })
      log.error({ service, job: job.name, err: error }, 'a job failed and will run again')
    }
    plan(job.everyMs)
  }
  const plan = (delay: number): void => {
    if (abort.signal.aborted) return
    timer = setTimeout(() => {
      current = run()
    }, delay)
  }
  plan(Math.random() * Math.min(job.everyMs, 1000))
  return {
    async stop() {
      abort.abort()
      clearTimeout(timer)
      await current
    },
  }
}
