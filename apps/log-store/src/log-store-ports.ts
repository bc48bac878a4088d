import type { PortsOf } from '@wardline/service-kit'

/** The ports of the log store: all stored logs, and the archive if there is one. */
export type LogStorePorts = PortsOf<'log-store'>
