import { describe, expect, it } from '@jest/globals'
import { EgressFault } from '@wardline/http'
import { SecretUnresolved } from '@wardline/ports'
import { ClientError, ResponseBodyError } from 'openid-client'
import { isUnavailable, reasonsOf } from './fault-reasons.ts'

const answered = (error: string): ResponseBodyError =>
  new ResponseBodyError('canary', { cause: { error, error_description: 'canary' }, response: new Response() })
const coded = Object.assign(new ClientError('canary'), { code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' })

describe('The reason for a failed sign-in', () => {
  it.each<[string, unknown, readonly string[], boolean]>([
    [
      'the provider cannot be reached',
      new Error('x', { cause: new EgressFault('tls') }),
      [new EgressFault('tls').message],
      true,
    ],
    ['its secret is missing', new SecretUnresolved('missing'), ['a secret cannot be resolved: missing'], true],
    ['it does not know the client', answered('invalid_client'), ['invalid_client'], false],
    ['it has its own error text', answered('canary'), ['another error'], false],
    ['its token is wrong', new Error('canary', { cause: coded }), ['OAUTH_JWT_CLAIM_COMPARISON_FAILED'], false],
    ['something else', new TypeError('canary'), [], false],
    ['nothing', undefined, [], false],
  ])('is told to the operator in our own words: %s', (_, error, reasons, unavailable) => {
    expect(reasonsOf(error)).toEqual(reasons)
    expect(isUnavailable(error)).toBe(unavailable)
  })

  it('is searched for to a bounded depth', () => {
    const loop = new Error('x')
    loop.cause = loop
    expect(reasonsOf(loop)).toEqual([])
  })
})
