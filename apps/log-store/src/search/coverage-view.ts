import type { View } from '@wardline/api'
import { rfc3339, type TenantId } from '@wardline/kernel'
import type { Coverage, Registry } from '@wardline/ports'
import { coldDays } from './cold-days.ts'
import type { TimeSpan } from './time-span.ts'

/** What was searched and what was not, as the API returns it, including days that are in the archive. */
export async function coverageView(
  registry: Registry,
  tenant: TenantId,
  span: TimeSpan,
  { tiers, incomplete }: Coverage,
): Promise<View<'SearchCoverage'>> {
  return {
    tiers,
    from: rfc3339(span.from),
    to: rfc3339(span.to),
    incomplete: [...incomplete, ...(await coldDays(registry, tenant, span))],
  }
}
