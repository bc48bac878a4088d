import type { Collection, Document, FieldType } from '@wardline/registries'
import type { Condition, ListQuery } from './registry.ts'

/** A value as engines compare it; null if a document has none. */
export type FieldValue = string | number | boolean | readonly string[] | null

/** Most values of `in`, most rows of a page, and highest `count` (the Registry port). */
export const MAX_IN = 100
export const MAX_PAGE = 1000
export const MAX_COUNT = 10_000

/** A condition as engines read it: equal to one of `in`, or within the half-open range. */
export type ConditionParts =
  | { readonly in: readonly (string | number | boolean)[] }
  | { readonly gte?: string | number; readonly lt?: string | number }

/** @throws Error for a bug of the caller: a field that is not declared, a value of another type, a bound exceeded. */
export function conditionParts<D extends Document>(
  c: Collection<D>,
  field: string,
  condition: Condition,
): ConditionParts {
  const type = fieldType(c, field)
  const parts: ConditionParts = typeof condition === 'object' ? condition : { in: [condition] }
  const values = 'in' in parts ? parts.in : [parts.gte, parts.lt].filter(v => v !== undefined)
  if (values.length > MAX_IN) throw new Error(`${c.name}.${field}: more than ${MAX_IN} values`)
  const wanted = type === 'text[]' || type === 'text' ? 'string' : type
  for (const value of values)
    if (typeof value !== wanted) throw new Error(`${c.name}.${field}: a condition is not of type ${type}`)
  if (type === 'text[]' && !('in' in parts)) throw new Error(`${c.name}.${field}: a range on a text[] field`)
  return parts
}

/** The type of a declared field or of `id`. @throws Error for any other. */
export function fieldType<D extends Document>(c: Collection<D>, field: string): FieldType {
  if (field === 'id') return 'text'
  const type = Object.hasOwn(c.fields, field) ? c.fields[field as keyof D & string] : undefined
  if (!type) throw new Error(`${c.name}.${field} is not a declared field`)
  return type
}

/** The fields' values of a document, `id` aside. @throws Error when one is not of its declared type. */
export function fieldValues<D extends Document>(c: Collection<D>, doc: D): Map<string, FieldValue> {
  const values = new Map<string, FieldValue>()
  for (const [field, type] of Object.entries(c.fields) as [keyof D & string, FieldType][]) {
    const value: unknown = doc[field] ?? null
    const ok =
      value === null ||
      (type === 'text[]'
        ? Array.isArray(value) && value.every(v => typeof v === 'string')
        : type === 'text'
          ? typeof value === 'string'
          : typeof value === type && (type !== 'number' || Number.isFinite(value)))
    if (!ok) throw new Error(`${c.name}.${field} is not of type ${type}`)
    values.set(field, value as FieldValue)
  }
  return values
}

/** @throws Error when the query exceeds what every engine supports. */
export function checkList<D extends Document>(c: Collection<D>, query: ListQuery<D>): void {
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > MAX_PAGE)
    throw new Error(`${c.name}: the limit is not within 1 and ${MAX_PAGE}`)
  if (query.order && fieldType(c, query.order.by) === 'text[]') throw new Error(`${c.name}: order by a text[] field`)
  for (const [field, condition] of Object.entries(query.where ?? {}))
    if (condition !== undefined) conditionParts(c, field, condition as Condition)
}

/** @throws Error when `findByUnique` may not use this field. */
export function checkUniqueKey<D extends Document>(c: Collection<D>, key: string): void {
  if (!c.uniqueGlobally?.includes(key as keyof D & string)) throw new Error(`${c.name}.${key} is not globally unique`)
}

/** Order of values within one field: null first, texts by their UTF-8 bytes, false before true. */
export function compareValues(a: FieldValue, b: FieldValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}
