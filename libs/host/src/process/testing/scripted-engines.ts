import { createMemoryBus, createMemoryLogIndex, createMemoryRegistry } from '@wardline/ports/testing'
import type { EnginesHealth, OpenEngines, ProcessEngines } from '../process-engines.ts'

/** In-memory engines whose health and opening a test controls. */
export interface ScriptedEngines {
  /** If set, opening throws it. */
  openFault: Error | undefined
  down: string | undefined
  opened: number
  closed: number
  readonly open: OpenEngines
}

const stateOf = (fault: string | undefined): EnginesHealth => ({
  engines: { memory: { up: fault === undefined, detail: fault ?? 'answers' } },
})

export function scriptedEngines(): ScriptedEngines {
  const bus = createMemoryBus({ validate: false })
  const engines: ProcessEngines = {
    bus,
    registry: createMemoryRegistry({ bus }),
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
  }
  return script
}
