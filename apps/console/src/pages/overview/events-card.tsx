import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Chart } from '../../ui/chart.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Card } from '../../ui/page.tsx'
import { severitySeries } from '../logs/severity-series.ts'

const HALF_HOUR = 1_800

export function EventsCard() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['overview', 'events'],
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/logs/search/histogram', { params: { query: { interval_seconds: HALF_HOUR } }, signal })),
  })
  return (
    <Card title="Log events" aside="per half hour, by severity">
      <DataState query={query}>{histogram => <Events histogram={histogram} />}</DataState>
    </Card>
  )
}

function Events({ histogram }: { readonly histogram: Schemas['LogHistogram'] }) {
  const { buckets } = histogram
  const { times, series } = useMemo(() => severitySeries(buckets), [buckets])
  const total = buckets.reduce((sum, b) => sum + b.count, 0)
  const perSecond = Math.max(...buckets.map(b => b.count), 0) / HALF_HOUR
  const incomplete = histogram.coverage.incomplete.length > 0
  return (
    <>
      <p className="figure">
        <strong>{total.toLocaleString()}</strong> events{incomplete ? ' at least' : ''}
        <span className="hint">
          {' '}
          · at most {perSecond < 1 ? perSecond.toFixed(2) : perSecond.toFixed(0)} per second
        </span>
      </p>
      <Chart times={times} series={series} height={150} summary={`${total} events in 24 hours.`} />
    </>
  )
}
