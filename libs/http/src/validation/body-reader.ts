import { isUtf8 } from 'node:buffer'
import { type ApiOperation, RECORD_BODY, type RequestBody, rowOf } from '@wardline/api'
import { Problem } from '@wardline/kernel'
import { askedCode, bodyFaults } from './faults.ts'
import { type ShapeFault, shapeFault } from './json-shape.ts'
import type { SchemaCompiler } from './schemas.ts'

/** Parsing a body of this size takes 3 ms at most, so its owner alone judges it: most batches need no second look. */
const CHEAP_BYTES = 64 * 1_024
/** For larger bodies only the first fault is reported: a list of a million faults would cost more than the body. */
const MAX_BYTES_FOR_EVERY_FAULT = 64 * 1_024

export interface ReadBody {
  readonly body: unknown
  /** Invalid UTF-8 was replaced by U+FFFD. */
  readonly encodingReplaced: boolean
}

/**
 * Reads the bytes of a body against its operation's schema.
 * @throws Problem 415 for another media type, 400 `malformed_json` if it is not JSON, else 422 or the code that the
 * schema names.
 */
export type BodyReader = (contentType: string | undefined, bytes: Buffer) => ReadBody

export function createBodyReader(operation: ApiOperation, compile: SchemaCompiler): BodyReader {
  const { requestBody } = operation
  if (!requestBody) return readNothing
  const mediaTypes = mediaTypesOf(operation, requestBody)
  const schema = Object.values(requestBody.content).find(c => c.schema)?.schema ?? {}
  const first = compile.first(schema)
  const every = compile.every(schema)
  const limits = rowOf(operation.operationId)?.body ?? RECORD_BODY
  const matches = (body: unknown, size: number): void => {
    if (first(body)) return
    const small = size <= MAX_BYTES_FOR_EVERY_FAULT
    if (small) every(body)
    const errors = (small ? every.errors : first.errors) ?? []
    throw new Problem(askedCode(errors) ?? 'validation_failed', { errors: bodyFaults(errors) })
  }
  return (contentType, bytes) => {
    if (bytes.length === 0 && !requestBody.required) return { body: undefined, encodingReplaced: false }
    if (bytes.length > 0) checkMediaType(mediaTypes, contentType)
    const cheap = limits.deeper === 'emptied' && bytes.length <= CHEAP_BYTES
    const fault = cheap ? undefined : shapeFault(bytes, limits)
    if (fault) throw misshapen(fault)
    const read = parse(bytes)
    try {
      matches(read.body, bytes.length)
    } catch (error) {
      if (error instanceof RangeError) throw misshapen('too_deep')
      throw error
    }
    return read
  }
}

const SHAPE_FAULTS: Readonly<Record<ShapeFault, string>> = {
  too_deep: 'is nested too deeply',
  too_many_members: 'has too many members',
}

const misshapen = (fault: ShapeFault): Problem =>
  new Problem('validation_failed', { errors: [{ pointer: '', message: SHAPE_FAULTS[fault] }] })

/** If nothing is asked for, many clients send `{}`; a member in it would never be read. */
function readNothing(contentType: string | undefined, bytes: Buffer): ReadBody {
  if (bytes.length > 0) {
    checkMediaType(['application/json', 'application/merge-patch+json'], contentType)
    const { body } = parse(bytes)
    const empty = body === null || (typeof body === 'object' && Object.keys(body).length === 0)
    if (!empty) throw new Problem('validation_failed', { errors: [{ pointer: '', message: 'must be empty' }] })
  }
  return { body: undefined, encodingReplaced: false }
}

function mediaTypesOf(operation: ApiOperation, body: RequestBody): readonly string[] {
  const declared = Object.keys(body.content)
  return operation.method === 'patch' ? ['application/merge-patch+json', 'application/json', ...declared] : declared
}

function checkMediaType(accepted: readonly string[], contentType: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map(part => part.trim().toLowerCase())
  const charset = parameters
    .find(p => p.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (!accepted.includes(type) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new Problem('unsupported_media_type', { detail: `Send ${[...new Set(accepted)].join(' or ')} in UTF-8` })
  }
}

function parse(bytes: Buffer): ReadBody {
  const text = bytes.toString('utf8')
  try {
    return { body: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text), encodingReplaced: !isUtf8(bytes) }
  } catch {
    throw new Problem('malformed_json')
  }
}
