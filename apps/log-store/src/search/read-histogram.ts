import type { View } from '@wardline/api'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339, type Severity, severityId, startOf } from '@wardline/kernel'
import { type Bucket, type Histogram, MAX_BUCKETS } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import type { LogStorePorts } from '../log-store-ports.ts'
import { coverageView } from './coverage-view.ts'
import { searchConditions } from './search-conditions.ts'
import type { TimeSpan } from './time-span.ts'

/** Bucket widths in seconds to choose from: minutes, hours, days. */
const WIDTHS = [60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]
/** Maximum number of buckets if the request names no width: as many as a chart can show. */
const CHOSEN_BUCKETS = 180

/** `GET /logs/search/histogram`. */
export const readHistogram =
  (ports: LogStorePorts, redactorOf: RedactorOf): OperationHandler<'readLogHistogram'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { interval_seconds: asked } = request.query
    const { span, alternatives, deadlineMs } = searchConditions(request, ports, redactorOf)
    const seconds = asked ?? chosenWidth(span)
    const intervalMs = seconds * 1_000
    if (bucketCount(span, intervalMs) > MAX_BUCKETS) throw tooMany()
    let found: Histogram = { buckets: [], coverage: { tiers: [], incomplete: [] } }
    for (const conditions of alternatives) {
      if (found.buckets.length > 0) break
      found = await ports.logReader.histogram(tenantId, {
        ...span,
        ...conditions,
        intervalMs,
        deadlineMs: deadlineMs(),
      })
    }
    return {
      status: 200,
      body: {
        interval_seconds: seconds,
        buckets: withEmptyOnes(found.buckets, span, intervalMs).map(bucketView),
        coverage: await coverageView(ports.registry, tenantId, span, found.coverage),
      },
    }
  }

const bucketCount = ({ from, to }: TimeSpan, intervalMs: number): number =>
  from === to ? 0 : (startOf(to - 1, intervalMs) - startOf(from, intervalMs)) / intervalMs + 1

const chosenWidth = (span: TimeSpan): number =>
  WIDTHS.find(seconds => bucketCount(span, seconds * 1_000) <= CHOSEN_BUCKETS) ?? 86_400

const tooMany = (): Problem =>
  new Problem('query_invalid', {
    errors: [
      { pointer: '?interval_seconds', message: `must divide the time span into at most ${MAX_BUCKETS} buckets` },
    ],
  })

function withEmptyOnes(found: readonly Bucket[], span: TimeSpan, intervalMs: number): Bucket[] {
  const byStart = new Map(found.map(bucket => [bucket.start, bucket]))
  const first = startOf(span.from, intervalMs)
  return Array.from({ length: bucketCount(span, intervalMs) }, (_, i) => {
    const start = first + i * intervalMs
    return byStart.get(start) ?? { start, count: 0, bySeverity: {} }
  })
}

function bucketView({ start, count, bySeverity }: Bucket): View<'LogHistogram'>['buckets'][number] {
  const countOf = (severity: Severity): number => bySeverity[severityId(severity)] ?? 0
  return {
    start: rfc3339(start),
    count,
    by_severity: {
      informational: countOf('informational'),
      low: countOf('low'),
      medium: countOf('medium'),
      high: countOf('high'),
      critical: countOf('critical'),
    },
  }
}
