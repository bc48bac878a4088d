import { Problem } from '@wardline/kernel'
import { MongoError, MongoServerError } from 'mongodb'

const DUPLICATE_KEY = 11_000
/** A server that is going away, or a write that too few members have: another try may do. */
const PASSING = new Set([64, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 50])

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** @throws Problem `unavailable` where the server cannot be reached or cannot promise durability now. */
export async function answering<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const server = error instanceof MongoServerError
    if (error instanceof MongoError && (!server || PASSING.has(Number(error.code))))
      throw new Problem('unavailable', { detail: 'the registry does not answer', cause: error })
    throw error
  }
}
