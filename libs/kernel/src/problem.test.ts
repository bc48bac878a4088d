import { describe, expect, it } from '@jest/globals'
import { cutUtf8, deeperThan } from './bounds.ts'
import { rfc3339 } from './clock.ts'
import { isAuditor, type Principal } from './principal.ts'
import { invalid, PROBLEMS, Problem, type ProblemCode } from './problem.ts'
import { atLeast, severityFromId, severityId } from './severity.ts'
import { DEFAULT_TENANT } from './tenant-id.ts'

describe('problems', () => {
  it.each(Object.entries(PROBLEMS))('%s has a status and a title', (code, [status, title]) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    expect(title).not.toMatch(/\.$/)
  })

  it('401 and 403 that stop an agent are a closed set (docs/architecture.md#answers-that-stop-an-agent)', () => {
    // The answers to a browser session do not concern agents: agent operations ignore cookies.
    const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
      code => [401, 403].includes(PROBLEMS[code][0]) && !/^(?:csrf_token_invalid$|sign_in_)/.test(code),
    )
    expect(codes.sort()).toEqual([
      'certificate_required',
      'enrollment_token_invalid',
      'filter_not_allowed',
      'forbidden',
      'identity_mismatch',
      'identity_revoked',
      'identity_stale',
      'identity_unknown',
      'issuer_not_proven',
      'unauthenticated',
    ])
  })

  it('429 and 503 always say when to retry', () => {
    for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
      const limited = [429, 503].includes(PROBLEMS[code][0])
      expect(new Problem(code).retryAfter).toBe(limited ? 1 : undefined)
    }
    expect(new Problem('unavailable', { retryAfter: 30 }).retryAfter).toBe(30)
  })

  it('are RFC 9457 on the wire, without an instance', () => {
    expect(invalid('/name', 'a text is expected').body('req_1')).toEqual({
      type: 'https://wardline.dev/problems/validation_failed',
      title: 'The request does not match its schema',
      status: 422,
      code: 'validation_failed',
      detail: 'The request does not match its schema',
      request_id: 'req_1',
      errors: [{ pointer: '/name', message: 'a text is expected' }],
    })
    expect(new Problem('not_found').body('r')).not.toHaveProperty('errors')
  })
})

describe('bounds', () => {
  it('measure nesting without recursion', () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(deeperThan(deep, 64)).toBe(true)
    expect(deeperThan({ a: { b: [1] } }, 3)).toBe(false)
    expect(deeperThan({ a: { b: [1] } }, 2)).toBe(true)
    expect(deeperThan('x', 0)).toBe(false)
  })

  it('cut at a number of bytes, but never within a character', () => {
    expect(cutUtf8('abc', 10)).toBe('abc')
    expect(cutUtf8('aé', 2)).toBe('a')
    expect(cutUtf8('aé', 3)).toBe('aé')
    expect(cutUtf8('😀😀', 7)).toBe('😀')
    expect(cutUtf8('😀', 3)).toBe('')
  })
})

describe('small words', () => {
  it('times are RFC 3339 in UTC with milliseconds', () => {
    expect(rfc3339(0)).toBe('1970-01-01T00:00:00.000Z')
  })

  it('severities count from one', () => {
    expect(severityId('informational')).toBe(1)
    expect(severityFromId(5)).toBe('critical')
    expect(severityFromId(99)).toBe('critical')
    expect(severityFromId(0)).toBe('informational')
    expect(atLeast('high', 'medium')).toBe(true)
    expect(atLeast('low', 'medium')).toBe(false)
  })

  it('an auditor is one whatever other roles the account has', () => {
    const principal = (roles: Principal['roles']): Principal =>
      ({ type: 'service_account', id: 'sva_1', tenantId: DEFAULT_TENANT, roles }) as Principal
    expect(isAuditor(principal(['auditor', 'admin'] as never))).toBe(true)
    expect(isAuditor(principal(['admin'] as never))).toBe(false)
    expect(isAuditor({ type: 'anonymous', roles: [] })).toBe(false)
  })
})
