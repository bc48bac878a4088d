import type { Clock, Keyring, ServiceName } from '@wardline/kernel'
import { type EventBus, type LogIndex, ownedBy, type Registry } from '@wardline/ports'
import type { Metrics, SearchPorts } from '@wardline/service-kit'
import type { Logger } from 'pino'

/** What a host has, whichever engines it runs on. */
export interface HostPorts {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: Logger
  readonly metrics: Metrics
}

/** The same ports as one service may use them: its own log lines, and a registry that refuses to write what others own. */
export const portsFor = (service: ServiceName, host: HostPorts): SearchPorts => ({
  ...host,
  registry: ownedBy(host.registry, service),
  log: host.log.child({ service }),
})
