import type { Keyring, ServiceName } from '@wardline/kernel'
import { type EventBus, ownedBy, type Registry } from '@wardline/ports'
import {
  type Alarms,
  grantedLogPorts,
  type LogEngines,
  type Metrics,
  type PortsOf,
  type Tracing,
} from '@wardline/service-kit'
import type { Logger } from 'pino'

/** What a host provides, whichever engines it runs on. */
export interface HostPorts extends LogEngines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly keyring: Keyring
  readonly log: Logger
  readonly metrics: Metrics
  readonly alarms: Alarms
  readonly tracing: Tracing
}

/**
 * The ports as one service may use them: its own log lines, a registry that refuses writes to what others own, and the
 * parts of the logs that it is granted.
 */
export const portsFor = <S extends ServiceName>(service: S, host: HostPorts): PortsOf<S> => ({
  bus: host.bus,
  registry: ownedBy(host.registry, service),
  clock: host.clock,
  keyring: host.keyring,
  log: host.log.child({ service }),
  metrics: host.metrics,
  alarms: { ...host.alarms, raise: (name, facts, of) => host.alarms.raise(name, { service, ...facts }, of) },
  tracing: host.tracing,
  ...grantedLogPorts(service, host),
})
