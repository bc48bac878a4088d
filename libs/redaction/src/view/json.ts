export type JsonObject = { readonly [member: string]: unknown }

/** Records nest less deeply than this; what does is refused. */
export const MAX_DEPTH = 32

/** Something that is no JSON reached the exit: a bug upstream. Nothing of it leaves. */
export class NotRedactable extends Error {
  constructor(why: string) {
    super(`not redactable: ${why}`)
    this.name = 'NotRedactable'
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own members of a plain object that are set. @throws NotRedactable for instances of classes: what they hide is not JSON. */
export function membersOf(value: JsonObject): [string, unknown][] {
  const prototype: unknown = Object.getPrototypeOf(value)
  // A plain object of any realm: nothing but Object.prototype lies above it.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new NotRedactable('an object of a class')
  return Object.entries(value).filter(([, member]) => member !== undefined)
}

/** A string, a finite number, a boolean or null. @throws NotRedactable for anything that JSON cannot say. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'object') return value === null
  if (typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number' && Number.isFinite(value)) return true
  throw new NotRedactable(`a ${typeof value}`)
}
