import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { spanText } from '../../format/times.ts'
import { Button } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { queryOf, type Range, type Search } from './search-state.ts'
import { severitySeries } from './severity-series.ts'

interface Props {
  readonly search: Search
  readonly now: number
  readonly onZoom: (range: Range) => void
}

/** How many events the search finds over time. Dragging narrows the time range. */
export function Histogram({ search, now, onZoom }: Props) {
  const api = useApi()
  const query = queryOf(search, now)
  const histogram = useQuery({
    queryKey: ['logs', 'histogram', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/logs/search/histogram', { params: { query }, signal })),
  })
  return (
    <section className="card histogram" aria-label="Events over time">
      <DataState query={histogram} rows={2}>
        {data => <Buckets histogram={data} range={search.range} now={now} onZoom={onZoom} />}
      </DataState>
    </section>
  )
}

interface BucketsProps extends Omit<Props, 'search'> {
  readonly histogram: Schemas['LogHistogram']
  readonly range: Range
}

function Buckets({ histogram, range, now, onZoom }: BucketsProps) {
  const { buckets, interval_seconds } = histogram
  const { times, series } = useMemo(() => severitySeries(buckets), [buckets])
  const total = buckets.reduce((sum, b) => sum + b.count, 0)
  const zoomTo = (from: number, to: number): void =>
    onZoom({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  const [from, to] = 'last' in range ? [now - range.last, now] : [Date.parse(range.from), Date.parse(range.to)]
  const quarter = (to - from) / 4
  return (
    <>
      <div className="histogram-head">
        <span>
          <strong>{total.toLocaleString()}</strong> events{' '}
          <span className="hint">in steps of {spanText(interval_seconds * 1_000)}; drag to zoom</span>
        </span>
        <span className="actions">
          <Button kind="quiet" onClick={() => zoomTo(from + quarter, to - quarter)} disabled={quarter < 1_000}>
            Zoom in
          </Button>
          <Button
            kind="quiet"
            onClick={() =>
              zoomTo(Math.max(from - 2 * quarter, to - 100 * 86_400_000), Math.min(to + 2 * quarter, Math.max(now, to)))
            }
          >
            Zoom out
          </Button>
        </span>
      </div>
      <Chart
        times={times}
        series={series}
        height={96}
        summary={`${total} events in ${buckets.length} steps.`}
        onZoom={(a, b) => zoomTo(Math.floor(a) * 1_000, Math.ceil(b) * 1_000)}
      />
    </>
  )
}
