import { createEventCodec } from '@wardline/events'
import type { ServiceName } from '@wardline/kernel'
import { rotatingKeyring } from '@wardline/kernel/testing'
import { type Archive, type LogIndex, ownedBy } from '@wardline/ports'
import { createMemoryBus, createMemoryLogIndex, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import type { Logger } from 'pino'
import { grantedLogPorts, type PortsOf } from '../log-grants.ts'
import type { Metrics, ServicePorts } from '../service.ts'
import type { Alarms } from '../telemetry/alarm-table.ts'
import { noTracing } from '../telemetry/tracing.ts'

/** Compiling the schemas of events takes a while: one codec serves all tests of a file. */
let codec: ReturnType<typeof createEventCodec> | undefined

export interface MemoryOptions {
  /** Wraps the service's index. */
  readonly throughIndex?: (index: LogIndex) => LogIndex
  readonly archive?: Archive
}

/**
 * Engines in memory and the ports of one service on them. Time stands still until a test moves it; every published
 * event is checked against its schema.
 */
export function memoryPorts<S extends ServiceName>(service: S, { throughIndex, archive }: MemoryOptions = {}) {
  codec ??= createEventCodec()
  const { encode } = codec
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const publish = bus.publish
  bus.publish = async (events, traceOf) => {
    for (const e of events) encode(e)
    await publish(events, traceOf)
  }
  const memory = createMemoryRegistry({ bus, clock })
  const index = createMemoryLogIndex(clock)
  const { keyring, rotate: rotatePseudonyms } = rotatingKeyring(new Uint8Array(32).fill(7))
  const common: ServicePorts = {
    bus,
    registry: ownedBy(memory, service),
    clock,
    keyring,
    log: silentLog(),
    metrics: silentMetrics,
    alarms: silentAlarms,
    tracing: noTracing,
  }
  const logs = grantedLogPorts(service, { index: throughIndex?.(index) ?? index, archive, clock })
  const ports: PortsOf<S> = { ...common, ...logs }
  return { clock, bus, memory, index, ports, rotatePseudonyms }
}

/** Metrics that nobody reads. */
export const silentMetrics: Metrics = { count() {}, gauge() {}, observe() {}, declare() {} }

/** Alarms that nobody hears. */
export const silentAlarms: Alarms = { raise() {}, clear() {} }

/** A log that nobody reads. */
export function silentLog(): Logger {
  const log = { info() {}, warn() {}, error() {}, debug() {}, child: () => log }
  return log as unknown as Logger
}
