import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { State } from '../../ui/marks.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { ListSection } from './list-section.tsx'
import { REASONS, RejectionDetail } from './rejection-detail.tsx'

type Rejection = Schemas['Rejection']

const STATES = ['open', 'replayed', 'discarded'] as const

/** Logs that could not be normalized. Their content stays sealed: only their metadata and the reason are shown. */
export function Rejections() {
  const api = useApi()
  const may = useMay()
  const [state, setState] = useState<Rejection['state'] | ''>('open')
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState<string>()
  const list = usePages(
    ['rejections', 'list', state, code],
    (cursor, signal) => {
      const query = { ...(state ? { state } : {}), ...(code ? { code } : {}), ...cursor }
      return bodyOf(api.GET('/api/v1/logs/rejections', { params: { query }, signal }))
    },
    { refetchInterval: 30_000 },
  )
  const names = useSourceNames()
  return (
    <div className="stack">
      <p className="hint">
        A log that could not be normalized does not hold up others. It is kept encrypted until it expires. It cannot be
        read here, but it can be processed again or given up.
      </p>
      <div className="toolbar">
        <FilterSelect label="State" value={state} options={STATES} onChange={setState} />
        <FilterSelect
          label="Reason"
          value={code}
          options={Object.keys(REASONS)}
          onChange={setCode}
          textOf={code => code}
        />
      </div>
      {list.state.data && <Tally items={list.state.data} more={list.more !== undefined} />}
      <ListSection
        label="Rejections"
        list={list}
        keyOf={r => r.rejection_id}
        empty={state === 'open' ? 'Nothing is rejected' : 'No rejection'}
        hint="Every log that came in could be processed."
        columns={[
          {
            title: 'Reason',
            cell: r => (
              <button type="button" className="link" onClick={() => setChosen(r.rejection_id)}>
                <code>{r.code}</code>
              </button>
            ),
          },
          { title: 'State', cell: r => <State value={r.state} /> },
          { title: 'Topic', cell: r => <code>{r.kind}</code> },
          { title: 'Source', cell: r => <bdi>{names.get(r.log_source_id ?? '') ?? r.log_source_id ?? 'unknown'}</bdi> },
          { title: 'Tries', number: true, cell: r => r.attempts.toLocaleString() },
          { title: 'Rejected', cell: r => <Time at={r.rejected_at} relative /> },
          { title: 'Kept until', cell: r => <Time at={r.expires_at} relative /> },
          {
            title: 'Change',
            cell: r =>
              r.state === 'open' &&
              may('replayRejection') && (
                <Button kind="quiet" onClick={() => setChosen(r.rejection_id)}>
                  Decide
                </Button>
              ),
          },
        ]}
      />
      {chosen && <RejectionDetail id={chosen} sources={names} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

/** How many of the listed rejections there are for each reason. */
function Tally({ items, more }: { readonly items: readonly Rejection[]; readonly more: boolean }) {
  const counts = new Map<string, number>()
  for (const { code } of items) counts.set(code, (counts.get(code) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <p className="hint" role="status">
      {items.length.toLocaleString()} listed{more ? ', more below' : ''}:{' '}
      {[...counts].map(([code, n]) => `${n.toLocaleString()} × ${code}`).join(', ')}
    </p>
  )
}

/** Names of the tenant's sources by id. A source that is not in it is shown by its id. */
function useSourceNames(): ReadonlyMap<string, string> {
  const api = useApi()
  const { state } = usePages(['sources'], (query, signal) =>
    bodyOf(api.GET('/api/v1/log-sources', { params: { query }, signal })),
  )
  return new Map(state.data?.map(source => [source.log_source_id, source.name]))
}
