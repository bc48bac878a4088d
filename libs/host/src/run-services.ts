import type { EventBus, Running, Subscription } from '@wardline/ports'
import type { Metrics, Service } from '@wardline/service-kit'
import type { Logger } from 'pino'
import { runJob } from './run-job.ts'

export interface RunOptions {
  readonly bus: EventBus
  readonly log: Logger
  readonly metrics: Metrics
  /** A part of a service may run elsewhere (another thread or process). All parts where nothing is said. */
  readonly parts?: { readonly subscriptions: boolean; readonly jobs: boolean }
}

/** A group is taken for stuck when its loop has not turned for this long. */
const STUCK_MS = 60_000

export interface ServicesHealth {
  /** Whether every consuming loop still turns: liveness is the age of the last tick, not "connected". */
  readonly live: boolean
  readonly groups: readonly {
    readonly group: string
    readonly lag: number
    readonly failing: boolean
    readonly tickAgeMs: number
  }[]
}

export interface RunningServices {
  health(): ServicesHealth
  /** Stops consuming first, then jobs, then the services. */
  stop(): Promise<void>
}

/** Starts the services (all their `start`s together), then their subscriptions and jobs. */
export async function runServices(services: readonly Service[], options: RunOptions): Promise<RunningServices> {
  const parts = options.parts ?? { subscriptions: true, jobs: true }
  await Promise.all(services.map(s => s.start?.()))
  const consuming: { group: string; running: Running }[] = []
  if (parts.subscriptions) {
    for (const service of services) {
      for (const subscription of service.subscriptions) {
        const running = await options.bus.subscribe(measured(subscription, service.name, options))
        consuming.push({ group: subscription.group, running })
      }
    }
  }
  const jobs = parts.jobs ? services.flatMap(s => s.jobs.map(j => runJob(j, s.name, options))) : []
  return {
    health() {
      const now = Date.now()
      const groups = consuming.map(({ group, running }) => {
        const h = running.health()
        options.metrics.gauge('consumer_lag', h.lag, { group })
        return { group, lag: h.lag, failing: h.failing, tickAgeMs: now - h.lastTickAt }
      })
      return { live: groups.every(g => g.tickAgeMs < STUCK_MS), groups }
    },
    async stop() {
      await Promise.all(consuming.map(c => c.running.stop()))
      await Promise.all(jobs.map(j => j.stop()))
      await Promise.all(services.map(s => s.stop?.()))
    },
  }
}

/** Counts and times what a handler does, and logs its faults; the engine knows nothing of it. */
function measured(subscription: Subscription, service: string, { log, metrics }: RunOptions): Subscription {
  const { group } = subscription
  return {
    ...subscription,
    async handle(batch, context) {
      const started = performance.now()
      try {
        const outcomes = await subscription.handle(batch, context)
        if (outcomes.length !== batch.length)
          throw new Error(`${group} answered ${outcomes.length} outcomes for ${batch.length} events`)
        const tally = { ok: 0, drop: 0, reject: 0 }
        for (const outcome of outcomes) tally[outcome === 'ok' ? 'ok' : 'drop' in outcome ? 'drop' : 'reject']++
        for (const [outcome, n] of Object.entries(tally))
          if (n > 0) metrics.count('events_handled_total', { group, outcome }, n)
        return outcomes
      } catch (error) {
        metrics.count('handler_faults_total', { group })
        log.error({ service, group, err: error }, 'a batch failed and will come again')
        throw error
      } finally {
        metrics.observe('handler_seconds', (performance.now() - started) / 1000, { group })
      }
    },
  }
}
