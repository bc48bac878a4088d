import { useQuery } from '@tanstack/react-query'
import { recordOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { Severity, State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertEvents } from './alert-events.tsx'

export function AlertDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['alerts', 'one', id],
    queryFn: ({ signal }) =>
      recordOf(api.GET('/api/v1/alerts/{alert_id}', { params: { path: { alert_id: id } }, signal })),
  })
  return (
    <Dialog title={query.data?.record.rule.title ?? 'Alert'} side onClose={onClose}>
      <DataState query={query}>
        {({ record, etag }) => (
          <>
            <Facts
              facts={[
                ['Severity', <Severity key="s" value={record.severity} />],
                ['Status', <State key="t" value={record.status} />],
                ['Confidence', record.confidence],
                ['Events', record.count.toLocaleString()],
                ['First event', <Time key="f" at={record.first_event_at} />],
                ['Last event', <Time key="l" at={record.last_event_at} />],
              ]}
            />
            <AlertActions alert={record} etag={etag} />
            <Conditions conditions={record.matched_conditions} group={record.group} />
            <AlertEvents alert={record} />
            <Rule rule={record.rule} />
          </>
        )}
      </DataState>
    </Dialog>
  )
}

interface ConditionsProps {
  readonly conditions: Schemas['Alert']['matched_conditions']
  readonly group: Schemas['Alert']['group']
}

function Conditions({ conditions, group }: ConditionsProps) {
  return (
    <section className="stack" aria-label="Matched conditions">
      <h3>What matched</h3>
      {group && (
        <p className="small">
          Counted together by{' '}
          {Object.entries(group).map(([field, value]) => (
            <span key={field}>
              <code>{field}</code> = <LogText text={String(value)} line />{' '}
            </span>
          ))}
        </p>
      )}
      <div className="scroll-x">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Test</th>
              <th scope="col">Value in the event</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map((c, i) => (
              <tr key={i}>
                <th scope="row" className="mono">
                  <bdi>{c.field ?? 'any text'}</bdi>
                </th>
                <td>{c.modifier === '' ? 'is' : c.modifier.replaceAll('|', ', ')}</td>
                <td>{c.value ? <LogText text={c.value} /> : <span className="faint">not shown</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Rule({ rule }: { readonly rule: Schemas['AlertRule'] }) {
  return (
    <section className="stack" aria-label="Rule">
      <h3>The rule</h3>
      <Facts
        facts={[
          ['Title', <LogText key="t" text={rule.title} line />],
          ['Author', rule.author ?? 'unknown'],
          ['Licence', rule.license ?? 'unknown'],
          ['Sigma id', rule.sigma_id ?? 'none'],
          ['Tags', rule.tags.join(', ') || 'none'],
          ['Version', <code key="v">{rule.version_hash.slice(0, 12)}</code>],
        ]}
      />
    </section>
  )
}
