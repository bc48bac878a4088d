import { DAY_MS, rfc3339, type TenantId } from '@wardline/kernel'
import type { Coverage, Registry } from '@wardline/ports'
import { archives } from '@wardline/registries'
import type { TimeSpan } from './time-span.ts'

/** A search spans at most 120 days. If there are more objects than this, they are reported as one range. */
const MAX_OBJECTS = 1000

type Incomplete = Coverage['incomplete']

/**
 * Days in this time span whose events are in the archive, so that the search could not see them. Read after the index,
 * so a day that is being moved is seen by one or the other.
 */
export async function coldDays(registry: Registry, tenant: TenantId, { from, to }: TimeSpan): Promise<Incomplete> {
  const found = await registry.list(archives, tenant, {
    where: { state: 'archived', last_ms: { gte: from }, first_ms: { lt: to } },
    order: { by: 'last_ms', direction: 'asc' },
    limit: MAX_OBJECTS,
  })
  const days = [...new Set(found.flatMap(({ doc }) => (doc.restored_by === null ? doc.day : [])))].sort()
  if (found.length < MAX_OBJECTS) return ranges(days)
  return [{ from: days[0] ?? '', to: rfc3339(to).slice(0, 10), reason: 'cold' }]
}

/** Joins consecutive days into one range. */
function ranges(days: readonly string[]): Incomplete {
  const all: { from: string; to: string; reason: string }[] = []
  for (const day of days) {
    const last = all.at(-1)
    if (last && Date.parse(day) - Date.parse(last.to) === DAY_MS) last.to = day
    else all.push({ from: day, to: day, reason: 'cold' })
  }
  return all
}
