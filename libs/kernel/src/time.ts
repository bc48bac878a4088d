/** Milliseconds of an hour and of a day of 24 hours. UTC has no others. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** When the span of `width` milliseconds that holds `time` begins. Spans begin at multiples of their width since the epoch, before 1970 too. */
export const startOf = (time: number, width: number): number => Math.floor(time / width) * width
