import { type Clock, systemClock } from '@wardline/kernel'
import type { EventBus, LogIndex, Registry } from '@wardline/ports'
import type { DistributedConfig } from './config.ts'
import { type EnginesHealth, watchEngines } from './health.ts'
import { openBus } from './kafka/bus.ts'
import { createKeptSchemas } from './mongo/kept-schemas.ts'
import { openRegistry } from './mongo/registry.ts'
import { openLogIndex } from './opensearch/log-index.ts'
import type { EngineLog } from './surroundings.ts'

export interface OpenOptions {
  readonly config: DistributedConfig
  readonly log: EngineLog
  readonly clock?: Clock
  /** Aborts the wait for engines. */
  readonly signal?: AbortSignal
  /** Called whenever the state of an engine changes, even before all of them are open. */
  onHealth?(health: EnginesHealth): void
  /** Called for messages that could not be read and went to a topic `*.dlq`. */
  onDeadLetters?(count: number): void
}

export interface DistributedEngines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  health(): EnginesHealth
  /** Ends subscriptions after the current batch, sends what is waiting, and closes every connection. */
  close(): Promise<void>
}

/**
 * Opens the engines of the distributed profile (docs/architecture.md#ports). Waits for those that are not up yet, and
 * reports them in the log and in `onHealth`: a service that starts before its engines must not crash in a loop.
 * @throws the signal's reason when it is aborted first.
 */
export async function openDistributed(options: OpenOptions): Promise<DistributedEngines> {
  const { config, log, clock = systemClock } = options
  const abort = new AbortController()
  const giveUp = (): void => abort.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', giveUp, { once: true })
  if (options.signal?.aborted) giveUp()
  const watch = watchEngines(clock, options.onHealth)
  const onDeadLetters = (count: number): void => options.onDeadLetters?.(count)
  const surroundings = { log, clock, signal: abort.signal, report: watch.report, onDeadLetters }
  const opened: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(engine: T): T => {
    opened.unshift(engine)
    return engine
  }
  const close = async (): Promise<void> => {
    abort.abort()
    await watch.stop()
    for (const engine of opened.splice(0)) await engine.close()
  }
  try {
    const kept = createKeptSchemas(config.prefix, config.mongo)
    const bus = openBus(config.prefix, config.kafka, config.schemaRegistry, surroundings, kept).then(keep)
    const index = openLogIndex(config.prefix, config.opensearch, surroundings).then(keep)
    const registry = openRegistry(config.prefix, config.mongo, bus, surroundings).then(keep)
    const settled = await Promise.allSettled([bus, registry, index])
    const failed = settled.find(s => s.status === 'rejected')
    if (failed) throw failed.reason
    const engines = { bus: await bus, registry: await registry, index: await index }
    watch.start(
      {
        kafka: () => engines.bus.ping(),
        'schema-registry': () => engines.bus.pingRegistry(),
        mongodb: () => engines.registry.ping(),
        opensearch: () => engines.index.ping(),
      },
      engines.bus.topicFaults,
    )
    return { ...engines, health: watch.health, close }
  } catch (error) {
    await close()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
  }
}
