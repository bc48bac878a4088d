import { describe, expect, it } from '@jest/globals'
import { PROBLEMS, Problem, type ProblemCode } from '@wardline/kernel'
import { answerToAgent, FATAL_TO_AGENTS } from './fatal-answers.ts'

const codes = Object.keys(PROBLEMS) as ProblemCode[]
const told = (code: ProblemCode, leapt = false): Problem => answerToAgent(new Problem(code), leapt)

describe('What an agent is answered', () => {
  it('is 401 or 403 with only six codes, whatever a service throws', () => {
    const fatal = codes.filter(code => [401, 403].includes(told(code).status))
    expect(fatal.sort()).toEqual([...FATAL_TO_AGENTS].sort())
    expect(fatal).toHaveLength(6)
    for (const code of FATAL_TO_AGENTS) expect(told(code).code).toBe(code)
  })

  it('is never about time while the clock may have leapt', () => {
    const fatal = codes.filter(code => [401, 403].includes(told(code, true).status))
    expect(FATAL_TO_AGENTS.filter(code => !fatal.includes(code))).toEqual([
      'identity_stale',
      'enrollment_token_invalid',
    ])
    expect(told('identity_stale', true)).toMatchObject({ status: 503, retryAfter: 5 })
  })

  it('is retryable for everything else that is not the agent’s own mistake', () => {
    for (const code of codes) {
      const { status, retryAfter } = told(code)
      expect([400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 421, 422, 428, 429, 431, 503]).toContain(status)
      if (status === 429 || status === 503) expect(retryAfter).toBeGreaterThan(0)
    }
  })
})
