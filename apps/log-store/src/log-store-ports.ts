import type { PortsOf } from '@wardline/service-kit'

/** What the log store is given: all of the stored logs, and the archive where there is one. */
export type LogStorePorts = PortsOf<'log-store'>
