import type { EventBus, Running } from '@wardline/ports'
import { type HostingPorts, hostedSubscription, type Service } from '@wardline/service-kit'
import { runJob } from './run-job.ts'

export interface RunOptions extends HostingPorts {
  readonly bus: EventBus
  /** A part of a service may run elsewhere (another thread or process). All parts by default. */
  readonly parts?: { readonly subscriptions: boolean; readonly jobs: boolean }
}

/** Metrics whose groups and jobs are known here. */
const DECLARED = [
  'consumer_lag',
  'tenants_behind',
  'events_handled_total',
  'handler_seconds',
  'handler_faults_total',
  'job_runs_total',
] as const

/** A group counts as stuck when its loop has not turned for this long. */
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

/**
 * Starts the services (all `start` functions together), then their subscriptions and jobs. @throws WiringFault, before
 * anything starts, for a subscription that does not say where its rejections are kept.
 */
export async function runServices(services: readonly Service[], options: RunOptions): Promise<RunningServices> {
  const parts = options.parts ?? { subscriptions: true, jobs: true }
  const subscriptions = services.flatMap(service =>
    service.subscriptions.map(s => hostedSubscription(service.name, s, options)),
  )
  await Promise.all(services.map(s => s.start?.()))
  const known = {
    group: parts.subscriptions ? subscriptions.map(s => s.group) : [],
    task: parts.jobs ? services.flatMap(s => s.jobs.map(j => j.name)) : [],
  }
  for (const name of DECLARED) options.metrics.declare(name, known)
  const consuming: { group: string; running: Running }[] = []
  if (parts.subscriptions) {
    for (const subscription of subscriptions)
      consuming.push({ group: subscription.group, running: await options.bus.subscribe(subscription) })
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
      await Promise.all(
        services.map(async ({ name, stop }) => {
          // What a service could not store at its end, it finds again; the others still end in order.
          await stop?.().catch(err =>
            options.log.warn({ service: name, err }, 'a service could not store its last state'),
          )
        }),
      )
    },
  }
}
