import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Chart } from '../../ui/chart.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { SEVERITIES, Severity, State } from '../../ui/marks.tsx'
import { Card } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

const MOST = 200
const HOURS = 24

export function AlertsCard() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['alerts', 'overview'],
    queryFn: ({ signal }) => {
      const from = new Date(api.serverNow() - HOURS * 3_600_000).toISOString()
      return bodyOf(api.GET('/api/v1/alerts', { params: { query: { from, limit: MOST } }, signal }))
    },
  })
  return (
    <Card title="Alerts" aside="per hour of their newest event">
      <DataState query={query} empty={{ when: d => d.items.length === 0, title: 'No alert in the last 24 hours' }}>
        {page => <Alerts items={page.items} more={page.next_cursor !== null} />}
      </DataState>
    </Card>
  )
}

function Alerts({ items, more }: { readonly items: readonly Schemas['Alert'][]; readonly more: boolean }) {
  const { serverNow } = useApi()
  const { times, series } = useMemo(() => perHour(items, serverNow()), [items, serverNow])
  const open = items.filter(a => a.status === 'open').length
  return (
    <>
      <p className="figure">
        <strong>{more ? `${MOST}+` : items.length}</strong> alerts <span className="hint"> · {open} of them open</span>
      </p>
      <Chart times={times} series={series} height={90} summary={`${items.length} alerts in 24 hours, ${open} open.`} />
      <ul className="rows">
        {items.slice(0, 6).map(alert => (
          <li key={alert.alert_id}>
            <Link href={`/alerts/${alert.alert_id}`} className="row-link">
              <Severity value={alert.severity} />
              <span className="grow clip">
                <LogText text={alert.rule.title} line />
              </span>
              <State value={alert.status} />
              <Time at={alert.last_event_at} relative />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function perHour(items: readonly Schemas['Alert'][], now: number) {
  const end = Math.floor(now / 3_600_000)
  const times = Array.from({ length: HOURS }, (_, i) => (end - HOURS + 1 + i) * 3_600)
  const series = SEVERITIES.map(name => ({
    label: name,
    colour: `sev-${name}`,
    values: times.map(
      t =>
        items.filter(a => a.severity === name && Math.floor(Date.parse(a.last_event_at) / 3_600_000) * 3_600 === t)
          .length,
    ),
  }))
  return { times, series }
}
