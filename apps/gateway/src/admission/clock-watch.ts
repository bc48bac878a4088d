import { type Clock, PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { clockMarks } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/** How far behind the mark a clock may be: replicas differ by less, and so do corrections. */
export const BEHIND_MS = 2 * 60_000
/** What no clock does by itself between two looks. */
export const LEAP_MS = 5 * 60_000
/** For how long after a leap nothing that lasted is said to be over. Somebody looks at the alarm meanwhile. */
export const LEAP_HELD_MS = 60 * 60_000
const LOOK_MS = 10_000

/**
 * Whether the clock can be believed. Much of what stops an agent for good is a matter of time, so time that is wrong must not.
 *
 * A clock behind the latest time that was ever seen here is wrong: nothing is ready, and agents are told to come again. One that leaps ahead
 * while the process runs may be wrong, or may have been: until an hour later no identity is called stale, and the mark stays, so that
 * putting the clock right again costs nothing.
 */
export interface ClockWatch {
  /** Undefined while it may be believed, else why not. */
  fault(): 'the clock is behind' | undefined
  hasLeapt(): boolean
  /** Reads the mark, or sets it to now where `reset` says that it is what was wrong. @throws Error when the registry cannot be read. */
  start(): Promise<void>
  /** Leaves the mark at now. */
  stop(): Promise<void>
}

export function createClockWatch(options: {
  readonly registry: Registry
  readonly clock: Clock
  /** Milliseconds that grow steadily, whatever is done to the clock. */
  readonly steady: () => number
  readonly alarm: (name: 'clock_behind' | 'clock_leapt') => void
  readonly reset: boolean
}): ClockWatch {
  const { registry, clock, steady, alarm } = options
  let highWater = 0
  let seen = { wall: clock.now(), steady: steady() }
  let leaptAt: number | undefined
  let timer: NodeJS.Timeout | undefined
  let wasBehind = false

  const isBehind = (): boolean => clock.now() < highWater - BEHIND_MS
  const leaps = (): boolean => clock.now() - (seen.wall + steady() - seen.steady) > LEAP_MS
  const hasLeapt = (): boolean => leaps() || (leaptAt !== undefined && steady() - leaptAt < LEAP_HELD_MS)

  async function look(): Promise<void> {
    if (leaps()) {
      leaptAt = steady()
      alarm('clock_leapt')
    }
    seen = { wall: clock.now(), steady: steady() }
    if (hasLeapt()) return
    await mark(false)
    if (isBehind() && !wasBehind) alarm('clock_behind')
    wasBehind = isBehind()
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
      // A registry that does not answer leaves the mark that is known.
      timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await look().catch(() => undefined)
    },
  }
}
