import { describe, expect, it } from '@jest/globals'
import { Problem } from '@wardline/kernel'
import { MongoNetworkError, MongoServerError } from 'mongodb'
import { answering } from './faults.ts'

describe('an answer of the registry', () => {
  const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
    answer.catch((error: unknown) => (error instanceof Problem ? error.code : error))
  const unavailable = (error: Error): Promise<unknown> => codeOf(answering(Promise.reject(error)))

  it('is `unavailable` when the server cannot be reached, or is shutting down', async () => {
    expect(await unavailable(new MongoNetworkError('connection 7 closed'))).toBe('unavailable')
    expect(await unavailable(new MongoServerError({ code: 91, errmsg: 'shutting down' }))).toBe('unavailable')
  })

  it('is `storage_full` when its disk is full', async () => {
    expect(await unavailable(new MongoServerError({ code: 14_031, errmsg: 'no space left' }))).toBe('storage_full')
  })

  it('is `unavailable` when the driver never answers', async () => {
    expect(await codeOf(answering(new Promise(() => {}), 20))).toBe('unavailable')
  })

  it('keeps our own faults', async () => {
    const ours = new TypeError('ours')
    await expect(answering(Promise.reject(ours))).rejects.toBe(ours)
  })
})
