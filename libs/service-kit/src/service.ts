import type { Operations } from '@wardline/http'
import type { Clock, Keyring, ServiceName } from '@wardline/kernel'
import type { EventBus, Registry } from '@wardline/ports'
import type { Logger } from 'pino'
import type { ServiceSubscription } from './subscription.ts'
import type { Alarms } from './telemetry/alarm-table.ts'
import type { CounterName, GaugeName, HistogramName, LabelsOf, MetricName } from './telemetry/metric-table.ts'
import type { Tracing } from './telemetry/tracing.ts'

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
  readonly alarms: Alarms
  readonly tracing: Tracing
}

/**
 * Metrics by their names in `METRICS`, which carry no prefix there. Labels have few values: never ids, never input.
 */
export interface Metrics {
  count<N extends CounterName>(name: N, labels?: LabelsOf<N>, by?: number): void
  gauge<N extends GaugeName>(name: N, value: number, labels?: LabelsOf<N>): void
  /** Seconds. */
  observe<N extends HistogramName>(name: N, seconds: number, labels?: LabelsOf<N>): void
  /**
   * Lets series exist at 0 before anything has happened, so that the first change is seen. Labels that are not given
   * take the values of the table.
   */
  declare(name: MetricName, known: Readonly<Record<string, readonly string[]>>): void
}
