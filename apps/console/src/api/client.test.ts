import { describe, expect, it } from '@jest/globals'
import { bodyOf, recordOf } from './client.ts'
import { ApiProblem, laterTry, worthRetrying } from './problem.ts'

const failure = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch(error => error)

describe('a response', () => {
  it.each([
    ['that breaks off', new TypeError('network error')],
    ['that does not end in time', new DOMException('signal timed out', 'TimeoutError')],
    ['that is not whole', new SyntaxError('Unterminated string in JSON')],
  ])('%s counts as none, and is requested again', async (_, error) => {
    for (const read of [bodyOf, recordOf]) {
      const problem = await failure(read(Promise.reject(error)))
      expect(problem).toBeInstanceOf(ApiProblem)
      expect(problem).toMatchObject({ status: 0, code: 'unreachable' })
      expect([worthRetrying(0, problem), laterTry(problem)]).toEqual([true, 5_000])
    }
  })

  it('that was aborted is not a fault, and a problem is passed on unchanged', async () => {
    const given = [new DOMException('aborted', 'AbortError'), new ApiProblem(403, { code: 'forbidden' })]
    for (const error of given) expect(await failure(bodyOf(Promise.reject(error)))).toBe(error)
    expect(laterTry(given[1])).toBe(false)
  })
})
