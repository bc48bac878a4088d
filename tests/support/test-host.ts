import type { HostPorts } from '@wardline/host'
import { createKeyring, systemClock } from '@wardline/kernel'
import { createMemoryLogIndex } from '@wardline/ports/testing'
import { noTracing } from '@wardline/service-kit'
import { silentAlarms, silentLog, silentMetrics } from '@wardline/service-kit/testing'

/** What a host gives to services. Without more: the time of day, an index in memory, and nobody who listens. */
export function testHost(given: Pick<HostPorts, 'bus' | 'registry'> & Partial<HostPorts>): HostPorts {
  const clock = given.clock ?? systemClock
  return {
    clock,
    index: createMemoryLogIndex(clock),
    keyring: createKeyring(new Uint8Array(32).fill(3)),
    log: silentLog(),
    metrics: silentMetrics,
    alarms: silentAlarms,
    tracing: noTracing,
    ...given,
  }
}
