import { type Keyring, keyringOf, systemClock } from '@wardline/kernel'
import { createMemoryBus, createMemoryLogIndex, createMemoryRegistry } from '@wardline/ports/testing'
import { openDataKeys } from '../../keys/open-data-keys.ts'
import type { EnginesHealth, OpenEngines, ProcessEngines } from '../process-engines.ts'

/** In-memory engines whose health and opening a test controls. */
export interface ScriptedEngines {
  /** If set, opening throws it. */
  openFault: Error | undefined
  down: string | undefined
  opened: number
  closed: number
  readonly open: OpenEngines
  /** The keys that every process on these engines has with this master key. */
  keyring(master: Uint8Array): Promise<Keyring>
}

const stateOf = (fault: string | undefined): EnginesHealth => ({
  engines: { memory: { up: fault === undefined, detail: fault ?? 'answers' } },
})

export function scriptedEngines(): ScriptedEngines {
  const bus = createMemoryBus({ validate: false })
  const registry = createMemoryRegistry({ bus })
  const engines: ProcessEngines = {
    bus,
    registry,
    index: createMemoryLogIndex(),
    health: () => stateOf(script.down),
    async close() {
      script.closed++
    },
  }
  const script: ScriptedEngines = {
    openFault: undefined,
    down: undefined,
    opened: 0,
    closed: 0,
    async open({ onHealth }) {
      onHealth(stateOf(script.openFault?.message))
      if (script.openFault) throw script.openFault
      script.opened++
      return engines
    },
    async keyring(master) {
      const given = { masters: [master], wrong: 'another master key' }
      return keyringOf((await openDataKeys({ registry, clock: systemClock }, given)).keys)
    },
  }
  return script
}
