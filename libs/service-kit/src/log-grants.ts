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

/** What may be granted of stored logs, part by part. */
export interface LogPorts {
  readonly logReader: LogReader
  readonly logWriter: LogWriter
  readonly logPartitions: LogPartitions
  /** The cold tier. Without one, events stay in the warm tier and nothing is ever removed. */
  readonly archive: Archive | undefined
}

/** Who is granted what. A service that is not listed cannot find a log, store one, or remove one. */
export const LOG_GRANTS = {
  normalizer: ['logWriter'],
  'log-store': ['logReader', 'logWriter', 'logPartitions', 'archive'],
  detector: ['logReader'],
} as const satisfies Partial<Record<ServiceName, readonly (keyof LogPorts)[]>>

type Granted<S extends ServiceName> = S extends keyof typeof LOG_GRANTS ? (typeof LOG_GRANTS)[S][number] : never
export type GrantedLogPorts<S extends ServiceName> = Pick<LogPorts, Granted<S>>

/** The ports of one service: what all services have, and what it is granted. What is not granted has no name here. */
export type PortsOf<S extends ServiceName> = ServicePorts & GrantedLogPorts<S>

export interface LogEngines {
  /** As the engine has it. What the archive knows is added here, in one place for all who are granted a part of it. */
  readonly index: LogIndex
  readonly archive?: Archive | undefined
  readonly clock: Clock
}

/** The parts that a service is granted, and no other: what it cannot spell it cannot call at run time either. */
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
