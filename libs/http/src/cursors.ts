import { createHmac, timingSafeEqual } from 'node:crypto'
import { isAuditor, type Keyring, PLATFORM_TENANT, Problem, secretKey } from '@wardline/kernel'
import type { OperationRequest } from './operation.ts'

/** Opaque signed cursors (docs/architecture.md#http): base64url of a 16-byte HMAC-SHA256 and the position's JSON. */
export interface Cursors {
  /**
   * The `next_cursor` with which the same request continues after `position`: any small JSON value that a handler needs
   * to continue from there. Never personal data, because the cursor is readable.
   */
  encode(request: OperationRequest, position: unknown): string
  /**
   * The position in `?cursor`, or undefined without one. @throws Problem `cursor_invalid` for a cursor of another
   * request, or one that we did not issue.
   */
  decode<P = unknown>(request: OperationRequest): P | undefined
}

const MAC = 16
/** Longest cursor that is accepted. */
const MAX_LENGTH = 2_048

/**
 * A cursor is bound to its tenant, to whether the caller is an auditor, to the operation, its path and its query
 * without `cursor` and `limit`: a walk may change its page size, but nothing else.
 */
export function createCursors(keyring: Keyring): Cursors {
  const mac = (request: OperationRequest, json: Uint8Array): Buffer => {
    const tenant = request.principal.type === 'anonymous' ? PLATFORM_TENANT : request.principal.tenantId
    return createHmac('sha256', secretKey(keyring.key(tenant, 'cursors')))
      .update(binding(request))
      .update('\n')
      .update(json)
      .digest()
      .subarray(0, MAC)
  }
  return {
    encode(request, position) {
      const json = Buffer.from(JSON.stringify(position))
      return Buffer.concat([mac(request, json), json]).toString('base64url')
    },
    decode<P>(request: OperationRequest): P | undefined {
      const cursor = request.query.cursor
      if (cursor === undefined) return undefined
      if (typeof cursor !== 'string' || cursor.length > MAX_LENGTH) throw new Problem('cursor_invalid')
      const bytes = Buffer.from(cursor, 'base64url')
      const json = bytes.subarray(MAC)
      const canonical = bytes.toString('base64url') === cursor
      if (!canonical || json.length === 0 || !timingSafeEqual(bytes.subarray(0, MAC), mac(request, json))) {
        throw new Problem('cursor_invalid')
      }
      return JSON.parse(json.toString()) as P
    },
  }
}

function binding(request: OperationRequest): string {
  const query = Object.entries(request.query).filter(([name]) => name !== 'cursor' && name !== 'limit')
  return JSON.stringify([
    isAuditor(request.principal),
    request.operationId,
    sorted(Object.entries(request.params)),
    sorted(query),
  ])
}

const sorted = (entries: [string, unknown][]): [string, unknown][] =>
  entries.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))
