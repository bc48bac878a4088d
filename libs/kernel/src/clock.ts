/** Wall-clock time in milliseconds since the epoch. Everything that reads the time takes one, so tests can move it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC with milliseconds: the only form of time on the wire. Years outside 0000-9999 are not representable there. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString()
}

const LEAP_SECOND = /(?<=^.{17})60/

/**
 * Milliseconds since the epoch of an RFC 3339 time as schemas let it through: any offset, `t`, `z` or a space, a leap second (the second
 * before). undefined for what is no time.
 */
export function instantOf(text: string): number | undefined {
  const ms = Date.parse(text.replace(/[\st]/i, 'T').replace('z', 'Z').replace(LEAP_SECOND, '59'))
  return Number.isNaN(ms) ? undefined : ms
}
