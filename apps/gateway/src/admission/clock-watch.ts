import { type Clock, PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { clockMarks } from '@wardline/registries'
import { type Alarms, update } from '@wardline/service-kit'

/** How far behind the mark a clock may be. Replicas differ by less, and corrections are smaller. */
export const BEHIND_MS = 2 * 60_000
/** A jump between two checks that no clock makes by itself. */
export const LEAP_MS = 5 * 60_000
/** For this long after a leap, nothing counts as expired, so that somebody has time to act on the alarm. */
export const LEAP_HELD_MS = 60 * 60_000
const LOOK_MS = 10_000

/**
 * Whether the clock can be trusted. Many reasons to stop an agent for good depend on time, so a wrong clock must not
 * cause one.
 *
 * A clock behind the latest time ever seen here (the mark) is wrong: the gateway is not ready, and agents are told to
 * try again. A clock that leaps ahead while the process runs may be wrong now or may have been wrong before. For an hour,
 * no identity is called stale and the mark does not move, so correcting the clock costs nothing.
 */
export interface ClockWatch {
  /** Undefined while the clock may be trusted, otherwise the reason. */
  fault(): 'the clock is behind' | undefined
  hasLeapt(): boolean
  /**
   * Reads the mark, or sets it to now if `reset` says that the mark was wrong. @throws Error when the registry cannot
   * be read.
   */
  start(): Promise<void>
  /** Moves the mark to now. */
  stop(): Promise<void>
}

export function createClockWatch(options: {
  readonly registry: Registry
  readonly clock: Clock
  /** Monotonic milliseconds, unaffected by changes to the clock. */
  readonly steady: () => number
  readonly alarms: Alarms
  readonly reset: boolean
}): ClockWatch {
  const { registry, clock, steady, alarms } = options
  let highWater = 0
  let seen = { wall: clock.now(), steady: steady() }
  let leaptAt: number | undefined
  let timer: NodeJS.Timeout | undefined

  const isBehind = (): boolean => clock.now() < highWater - BEHIND_MS
  const leaps = (): boolean => clock.now() - (seen.wall + steady() - seen.steady) > LEAP_MS
  const hasLeapt = (): boolean => leaps() || (leaptAt !== undefined && steady() - leaptAt < LEAP_HELD_MS)

  async function look(): Promise<void> {
    if (leaps()) {
      leaptAt = steady()
      alarms.raise('clock_leapt')
    } else if (!hasLeapt()) alarms.clear('clock_leapt')
    seen = { wall: clock.now(), steady: steady() }
    if (hasLeapt()) return
    await mark(false)
    if (isBehind()) alarms.raise('clock_behind')
    else alarms.clear('clock_behind')
  }

  async function mark(whatever: boolean): Promise<void> {
    const now = clock.now()
    const { stored } = await update(registry, clockMarks, PLATFORM_TENANT, 'gateway', current =>
      !whatever && current && current.doc.high_water >= now ? undefined : { doc: { id: 'gateway', high_water: now } },
    )
    highWater = stored?.doc.high_water ?? now
  }

  return {
    fault: () => (isBehind() ? 'the clock is behind' : undefined),
    hasLeapt,
    async start() {
      if (options.reset) await mark(true)
      await look()
      // If the registry does not respond, the known mark stays.
      timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await look().catch(() => undefined)
    },
  }
}
