import type { Clock } from '@wardline/kernel'
import type { EventBus, LogIndex, Registry } from '@wardline/ports'
import type { Logger } from 'pino'

/** `up`, or what is wrong, in words for an operator and without any value. */
export interface EngineHealth {
  readonly up: boolean
  readonly detail: string
}

/** The engines as a service process uses them. */
export interface ProcessEngines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  /** By engine. Asked every few seconds: answers from memory, or in well under a second. */
  health(): Readonly<Record<string, EngineHealth>> | Promise<Readonly<Record<string, EngineHealth>>>
  close(): Promise<void>
}

export interface EngineSurroundings {
  readonly log: Logger
  readonly clock: Clock
  /** Aborted when the process no longer wants them. */
  readonly signal: AbortSignal
}

/**
 * Opens the engines: waits for those that are down, logging so, for as long as the signal lets it; a throw for any other reason is logged
 * and tried again.
 */
export type OpenEngines = (surroundings: EngineSurroundings) => Promise<ProcessEngines>

/** What is not up, as `kafka: connection refused, mongodb: …`; undefined when all is. */
export async function enginesDown(engines: ProcessEngines): Promise<string | undefined> {
  const down = Object.entries(await engines.health()).filter(([, { up }]) => !up)
  return down.length === 0 ? undefined : down.map(([name, { detail }]) => `${name}: ${detail}`).join(', ')
}
