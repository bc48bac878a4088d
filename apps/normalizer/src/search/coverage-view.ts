import { rfc3339 } from '@wardline/kernel'
import type { Coverage } from '@wardline/ports'
import type { TimeSpan } from './time-span.ts'

/** What was looked at, as the API says it. */
export const coverageView = ({ from, to }: TimeSpan, { tiers, incomplete }: Coverage): Record<string, unknown> => ({
  tiers,
  from: rfc3339(from),
  to: rfc3339(to),
  incomplete,
})
