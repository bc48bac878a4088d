import { DAY_MS, Problem } from '@wardline/kernel'
import type { ListQuery } from '@wardline/ports'
import type { ArchiveDoc } from '@wardline/registries'

/** Partition days, both inclusive: `YYYY-MM-DD`, as in the schema of the API document. */
export interface Days {
  readonly from?: string
  readonly to?: string
}

/** The condition on archive records. A missing side adds no condition. */
export const withinDays = ({ from, to }: Days): NonNullable<ListQuery<ArchiveDoc>['where']> =>
  from === undefined && to === undefined
    ? {}
    : { day: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lt: `${to}~` }) } }

/** @throws Problem 422 when `from` is after `to`, or the span has more days than `most`. */
export function requireSpan({ from, to }: Required<Days>, most: number): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const fault = (message: string): Problem =>
    new Problem('validation_failed', { errors: [{ pointer: '/to', message }] })
  if (!(days >= 1)) throw fault('must be a day that is not before from')
  if (days > most) throw fault(`must be at most ${most} days after from`)
}
