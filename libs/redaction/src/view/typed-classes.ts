import type { Policy } from '../policy/policy.ts'
import { checkOf } from '../policy/types/value-type.ts'

export interface TypedClass {
  /** Whether a value has the type, and may be shown as it is. */
  has(value: unknown): boolean
  /** How a text of another type is shown; undefined: not at all. */
  readonly otherwise: 'text' | 'typed_text' | 'word' | undefined
}

/** The classes of a policy that name a type, by their names. */
export type TypedClasses = ReadonlyMap<string, TypedClass>

const made = new WeakMap<Policy, TypedClasses>()

export function typedClasses(policy: Policy): TypedClasses {
  const known = made.get(policy)
  if (known !== undefined) return known
  const classes = new Map<string, TypedClass>()
  for (const [name, type] of Object.entries(policy.types ?? {})) {
    const has = checkOf(type)
    classes.set(name, { has, otherwise: undefined })
    for (const otherwise of ['text', 'typed_text', 'word'] as const)
      classes.set(`${name}|${otherwise}`, { has, otherwise })
  }
  made.set(policy, classes)
  return classes
}
