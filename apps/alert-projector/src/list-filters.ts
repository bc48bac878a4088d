import type { OperationResult } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import type { Page } from '@wardline/service-kit'

type Filter<K extends string, C> = { readonly [k in K]?: C }

/** A filter by equality; no filter if the parameter is absent. */
export const only = <K extends string>(field: K, value: string | undefined): Filter<K, string> => filter(field, value)

/** A filter by any of several values; no filter if the parameter is absent. */
export const among = <K extends string>(
  field: K,
  values: readonly string[] | undefined,
): Filter<K, { readonly in: readonly string[] }> =>
  filter(field, values?.length ? { in: [...new Set(values)] } : undefined)

/**
 * `from` inclusive, `to` exclusive.
 * @throws Problem `query_invalid` for a time that cannot be parsed (a leap second).
 */
export function timeRange<K extends string>(
  field: K,
  { from, to }: { readonly from?: string; readonly to?: string },
): Filter<K, { readonly gte?: string; readonly lt?: string }> {
  if (from === undefined && to === undefined) return {}
  return filter(field, {
    ...(from === undefined ? {} : { gte: utc('from', from) }),
    ...(to === undefined ? {} : { lt: utc('to', to) }),
  })
}

const filter = <K extends string, C>(field: K, condition: C | undefined): Filter<K, C> =>
  (condition === undefined ? {} : { [field]: condition }) as Filter<K, C>

function utc(parameter: string, time: string): string {
  const ms = Date.parse(time)
  if (!Number.isNaN(ms)) return rfc3339(ms)
  throw new Problem('query_invalid', {
    errors: [{ pointer: `?${parameter}`, message: 'an RFC 3339 time is expected' }],
  })
}

/** The response to a filter that nothing can match. */
export const EMPTY_PAGE: OperationResult<Page<never>> = Object.freeze({
  status: 200,
  body: { items: [], next_cursor: null },
})
