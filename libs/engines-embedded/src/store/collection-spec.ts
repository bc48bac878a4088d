import type { Collection, Document, FieldType } from '@wardline/registries'

/** A collection's declaration as it crosses threads. */
export interface CollectionSpec {
  readonly name: string
  readonly schemaVersion: number
  /** In the order in which values are sent with a write. */
  readonly fields: readonly (readonly [name: string, type: FieldType])[]
  readonly indexes: readonly (readonly string[])[]
  readonly uniqueGlobally: readonly string[]
  readonly uniqueInTenant: readonly string[]
  readonly expiresBy: string | null
  readonly essential: boolean
}

/** Names become parts of SQL, so only this form is allowed; they come from declarations, never from input. */
const NAME = /^[a-z][a-z0-9_]{0,62}$/

/** @throws Error for a declaration that no engine could store. */
export function specOf<D extends Document>(c: Collection<D>): CollectionSpec {
  const fields = Object.entries(c.fields) as [string, FieldType][]
  const types = new Map(fields)
  const spec: CollectionSpec = {
    name: c.name,
    schemaVersion: c.schemaVersion,
    fields,
    indexes: c.indexes,
    uniqueGlobally: c.uniqueGlobally ?? [],
    uniqueInTenant: c.uniqueInTenant ?? [],
    expiresBy: c.expiresBy ?? null,
    essential: c.essential ?? false,
  }
  for (const name of [c.name, ...types.keys()])
    if (!NAME.test(name)) throw new Error(`${c.name}: ${name} is not acceptable as a name`)
  for (const field of [...spec.indexes.flat(), ...spec.uniqueGlobally, ...spec.uniqueInTenant])
    if (field !== 'id' && !types.has(field)) throw new Error(`${c.name}.${field} is not a declared field`)
  for (const field of [...spec.uniqueGlobally, ...spec.uniqueInTenant])
    if (types.get(field) === 'text[]') throw new Error(`${c.name}.${field}: a text[] field cannot be unique`)
  if (spec.expiresBy && types.get(spec.expiresBy) !== 'number')
    throw new Error(`${c.name}.${spec.expiresBy} is not a number field`)
  return spec
}
