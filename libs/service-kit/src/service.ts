import type { Operations } from '@wardline/http'
import type { Clock, Keyring, ServiceName } from '@wardline/kernel'
import type { EventBus, Registry } from '@wardline/ports'
import type { Logger } from 'pino'
import type { ServiceSubscription } from './subscription.ts'

/**
 * Work that a service does on a schedule. Runs never overlap. A throw is logged and counted, and the next run comes on
 * schedule.
 */
export interface Job {
  readonly name: string
  readonly everyMs: number
  run(context: { readonly signal: AbortSignal }): Promise<void>
}

/** A service as a value (docs/architecture.md#the-one-idea). Nothing runs until a host runs it; a host may run only some of its parts. */
export interface Service {
  readonly name: ServiceName
  readonly operations: Operations
  readonly subscriptions: readonly ServiceSubscription[]
  readonly jobs: readonly Job[]
  /**
   * Runs once before everything else in the service, e.g. to create the authority or compile the rules. `ready` waits
   * for it.
   */
  start?(): Promise<void>
  /** Runs once after everything else in the service has stopped. */
  stop?(): Promise<void>
}

/** What every service is given. `registry` refuses writes to collections of other services. */
export interface ServicePorts {
  readonly bus: EventBus
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * Counters and gauges by the names that docs/operating.md lists, without their prefix `wardline_`. Labels have few
 * values: never ids, never input.
 */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void
  gauge(name: string, value: number, labels?: Readonly<Record<string, string>>): void
  /** Seconds. */
  observe(name: string, seconds: number, labels?: Readonly<Record<string, string>>): void
}
