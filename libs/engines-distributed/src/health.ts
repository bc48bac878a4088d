import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@wardline/kernel'
import { type EngineName, type EngineState, faultOf, within } from './surroundings.ts'

const PROBE_EVERY_MS = 5000
const PROBE_TIMEOUT_MS = 4000

export interface EnginesHealth {
  /** Whether a service can do its work. It can do so without the schema registry, because known ids are cached. */
  readonly ready: boolean
  readonly engines: Readonly<Record<EngineName, EngineState>>
  /** Deviations from the configuration that still work, e.g. a topic with too few partitions. */
  readonly warnings: readonly string[]
}

export interface EnginesWatch {
  health: () => EnginesHealth
  report(engine: EngineName, fault: string | undefined): void
  /** Starts to check the engines regularly. */
  start(probes: Readonly<Record<EngineName, () => Promise<void>>>, warnings: readonly string[]): void
  stop(): Promise<void>
}

export function watchEngines(clock: Clock, onHealth: ((health: EnginesHealth) => void) | undefined): EnginesWatch {
  const waiting: EngineState = { up: false, detail: 'not opened yet', since: clock.now() }
  const states: Record<EngineName, EngineState> = {
    kafka: waiting,
    'schema-registry': waiting,
    mongodb: waiting,
    opensearch: waiting,
  }
  let warnings: readonly string[] = []
  const abort = new AbortController()
  const loops: Promise<void>[] = []

  const health = (): EnginesHealth => ({
    ready: states.kafka.up && states.mongodb.up && states.opensearch.up,
    engines: { ...states },
    warnings,
  })
  function report(engine: EngineName, fault: string | undefined): void {
    const before = states[engine]
    const up = fault === undefined
    if (before.up === up && before.detail === (fault ?? 'answers')) return
    states[engine] = { up, detail: fault ?? 'answers', since: before.up === up ? before.since : clock.now() }
    onHealth?.(health())
  }
  async function probe(engine: EngineName, ask: () => Promise<void>): Promise<void> {
    while (!abort.signal.aborted) {
      await sleep(PROBE_EVERY_MS, undefined, { signal: abort.signal }).catch(() => {})
      if (abort.signal.aborted) return
      await within(PROBE_TIMEOUT_MS, 'an answer', ask()).then(
        () => report(engine, undefined),
        error => report(engine, faultOf(error)),
      )
    }
  }
  onHealth?.(health())
  return {
    health,
    report,
    start(probes, noticed) {
      warnings = noticed
      for (const [engine, ask] of Object.entries(probes)) loops.push(probe(engine as EngineName, ask))
    },
    async stop() {
      abort.abort()
      await Promise.all(loops)
    },
  }
}
