import type { Clock } from '@wardline/kernel'
import type { EventBus, LogIndex, Registry } from '@wardline/ports'
import type { Logger } from 'pino'

/** What engines report about themselves, in words for an operator and without any data of tenants. */
export interface EnginesHealth {
  readonly engines: Readonly<Record<string, { readonly up: boolean; readonly detail: string }>>
}

/** The engines as a service process uses them. */
export interface ProcessEngines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  /** From memory, because every check of the process's health calls it. */
  health(): EnginesHealth
  close(): Promise<void>
}

export interface EngineSurroundings {
  readonly log: Logger
  readonly clock: Clock
  /** Aborted when the process no longer needs them. */
  readonly signal: AbortSignal
  /** Call it whenever the state of an engine changes, even before all of them are open. */
  onHealth(health: EnginesHealth): void
  /** Call it for messages that could not be read and were put aside. */
  onDeadLetters(count: number): void
}

/**
 * Opens the engines, waiting for those that are down until the signal is aborted. Any error it throws is logged, and it
 * is tried again.
 */
export type OpenEngines = (surroundings: EngineSurroundings) => Promise<ProcessEngines>

/** What is down of `needed`, or of all, as `kafka: connection refused; mongodb: …`; undefined when nothing is. */
export function downEngines({ engines }: EnginesHealth, needed?: readonly string[]): string | undefined {
  const down = Object.entries(engines).filter(([name, { up }]) => !up && (needed?.includes(name) ?? true))
  return down.length === 0 ? undefined : down.map(([name, { detail }]) => `${name}: ${detail}`).join('; ')
}
