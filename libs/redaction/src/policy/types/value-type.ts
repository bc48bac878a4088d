/**
 * What a value must be to be shown as it is: `number` within bounds, or such a number as text · `boolean`, or its word ·
 * `form` a text that an anchored expression matches · `list` a member of a closed list.
 */
export type ValueType =
  | { readonly of: 'number'; readonly min?: number; readonly max?: number }
  | { readonly of: 'boolean' }
  | { readonly of: 'form'; readonly pattern: string }
  | { readonly of: 'list'; readonly members: readonly (string | number)[] }

/** Longest text that can have a type, in UTF-16 code units: a signed note with its restores. */
const MAX_LENGTH = 8_192

/** Whether a value has the type. Numbers in text count only where a type bounds them. */
export function checkOf(type: ValueType): (value: unknown) => boolean {
  if (type.of === 'boolean') return value => typeof value === 'boolean' || value === 'true' || value === 'false'
  if (type.of === 'list') {
    const members = new Set<unknown>(type.members)
    return value => members.has(value)
  }
  if (type.of === 'form') {
    const pattern = new RegExp(`^(?:${type.pattern})$`, 'u')
    return value => typeof value === 'string' && value.length <= MAX_LENGTH && pattern.test(value)
  }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = type
  const within = (n: number): boolean => n >= min && n <= max
  return value => {
    if (typeof value === 'number') return Number.isFinite(value) && within(value)
    return Number.isFinite(max) && typeof value === 'string' && /^-?\d{1,10}$/.test(value) && within(Number(value))
  }
}
