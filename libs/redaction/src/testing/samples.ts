import fc from 'fast-check'
import type { ValueType } from '../policy/types/value-type.ts'

/** Values of a type. */
export function sampleOfType(type: ValueType): fc.Arbitrary<string | number | boolean> {
  if (type.of === 'boolean') return fc.boolean()
  if (type.of === 'list') return fc.constantFrom(...type.members)
  if (type.of === 'number') return fc.integer({ min: type.min ?? 0, max: type.max ?? 2 ** 31 - 1 })
  return fc.stringMatching(new RegExp(`^(?:${type.pattern})$`, 'u'))
}
