import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { normalizerLedger, normalizerLedgerHours } from '@wardline/registries'

const MAX_SOURCES = 100
const MAX_ROWS = 500

/**
 * The time from which a tenant's hourly rows are complete: 0 if they add up to the totals, or `now` if the totals are
 * higher, for example because a release without hourly rows counted them.
 */
export async function rowsBeganAt(registry: Registry, tenant: TenantId, now: number): Promise<number> {
  const sources = await registry.list(normalizerLedger, tenant, { limit: MAX_SOURCES })
  if (sources.length === MAX_SOURCES) return now
  for (const { doc } of sources) {
    const rows = await registry.list(normalizerLedgerHours, tenant, {
      where: { log_source_id: doc.id },
      limit: MAX_ROWS,
    })
    const { normalized = 0, rejected = 0 } = doc.counts
    const counted = rows.reduce(
      (sum, row) => sum + (row.doc.counts.searchable ?? 0) + (row.doc.counts.dead_lettered ?? 0),
      0,
    )
    if (counted !== normalized + rejected) return now
  }
  return 0
}
