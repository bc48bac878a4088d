import type { CollectionSpec } from './collection-spec.ts'
import { cell, columnName, sideName, tableName } from './collection-table.ts'
import type { ListRequest, Where } from './rows.ts'

/** SQL made only from declared names and counts, and its values. */
export interface Query {
  readonly sql: string
  readonly values: (string | number | null)[]
}

/** Rows in order, null values of the order's field before all others. One query, or two if nulls need their own. */
export function listQueries(spec: CollectionSpec, r: ListRequest): Query[] {
  const { by, direction } = r.order
  const column = columnName(by)
  const more = direction === 'asc' ? '>' : '<'
  const base = whereSql(spec, r.tenant, r.where)
  const query = (condition: string, values: (string | number | null)[], order: string): Query => ({
    sql: `SELECT version, doc FROM ${tableName(spec.name)} t WHERE ${base.sql}${condition} ORDER BY ${order} LIMIT ?`,
    values: [...base.values, ...values],
  })
  if (by === 'id') {
    const after = r.after ? ` AND id ${more} ?` : ''
    return [query(after, r.after ? [r.after.id] : [], `id ${direction}`)]
  }
  const nullsAfter = r.after && r.after.value === null ? r.after.id : undefined
  const nulls = query(
    ` AND ${column} IS NULL${nullsAfter === undefined ? '' : ` AND id ${more} ?`}`,
    nullsAfter === undefined ? [] : [nullsAfter],
    `id ${direction}`,
  )
  const inValues = r.after && r.after.value !== null
  const others = query(
    ` AND ${column} IS NOT NULL${inValues ? ` AND (${column}, id) ${more} (?, ?)` : ''}`,
    inValues && r.after ? [cell(r.after.value), r.after.id] : [],
    `${column} ${direction}, id ${direction}`,
  )
  if (direction === 'asc') return inValues ? [others] : [nulls, others]
  return nullsAfter === undefined ? [others, nulls] : [nulls]
}

export function countQuery(spec: CollectionSpec, tenant: string, where: Where): Query {
  const { sql, values } = whereSql(spec, tenant, where)
  return { sql: `SELECT count(*) AS n FROM (SELECT 1 FROM ${tableName(spec.name)} t WHERE ${sql} LIMIT ?)`, values }
}

function whereSql(spec: CollectionSpec, tenant: string, where: Where): Query {
  const conditions = ['t.tenant = ?']
  const values: (string | number | null)[] = [tenant]
  const lists = new Set(spec.fields.filter(([, type]) => type === 'text[]').map(([field]) => field))
  for (const [field, parts] of where) {
    if ('in' in parts) {
      const { sql, padded } = anyOf(parts.in.map(cell))
      if (lists.has(field)) {
        conditions.push(`t.id IN (SELECT id FROM ${sideName(spec.name, field)} WHERE tenant = ? AND value ${sql})`)
        values.push(tenant, ...padded)
      } else {
        conditions.push(`${columnName(field)} ${sql}`)
        values.push(...padded)
      }
      continue
    }
    if (parts.gte !== undefined) {
      conditions.push(`${columnName(field)} >= ?`)
      values.push(parts.gte)
    }
    if (parts.lt !== undefined) {
      conditions.push(`${columnName(field)} < ?`)
      values.push(parts.lt)
    }
  }
  return { sql: conditions.join(' AND '), values }
}

/** The number of places is a power of two, the rest filled up with the last value: few texts of SQL, so that statements are reused. */
function anyOf(values: (string | number | null)[]): { sql: string; padded: (string | number | null)[] } {
  if (values.length === 0) return { sql: 'IN ()', padded: [] }
  if (values.length === 1) return { sql: '= ?', padded: values }
  const places = 2 ** Math.ceil(Math.log2(values.length))
  const padded = [...values, ...new Array(places - values.length).fill(values.at(-1))]
  return { sql: `IN (${padded.map(() => '?').join(', ')})`, padded }
}
