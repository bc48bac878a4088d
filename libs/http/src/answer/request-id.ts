import type { IncomingMessage } from 'node:http'
import { newId } from '@wardline/kernel'

const ACCEPTED = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The caller's `X-Request-Id` if it has a harmless form, else a new `req_…`. Sent back with every answer and in every
 * problem.
 */
export function requestIdOf(message: IncomingMessage): string {
  const sent = message.headers['x-request-id']
  return typeof sent === 'string' && ACCEPTED.test(sent) ? sent : newId('req')
}
