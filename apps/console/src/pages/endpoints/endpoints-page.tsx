import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay, useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { State } from '../../ui/marks.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { AssetDetail } from './asset-detail.tsx'
import { Enrolment } from './enrolment.tsx'

const FAMILIES = ['windows', 'macos', 'linux'] as const
const STATUSES = ['online', 'late', 'offline'] as const

export function EndpointsPage({ id }: { readonly id?: string | undefined }) {
  const api = useApi()
  const may = useMay()
  const { redacted } = useSession()
  const [, navigate] = useLocation()
  const [family, setFamily] = useState<Schemas['OsFamily'] | ''>('')
  const [status, setStatus] = useState('')
  const [hostname, setHostname] = useState('')
  const [enrolling, setEnrolling] = useState(false)
  const list = usePages(['assets', family, hostname], (cursor, signal) => {
    const query = { ...(family ? { os_family: family } : {}), ...(hostname ? { hostname } : {}), ...cursor }
    return bodyOf(api.GET('/api/v1/assets', { params: { query }, signal }))
  })
  return (
    <Page
      title="Endpoints"
      actions={
        may('createEnrollmentToken') && (
          <Button kind="primary" onClick={() => setEnrolling(true)}>
            Enrol a machine
          </Button>
        )
      }
    >
      <div className="toolbar">
        <FilterSelect label="System" value={family} options={FAMILIES} onChange={setFamily} />
        <FilterSelect label="Status, of those listed" value={status} options={STATUSES} onChange={setStatus} />
        {!redacted && (
          <form
            className="field"
            onSubmit={event => {
              event.preventDefault()
              setHostname(String(new FormData(event.currentTarget).get('hostname') ?? '').trim())
            }}
          >
            <label className="field">
              <span>Exact host name; Enter to search</span>
              <input type="search" name="hostname" maxLength={255} autoComplete="off" spellCheck={false} />
            </label>
          </form>
        )}
      </div>
      <section className="card scroll-x" aria-label="Endpoints">
        <DataState
          query={list.state}
          empty={{
            when: items => items.length === 0,
            title: 'No endpoint',
            hint: 'Enrol a machine, or look for another name.',
          }}
        >
          {items => (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Host</th>
                  <th scope="col">Status</th>
                  <th scope="col">System</th>
                  <th scope="col">Known by</th>
                  <th scope="col">Last seen</th>
                </tr>
              </thead>
              <tbody>
                {items
                  .filter(asset => status === '' || asset.status === status)
                  .map(asset => (
                    <tr key={asset.asset_id}>
                      <th scope="row">
                        <Link href={`/endpoints/${asset.asset_id}`}>
                          <LogText text={asset.hostname} line />
                        </Link>
                        {asset.possible_duplicate_of && <span className="state warn"> possible duplicate</span>}
                      </th>
                      <td>
                        <State value={asset.status} />
                      </td>
                      <td>
                        {asset.os_family ?? 'unknown'} {asset.os_version}
                      </td>
                      <td>{asset.sources.map(s => `${s.type} (${s.confidence})`).join(', ')}</td>
                      <td>
                        <Time at={asset.last_seen_at} relative />
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          )}
        </DataState>
        <More more={list.more} fetching={list.fetching} />
      </section>
      {enrolling && <Enrolment onClose={() => setEnrolling(false)} />}
      {id && <AssetDetail id={id} onClose={() => navigate('/endpoints')} />}
    </Page>
  )
}
