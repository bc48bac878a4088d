import { EgressFault } from '@wardline/http'
import { SecretUnresolved } from '@wardline/ports'
import { ResponseBodyError } from 'openid-client'

/** Deep enough for the wrappers that libraries put around an error. */
const MAX_CAUSES = 8
/** RFC 6749 section 5.2: the error codes of a token endpoint. Anything else is the provider's own text. */
const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

function* causesOf(error: unknown): Generator<Error> {
  let cause = error
  for (let i = 0; i < MAX_CAUSES && cause instanceof Error; i++) {
    yield cause
    cause = cause.cause
  }
}

/** Whether a failure is due to an unavailable provider or client secret, not to the provider's response. */
export const isUnavailable = (error: unknown): boolean =>
  [...causesOf(error)].some(e => e instanceof EgressFault || e instanceof SecretUnresolved || e.name === 'TimeoutError')

/**
 * Why a provider could not be reached or was not trusted, for the operator's log. Only texts from closed lists, never
 * the provider's own.
 */
export const reasonsOf = (error: unknown): readonly string[] => [...causesOf(error)].flatMap(reasonOf)

function reasonOf(error: Error): readonly string[] {
  if (error instanceof EgressFault || error instanceof SecretUnresolved) return [error.message]
  if (error instanceof ResponseBodyError) return TOKEN_ERRORS.includes(error.error) ? [error.error] : ['another error']
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? [code] : []
}
