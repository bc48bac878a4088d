import type { TenantId } from '@wardline/kernel'
import { type Condition, conditionParts, type ListQuery } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import type { Filter, Sort } from 'mongodb'
import { ordered } from './ordered-text.ts'
import type { Row } from './row.ts'

/** Ids are stored as they are; the registry's own are ASCII. */
const stored = <T>(field: string, value: T): T => (field === 'id' ? value : ordered(value))

const pathOf = (field: string): string => (field === 'id' ? 'id' : `f.${field}`)

/** @throws Error for a condition that the Registry port does not know. */
export function whereFilter<D extends Document>(
  c: Collection<D>,
  tenant: TenantId,
  where: ListQuery<D>['where'],
): Filter<Row> {
  const filter: Record<string, unknown> = { tenant }
  for (const [field, condition] of Object.entries(where ?? {})) {
    if (condition === undefined) continue
    const parts = conditionParts(c, field, condition as Condition)
    if ('in' in parts) filter[pathOf(field)] = { $in: parts.in.map(v => stored(field, v)) }
    else if (parts.gte !== undefined || parts.lt !== undefined)
      filter[pathOf(field)] = {
        ...(parts.gte === undefined ? {} : { $gte: stored(field, parts.gte) }),
        ...(parts.lt === undefined ? {} : { $lt: stored(field, parts.lt) }),
      }
  }
  return filter as Filter<Row>
}

/** The page after `after`: MongoDB sorts a missing field before every value, as the port requires. */
export function listFilter<D extends Document>(
  c: Collection<D>,
  tenant: TenantId,
  query: ListQuery<D>,
): { readonly filter: Filter<Row>; readonly sort: Sort } {
  const { by, direction } = query.order ?? { by: 'id', direction: 'asc' as const }
  const sign = direction === 'asc' ? 1 : -1
  const sort: Sort = by === 'id' ? { id: sign } : { [pathOf(by)]: sign, id: sign }
  const where = whereFilter(c, tenant, query.where)
  if (!query.after) return { filter: where, sort }
  return { filter: { $and: [where, afterFilter(by, direction, query.after)] } as Filter<Row>, sort }
}

function afterFilter(
  by: string,
  direction: 'asc' | 'desc',
  { value, id }: NonNullable<ListQuery<Document>['after']>,
): object {
  const beyond = direction === 'asc' ? '$gt' : '$lt'
  const path = pathOf(by)
  if (by === 'id') return { id: { [beyond]: id } }
  const place = ordered(value)
  const tie = { [path]: { $eq: place }, id: { [beyond]: id } }
  if (value === null) return direction === 'asc' ? { $or: [tie, { [path]: { $ne: null } }] } : tie
  const further = { [path]: { [beyond]: place } }
  return { $or: direction === 'asc' ? [tie, further] : [tie, further, { [path]: null }] }
}
