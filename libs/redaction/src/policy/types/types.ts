import { forms } from './forms.ts'
import { ocsfLists } from './ocsf-lists.ts'
import { ownLists } from './own-lists.ts'
import type { ValueType } from './value-type.ts'

export type TypeName = keyof typeof forms | keyof typeof ocsfLists | keyof typeof ownLists

/** Every type that a value may be shown for. */
export const types: Readonly<Record<TypeName, ValueType>> = { ...forms, ...ocsfLists, ...ownLists }
