import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useLiveAlerts } from '../../live-alerts/live-alerts.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { SEVERITIES, Severity, State } from '../../ui/marks.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { AlertDetail } from './alert-detail.tsx'

const STATUSES = ['open', 'acknowledged', 'closed'] as const
const STREAM = {
  connecting: 'connecting',
  live: 'live',
  waiting: 'reconnecting, nothing is lost',
  refused: 'not live',
} as const

/** Alerts as they are raised, newest first. */
export function AlertsPage({ id }: { readonly id?: string | undefined }) {
  const api = useApi()
  const [, navigate] = useLocation()
  const [status, setStatus] = useState<Schemas['AlertStatus'] | ''>('')
  const [least, setLeast] = useState<Schemas['Severity'] | ''>('')
  const { state, seen, arrived } = useLiveAlerts()
  useEffect(seen, [seen, arrived])
  const list = usePages(['alerts', status, least], (cursor, signal) => {
    const query = { ...(status ? { status: [status] } : {}), ...(least ? { min_severity: least } : {}), ...cursor }
    return bodyOf(api.GET('/api/v1/alerts', { params: { query }, signal }))
  })
  return (
    <Page
      title="Alerts"
      lead={
        <span className={state === 'live' ? 'state good' : 'state warn'} role="status">
          {STREAM[state]}
        </span>
      }
    >
      <div className="toolbar">
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={setStatus} />
        <FilterSelect label="Severity, at least" value={least} options={SEVERITIES} onChange={setLeast} />
      </div>
      <section className="card" aria-label="Alerts">
        <DataState
          query={list.state}
          empty={{ when: items => items.length === 0, title: 'No alert', hint: 'Rules raise them as logs come in.' }}
        >
          {items => (
            <ul className="rows">
              {items.map(alert => (
                <li key={alert.alert_id}>
                  <Link href={`/alerts/${alert.alert_id}`} className="row-link">
                    <Severity value={alert.severity} />
                    <span className="grow clip">
                      <LogText text={alert.rule.title} line />
                    </span>
                    <span className="hint">
                      {alert.count.toLocaleString()} event{alert.count === 1 ? '' : 's'}
                    </span>
                    <State value={alert.status} />
                    <Time at={alert.last_event_at} relative />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </DataState>
        <More more={list.more} fetching={list.fetching} />
      </section>
      {id && <AlertDetail id={id} onClose={() => navigate('/alerts')} />}
    </Page>
  )
}
