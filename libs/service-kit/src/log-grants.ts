import type { Clock, ServiceName } from '@wardline/kernel'
import {
  type Archive,
  type LogIndex,
  type LogPartitions,
  type LogReader,
  type LogWriter,
  partitionsOf,
  readerOf,
  withArchive,
  writerOf,
} from '@wardline/ports'
import type { ServicePorts } from './service.ts'

/** The parts of stored logs that may be granted. */
export interface LogPorts {
  readonly logReader: LogReader
  readonly logWriter: LogWriter
  readonly logPartitions: LogPartitions
  /** The cold tier. Without one, events stay in the warm tier and nothing is ever removed. */
  readonly archive: Archive | undefined
}

/** The grants of each service. A service that is not listed cannot find, store or remove a log. */
export const LOG_GRANTS = {
  normalizer: ['logWriter'],
  'log-store': ['logReader', 'logWriter', 'logPartitions', 'archive'],
  detector: ['logReader'],
} as const satisfies Partial<Record<ServiceName, readonly (keyof LogPorts)[]>>

type Granted<S extends ServiceName> = S extends keyof typeof LOG_GRANTS ? (typeof LOG_GRANTS)[S][number] : never
export type GrantedLogPorts<S extends ServiceName> = Pick<LogPorts, Granted<S>>

/**
 * The ports of one service: those that all services have, and those that it is granted. A port that is not granted has
 * no name here.
 */
export type PortsOf<S extends ServiceName> = ServicePorts & GrantedLogPorts<S>

export interface LogEngines {
  /**
   * The index as the engine provides it. The archive's contents are added here, in one place for every service that is
   * granted a part.
   */
  readonly index: LogIndex
  readonly archive?: Archive | undefined
  readonly clock: Clock
}

/** Only the parts that a service is granted: what it cannot name it cannot call at run time either. */
export function grantedLogPorts<S extends ServiceName>(service: S, engines: LogEngines): GrantedLogPorts<S> {
  const { archive, clock } = engines
  const index = archive ? withArchive(engines.index, archive, clock) : engines.index
  const parts: { readonly [P in keyof LogPorts]: () => LogPorts[P] } = {
    logReader: () => readerOf(index),
    logWriter: () => writerOf(index),
    logPartitions: () => partitionsOf(index),
    archive: () => archive,
  }
  const grants: Readonly<Partial<Record<ServiceName, readonly (keyof LogPorts)[]>>> = LOG_GRANTS
  const granted = (grants[service] ?? []).map(name => [name, parts[name]()])
  return Object.fromEntries(granted) as GrantedLogPorts<S>
}
