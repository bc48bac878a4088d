import { Problem } from '@wardline/kernel'
import { MongoError, MongoServerError } from 'mongodb'
import { within } from '../surroundings.ts'

const DUPLICATE_KEY = 11_000
/** `OutOfDiskSpace` */
const NO_ROOM = 14_031
/** A server that is shutting down, or a write that too few members have: another try may succeed. */
const PASSING = new Set([64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 50])

/** Far above the sum of the driver's time-outs, which it does not always keep (revive.ts). */
const LONGEST_MS = 60_000

class TooLong extends Error {}

/** Stops waiting for a driver that does not answer. The request may still take effect. @throws Error */
export const bounded = <T>(work: Promise<T>, ms = LONGEST_MS): Promise<T> =>
  within(ms, 'an answer of the registry', work, message => new TooLong(message))

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/**
 * @throws Problem `unavailable` when the server cannot be reached or cannot promise durability now, `storage_full` when
 * its disk is full.
 */
export async function answering<T>(work: Promise<T>, longestMs = LONGEST_MS): Promise<T> {
  try {
    return await bounded(work, longestMs)
  } catch (error) {
    const server = error instanceof MongoServerError
    if (server && error.code === NO_ROOM)
      throw new Problem('storage_full', { detail: 'the disk of the registry is full', retryAfter: 10, cause: error })
    if (error instanceof TooLong || (error instanceof MongoError && (!server || PASSING.has(Number(error.code)))))
      throw new Problem('unavailable', { detail: 'the registry does not answer', cause: error })
    throw error
  }
}
