import { type Clock, createPatience } from '@wardline/kernel'

/** Where the engines log. pino's Logger is one. */
export interface EngineLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type EngineName = 'kafka' | 'schema-registry' | 'mongodb' | 'opensearch'

/** `up`, or what is wrong in words for an operator: never a credential, never a value of anybody's data. */
export interface EngineState {
  readonly up: boolean
  readonly detail: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** What every part of the engines shares. */
export interface Surroundings {
  readonly log: EngineLog
  readonly clock: Clock
  /** Aborted when the engines close, or when their owner no longer wants them opened. */
  readonly signal: AbortSignal
  report(engine: EngineName, fault: string | undefined): void
  onDeadLetters(count: number): void
}

const FIRST_WAIT_MS = 100
const LAST_WAIT_MS = 5000
/** Until then, waiting for an engine is part of a normal start. */
const NORMAL_MS = 30_000

/**
 * Does `work` until it succeeds: it waits for an engine that is not up yet, or refuses our credentials. It logs the
 * first fault, every change of the fault, and about once a minute; as an error once it takes longer than a normal start.
 * @throws the signal's reason once it is aborted.
 */
export async function untilItWorks<T>(s: Surroundings, engine: EngineName, work: () => Promise<T>): Promise<T> {
  let said = ''
  let saidAt = 0
  const begun = s.clock.now()
  const patience = createPatience({ firstMs: FIRST_WAIT_MS, lastMs: LAST_WAIT_MS, signal: s.signal })
  for (;;) {
    s.signal.throwIfAborted()
    try {
      const result = await work()
      s.report(engine, undefined)
      if (said) s.log.info({ engine }, 'the engine answers now')
      return result
    } catch (error) {
      const fault = faultOf(error)
      s.report(engine, fault)
      if (fault !== said || s.clock.now() - saidAt > 60_000) {
        const level = s.clock.now() - begun < NORMAL_MS ? 'warn' : 'error'
        s.log[level]({ engine, fault }, 'the engine cannot be used yet; trying again')
        said = fault
        saidAt = s.clock.now()
      }
    }
    await patience.pause()
  }
}

/** Name and message of an error, short: what a log line or a health page may show. */
export function faultOf(error: unknown): string {
  const e = error as { name?: string; message?: string; cause?: unknown } | null
  const text = `${e?.name ?? 'Error'}: ${e?.message ?? String(error)}`.replaceAll(/\s+/g, ' ')
  return text.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 300)
}

/** Rejects when `work` takes longer. What it started may still continue. */
export async function within<T>(
  ms: number,
  what: string,
  work: Promise<T>,
  faultFrom = (message: string): Error => new Error(message),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(faultFrom(`${what} took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
