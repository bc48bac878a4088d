import { useQuery } from '@tanstack/react-query'
import { bodyOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { State } from '../../ui/marks.tsx'

/** What auditors see of each kind of record, as data. */
export function RedactionPolicy() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['policies'],
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/redaction-policies', { signal })),
  })
  return (
    <DataState query={query}>
      {page => (
        <div className="stack">
          {page.items.map(policy => (
            <section key={policy.policy_id} className="card stack" aria-label={policy.policy_id}>
              <header className="card-head">
                <h2 className="mono">{policy.policy_id}</h2>
                <State value={policy.active ? 'active' : 'superseded'} />
              </header>
              {policy.description && <p>{policy.description}</p>}
              {Object.entries(policy.views).map(([view, fields]) => (
                <details key={view}>
                  <summary>{view.replaceAll('_', ' ')}</summary>
                  <pre className="code-block">{JSON.stringify(fields, null, 2)}</pre>
                </details>
              ))}
            </section>
          ))}
        </div>
      )}
    </DataState>
  )
}
