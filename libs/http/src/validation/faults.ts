import type { FieldFault, ProblemCode } from '@wardline/kernel'
import type { ErrorObject } from 'ajv'

/** Most faults that one answer lists. */
export const MAX_FAULTS = 50
/** Longer pointers are cut to the nearest parent: a member's name may be of any length. */
const MAX_POINTER = 256

/**
 * ajv's errors as faults of a body: where, and what was expected. They never contain a value; the name of an unknown
 * member is in its pointer.
 */
export function bodyFaults(errors: readonly ErrorObject[]): FieldFault[] {
  return distinct(errors.map(e => ({ pointer: bounded(pointerOf(e)), message: messageOf(e) })))
}

/** The same for a query, whose faults are named `?name`. */
export function queryFaults(errors: readonly ErrorObject[]): FieldFault[] {
  return distinct(
    errors.map(e => ({ pointer: `?${pointerOf(e).split('/')[1] ?? ''}`.slice(0, 65), message: messageOf(e) })),
  )
}

/** The code that a failed schema names in `x-wardline-problem`, for all of its keywords or for the one that failed. */
export function askedCode(errors: readonly ErrorObject[]): ProblemCode | undefined {
  for (const { keyword, parentSchema } of errors) {
    const asked = (parentSchema as Record<string, unknown> | undefined)?.['x-wardline-problem']
    if (typeof asked === 'string') return asked as ProblemCode
    if (typeof asked === 'object' && asked !== null && keyword in asked) {
      return (asked as Record<string, ProblemCode>)[keyword]
    }
  }
  return undefined
}

function pointerOf(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>
  const member = params.additionalProperty ?? params.unevaluatedProperty ?? params.missingProperty
  return typeof member === 'string' ? `${error.instancePath}/${escaped(member)}` : error.instancePath
}

const escaped = (member: string): string => member.replaceAll('~', '~0').replaceAll('/', '~1')

function bounded(pointer: string): string {
  let short = pointer
  while (short.length > MAX_POINTER) short = short.slice(0, Math.max(0, short.lastIndexOf('/')))
  return short
}

function messageOf(error: ErrorObject): string {
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here'
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${(error.params as { allowedValues: unknown[] }).allowedValues.slice(0, 40).join(', ')}`
    case 'pattern':
    case 'format':
      return 'does not have the form that is expected'
    default:
      return error.message ?? 'is not acceptable'
  }
}

function distinct(faults: readonly FieldFault[]): FieldFault[] {
  const seen = new Map(faults.map(f => [`${f.pointer}\n${f.message}`, f]))
  return [...seen.values()].slice(0, MAX_FAULTS)
}
