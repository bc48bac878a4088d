/** Wall-clock time in milliseconds since the epoch. Everything that reads the time takes one, so tests can move it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** RFC 3339 in UTC with milliseconds: the only form of time on the wire. Years outside 0000-9999 are not representable there. */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString()
}
