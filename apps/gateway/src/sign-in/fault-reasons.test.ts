import { describe, expect, it } from '@jest/globals'
import { EgressFault } from '@wardline/http'
import { SecretUnresolved } from '@wardline/ports'
import { ClientError, ResponseBodyError } from 'openid-client'
import { isUnavailable, reasonsOf } from './fault-reasons.ts'

const answered = (error: string): ResponseBodyError =>
  new ResponseBodyError('canary', { cause: { error, error_description: 'canary' }, response: new Response() })
const coded = Object.assign(new ClientError('canary'), { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })

describe('Why a sign-in did not go through', () => {
  it.each<[string, unknown, readonly string[], boolean]>([
    [
      'the provider cannot be reached',
      new Error('x', { cause: new EgressFault('tls') }),
      [new EgressFault('tls').message],
      true,
    ],
    ['its secret is not there', new SecretUnresolved('missing'), ['a secret cannot be resolved: missing'], true],
    ['it does not know the client', answered('invalid_client'), ['invalid_client'], false],
    ['it has words of its own', answered('canary'), ['another error'], false],
    ['its token is not right', new Error('canary', { cause: coded }), ['OAUTH_JWT_CLAIM_COMPARISON_FAILED'], false],
    ['something else', new TypeError('canary'), [], false],
    ['nothing', undefined, [], false],
  ])('is told to the operator in words of ours: %s', (_, error, reasons, unavailable) => {
    expect(reasonsOf(error)).toEqual(reasons)
    expect(isUnavailable(error)).toBe(unavailable)
  })

  it('is looked for to a bounded depth', () => {
    const loop = new Error('x')
    loop.cause = loop
    expect(reasonsOf(loop)).toEqual([])
  })
})
