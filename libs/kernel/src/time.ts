/** Milliseconds in an hour and in a day of 24 hours. In UTC every day has 24 hours. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/**
 * Start of the span of `width` milliseconds that contains `time`. Spans start at multiples of their width since the
 * epoch, also before 1970.
 */
export const startOf = (time: number, width: number): number => Math.floor(time / width) * width
