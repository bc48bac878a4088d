import type { Schemas } from '../../api/client.ts'
import type { Series } from '../../ui/chart.tsx'

const ORDER = ['informational', 'low', 'medium', 'high', 'critical'] as const

/** A histogram's buckets as the stacked bars of a chart. */
export function severitySeries(buckets: Schemas['LogHistogram']['buckets']): {
  times: readonly number[]
  series: readonly Series[]
} {
  return {
    times: buckets.map(b => Date.parse(b.start) / 1_000),
    series: ORDER.map(name => ({ label: name, colour: `sev-${name}`, values: buckets.map(b => b.by_severity[name]) })),
  }
}
