import type { Schemas } from '../../api/client.ts'
import { valueAt } from './event-tree.ts'
import { leftOutHere, type Search } from './search-state.ts'

/** The events without those that the console itself leaves out. */
export function withoutExcluded(
  search: Search,
  events: readonly Schemas['LogEvent'][],
): readonly Schemas['LogEvent'][] {
  const excluded = leftOutHere(search)
  if (excluded.length === 0) return events
  return events.filter(event => !excluded.some(({ field, value }) => valueAt(event, field) === value))
}
