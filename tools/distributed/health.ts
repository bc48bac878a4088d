// Combines health and metrics of several processes into one.
import type { AdminState } from '@wardline/host'
import { mergeMetrics } from './merge-metrics.ts'

const ASK_MS = 5_000

/** A process with an admin listener, if it is up. */
export interface Observed {
  readonly name: string
  adminUrl(): string | undefined
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Undefined when it does not answer. */
async function ask(process: Observed, path: string, withinMs = ASK_MS): Promise<Answer | undefined> {
  const url = process.adminUrl()
  if (url === undefined) return undefined
  try {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(withinMs) })
    return { status: answer.status, text: (await answer.text()).trim() }
  } catch {
    return undefined
  }
}

/** Undefined when it does not answer. */
export async function isLive(process: Observed, withinMs?: number): Promise<boolean | undefined> {
  const answer = await ask(process, '/healthz', withinMs)
  return answer && answer.status === 200
}

/** The metrics of a process that does not answer: an alert rule sees that it is not ready. */
const NO_ANSWER =
  '# HELP wardline_ready 1 if the process is ready for requests: what /readyz says\n# TYPE wardline_ready gauge\nwardline_ready 0\n'

/** All live, all ready, all metrics with the label `service`. */
export function stateOfAll(processes: readonly Observed[], draining: () => boolean): AdminState {
  return {
    live: async () => (await Promise.all(processes.map(p => isLive(p)))).every(live => live === true),
    async notReady() {
      if (draining()) return 'draining'
      const answers = await Promise.all(processes.map(async p => [p.name, await ask(p, '/readyz')] as const))
      const faults = answers.flatMap(([name, a]) => (a?.status === 200 ? [] : [`${name}: ${a?.text ?? 'no answer'}`]))
      return faults.length > 0 ? faults.join('; ') : undefined
    },
    async metricsText() {
      const texts = await Promise.all(processes.map(async p => [p.name, await ask(p, '/metrics')] as const))
      return mergeMetrics(new Map(texts.map(([name, a]) => [name, a?.status === 200 ? a.text : NO_ANSWER])))
    },
  }
}
