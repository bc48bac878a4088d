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
async function ask(process: Observed, path: string): Promise<Answer | undefined> {
  const url = process.adminUrl()
  if (url === undefined) return undefined
  try {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ASK_MS) })
    return { status: answer.status, text: (await answer.text()).trim() }
  } catch {
    return undefined
  }
}

/** Undefined when it does not answer. */
export async function isLive(process: Observed): Promise<boolean | undefined> {
  const answer = await ask(process, '/healthz')
  return answer && answer.status === 200
}

/** All live, all ready, all metrics with the label `service`. */
export function stateOfAll(processes: readonly Observed[], draining: () => boolean): AdminState {
  return {
    live: async () => (await Promise.all(processes.map(isLive))).every(live => live === true),
    async notReady() {
      if (draining()) return 'draining'
      const answers = await Promise.all(processes.map(async p => [p.name, await ask(p, '/readyz')] as const))
      const faults = answers.flatMap(([name, a]) => (a?.status === 200 ? [] : [`${name}: ${a?.text ?? 'no answer'}`]))
      return faults.length > 0 ? faults.join('; ') : undefined
    },
    async metricsText() {
      const texts = await Promise.all(processes.map(async p => [p.name, await ask(p, '/metrics')] as const))
      return mergeMetrics(new Map(texts.flatMap(([name, a]) => (a?.status === 200 ? [[name, a.text]] : []))))
    },
  }
}
