import { useQuery } from '@tanstack/react-query'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'

const COLUMNS = [
  ['received', 'Received'],
  ['duplicate', 'Repeated'],
  ['rejected', 'Refused'],
  ['accepted', 'Accepted'],
  ['searchable', 'Searchable'],
  ['dead_lettered', 'Dead letters'],
  ['in_flight', 'In flight'],
] as const

interface Props {
  readonly source: Pick<Schemas['LogSource'], 'log_source_id' | 'name'>
  readonly onClose: () => void
}

/** Where the logs of a source went in each hour of the last day, and whether the stores agree. */
export function LedgerSheet({ source, onClose }: Props) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['ledger', source.log_source_id],
    refetchInterval: 30_000,
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - 86_400_000).toISOString()
      const params = { path: { source_id: source.log_source_id }, query: { from } }
      return bodyOf(api.GET('/api/v1/log-sources/{source_id}/ledger', { params, signal }))
    },
  })
  return (
    <Dialog side title={`Ledger of ${source.name}`} onClose={onClose}>
      <div className="stack">
        <p className="hint">
          Received = repeated + refused + accepted. Accepted = searchable + dead letters + in flight. By hour of
          receipt, over the last day.
        </p>
        <DataState query={query}>
          {ledger => (
            <>
              <Agreement ledger={ledger} />
              <Hours hours={[...(ledger.hours ?? [])].reverse()} />
            </>
          )}
        </DataState>
      </div>
    </Dialog>
  )
}

/** The result of the last recount from the stores. */
function Agreement({ ledger }: { readonly ledger: Schemas['LogSourceLedger'] }) {
  const differences = ledger.differences ?? []
  if (differences.length > 0)
    return (
      <div className="note bad" role="alert">
        <p>
          <strong>The ledger and the stores disagree.</strong> Logs may be missing; tell the platform operator.
        </p>
        <ul>
          {differences.map(d => (
            <li key={`${d.hour} ${d.what}`}>
              <Time at={d.hour} />: {d.what.replaceAll('_', ' ')} {d.ledger.toLocaleString()} in the ledger,{' '}
              {d.stores.toLocaleString()} in the stores
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <p>
      {ledger.checked_at ? (
        <>
          <span className="state good">agrees</span> with the stores, recounted <Time at={ledger.checked_at} relative />
        </>
      ) : (
        <span className="faint">not recounted yet</span>
      )}
    </p>
  )
}

function Hours({ hours }: { readonly hours: readonly Schemas['LedgerHour'][] }) {
  if (hours.length === 0) return <p className="faint">Nothing was received in the last day.</p>
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {COLUMNS.map(([key, title]) => (
              <th key={key} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(row => (
            <tr key={row.hour}>
              <th scope="row">
                <Time at={row.hour} />
              </th>
              {COLUMNS.map(([key]) => (
                <td key={key} className={key === 'dead_lettered' && row[key] > 0 ? 'number bad-text' : 'number'}>
                  {row[key].toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
