import { statfsSync } from 'node:fs'

/**
 * How much the disk of the data folder has left. `enough`; `logs_refused`: no new logs are accepted, so that what was
 * accepted can still be stored; `reserve_only`: only what the reserve is kept for is written.
 */
export type RoomLevel = 'enough' | 'logs_refused' | 'reserve_only'

export interface DiskRoom {
  /** Looks at the disk, at most every {@link LOOK_MS}. */
  level(): RoomLevel
  /** A write found no room, whatever the disk says is free (a quota of the file system, for example). */
  failed(): void
  /** Bytes that this process may still write. */
  free(): number
}

const LOOK_MS = 50
/** For how long a failed write counts more than what the disk says. */
const FAILED_MS = 2_000
/** A level ends when a quarter more than its bound is free, so that it does not begin again at once. */
const MARGIN = 1.25

/** Below this many reserves of free space somebody should know: with the default, below 1 GiB. */
const LOW_RESERVES = 16

/** Below this many free bytes no new logs are accepted. @param reserve bytes of the whole reserve */
const LOGS_BELOW = (reserve: number): number => reserve
/** Below this many free bytes only the reserve is written. */
const RESERVE_BELOW = (reserve: number): number => reserve / 4

const isBelow = (bytes: number, bound: number, inIt: boolean): boolean => bytes < bound * (inIt ? MARGIN : 1)

/** Whether so little is free that somebody should know. Bytes. @param wasLow what it said at the last look */
export const isLow = (free: number, reserve: number, wasLow = false): boolean =>
  isBelow(free, LOW_RESERVES * reserve, wasLow)

/** Bytes to free until new logs are accepted again, with a MiB to spare. */
export const missingForLogs = (free: number, reserve: number): number => MARGIN * LOGS_BELOW(reserve) - free + 1_048_576

/** @param reserve bytes of the whole reserve; with 0 only failed writes count */
export function watchDiskRoom(
  folder: string,
  reserve: number,
  steady: () => number = () => performance.now(),
): DiskRoom {
  let lookedAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let bytes = Number.POSITIVE_INFINITY
  let level: RoomLevel = 'enough'

  const look = (): void => {
    const now = steady()
    if (now - lookedAt < LOOK_MS) return
    lookedAt = now
    const { bavail, bsize } = statfsSync(folder)
    bytes = bavail * bsize
    const onlyReserve = isBelow(bytes, RESERVE_BELOW(reserve), level === 'reserve_only')
    if (now - failedAt < FAILED_MS || onlyReserve) level = 'reserve_only'
    else level = isBelow(bytes, LOGS_BELOW(reserve), level !== 'enough') ? 'logs_refused' : 'enough'
  }
  return {
    level() {
      look()
      return level
    },
    failed() {
      failedAt = steady()
      lookedAt = Number.NEGATIVE_INFINITY
    },
    free() {
      look()
      return bytes
    },
  }
}
