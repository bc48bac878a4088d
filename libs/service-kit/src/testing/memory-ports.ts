import { createEventCodec } from '@wardline/events'
import { createKeyring, type ServiceName } from '@wardline/kernel'
import { ownedBy } from '@wardline/ports'
import { createMemoryBus, createMemoryLogIndex, createMemoryRegistry, createTestClock } from '@wardline/ports/testing'
import type { SearchPorts } from '../service.ts'

/** Compiling the schemas of events takes a while: one codec serves all tests of a file. */
let codec: ReturnType<typeof createEventCodec> | undefined

/** Engines in memory and the ports of one service on them. Time stands still until a test moves it; every published event is of its schema. */
export function memoryPorts(service: ServiceName) {
  codec ??= createEventCodec()
  const { encode } = codec
  const clock = createTestClock()
  const bus = createMemoryBus({ clock, validate: false })
  const publish = bus.publish
  bus.publish = async events => {
    for (const e of events) encode(e)
    await publish(events)
  }
  const memory = createMemoryRegistry({ bus, clock })
  const index = createMemoryLogIndex(clock)
  const ports: SearchPorts = {
    bus,
    registry: ownedBy(memory, service),
    index,
    clock,
    keyring: createKeyring(new Uint8Array(32).fill(7)),
    log: { info() {}, warn() {}, error() {}, debug() {} } as unknown as SearchPorts['log'],
    metrics: { count() {}, gauge() {}, observe() {} },
  }
  return { clock, bus, memory, index, ports }
}
