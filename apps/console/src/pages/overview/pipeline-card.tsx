import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Api } from '../../api/client.ts'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { State } from '../../ui/marks.tsx'
import { Card } from '../../ui/page.tsx'
import { LedgerSheet } from '../ledger/ledger-sheet.tsx'

const MOST = 50

interface SourceHealth {
  readonly source: Schemas['LogSource']
  readonly ledger: Schemas['LogSourceLedger']
  /** Events of the last hour, and of the last day. */
  readonly lastHour: number
  readonly lastDay: number
}

export function PipelineCard() {
  const api = useApi()
  const [opened, setOpened] = useState<Schemas['LogSource']>()
  const query = useQuery({
    queryKey: ['overview', 'pipeline'],
    refetchInterval: 30_000,
    queryFn: ({ signal }) => readHealth(api, signal),
  })
  return (
    <Card title="Log sources and pipeline" aside="per source, since it was registered">
      <DataState
        query={query}
        empty={{
          when: d => d.length === 0,
          title: 'No log source yet',
          hint: <Link href="/settings/sources">Register one</Link>,
        }}
      >
        {sources => (
          <>
            <Summary sources={sources} />
            <div className="scroll-x">
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">Source</th>
                    <th scope="col">State</th>
                    <th scope="col" className="number">
                      Last hour
                    </th>
                    <th scope="col" className="number">
                      In flight
                    </th>
                    <th scope="col" className="number">
                      Unparsed
                    </th>
                    <th scope="col" className="number">
                      Rejected
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {sources.map(({ source, ledger, lastHour, lastDay }) => (
                    <tr key={source.log_source_id}>
                      <th scope="row">
                        <button type="button" className="link" onClick={() => setOpened(source)}>
                          <bdi>{source.name}</bdi>
                        </button>
                      </th>
                      <td>
                        <Health {...{ source, ledger, lastHour, lastDay }} />
                      </td>
                      <td className="number">{lastHour.toLocaleString()}</td>
                      <td className="number">{ledger.pending.toLocaleString()}</td>
                      <td className="number">{ledger.unparsed.toLocaleString()}</td>
                      <td className={ledger.rejected > 0 ? 'number bad-text' : 'number'}>
                        {ledger.rejected.toLocaleString()}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {opened && <LedgerSheet source={opened} onClose={() => setOpened(undefined)} />}
          </>
        )}
      </DataState>
    </Card>
  )
}

function Health({ source, ledger, lastHour, lastDay }: SourceHealth) {
  if ((ledger.differences ?? []).length > 0) return <span className="state bad">ledger disagrees</span>
  if (lastHour === 0 && lastDay > 0 && source.state === 'active') return <span className="state warn">went quiet</span>
  return <State value={source.state} />
}

function Summary({ sources }: { readonly sources: readonly SourceHealth[] }) {
  const sum = (of: (s: SourceHealth) => number): number => sources.reduce((total, s) => total + of(s), 0)
  const quiet = sources.filter(s => s.lastHour === 0 && s.lastDay > 0 && s.source.state === 'active').length
  const may = useMay()
  const rejected = `${sum(s => s.ledger.rejected).toLocaleString()} rejected`
  return (
    <p className="figure">
      <strong>{sum(s => s.ledger.pending).toLocaleString()}</strong> in flight
      <span className="hint">
        {' '}
        · {may('listRejections') ? <Link href="/settings/rejections">{rejected}</Link> : rejected} · {quiet} of{' '}
        {sources.length} sources went quiet
      </span>
    </p>
  )
}

async function readHealth(api: Api, signal: AbortSignal): Promise<readonly SourceHealth[]> {
  const { items } = await bodyOf(api.GET('/api/v1/log-sources', { params: { query: { limit: MOST } }, signal }))
  const [hour, day] = await Promise.all([countBySource(api, 3_600_000, signal), countBySource(api, 86_400_000, signal)])
  return Promise.all(
    items.map(async source => {
      const { log_source_id: id } = source
      const ledger = await bodyOf(
        api.GET('/api/v1/log-sources/{source_id}/ledger', { params: { path: { source_id: id } }, signal }),
      )
      return { source, ledger, lastHour: hour.get(id) ?? 0, lastDay: day.get(id) ?? 0 }
    }),
  )
}

async function countBySource(api: Api, ms: number, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const query = { from: new Date(api.serverNow() - ms).toISOString(), field: ['log_source_id' as const], top: MOST }
  const { facets } = await bodyOf(api.GET('/api/v1/logs/search/facets', { params: { query }, signal }))
  return new Map(facets[0]?.values.map(v => [v.value, v.count]))
}
