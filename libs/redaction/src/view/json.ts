export type JsonObject = { readonly [member: string]: unknown }

/** Deepest nesting of a record; deeper ones are refused. */
export const MAX_DEPTH = 32

/** Something that is not JSON reached the exit: a bug upstream. None of it is sent. */
export class NotRedactable extends Error {
  constructor(why: string) {
    super(`not redactable: ${why}`)
    this.name = 'NotRedactable'
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Own members of a plain object that are set. @throws NotRedactable for instances of classes: their hidden state is not
 * JSON.
 */
export function membersOf(value: JsonObject): [string, unknown][] {
  const prototype: unknown = Object.getPrototypeOf(value)
  // A plain object of any realm: only Object.prototype is above it.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new NotRedactable('an object of a class')
  return Object.entries(value).filter(([, member]) => member !== undefined)
}

/** A string, a finite number, a boolean or null. @throws NotRedactable for anything that JSON cannot represent. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'object') return value === null
  if (typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number' && Number.isFinite(value)) return true
  throw new NotRedactable(`a ${typeof value}`)
}
