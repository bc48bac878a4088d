import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, ifMatch, recordOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { Severity, State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

export function DetectionRules() {
  const api = useApi()
  const may = useMay()
  const [status, setStatus] = useState<'ok' | 'refused' | ''>('')
  const [chosen, setChosen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const list = usePages(['rules', 'list', status], (cursor, signal) =>
    bodyOf(
      api.GET('/api/v1/detection-rules', { params: { query: { ...(status ? { status } : {}), ...cursor } }, signal }),
    ),
  )
  return (
    <div className="stack">
      <div className="toolbar">
        <FilterSelect label="Compiled" value={status} options={['ok', 'refused']} onChange={setStatus} />
        {may('createDetectionRule') && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add a Sigma rule
          </Button>
        )}
      </div>
      <ListSection
        label="Detection rules"
        list={list}
        keyOf={r => r.rule_id}
        empty="No rule"
        columns={[
          {
            title: 'Rule',
            cell: r => (
              <button type="button" className="link" onClick={() => setChosen(r.rule_id)}>
                <LogText text={r.title} line />
              </button>
            ),
          },
          { title: 'Level', cell: r => <Severity value={r.level} /> },
          { title: 'Kind', cell: r => r.kind },
          { title: 'From', cell: r => r.origin },
          { title: 'Compiled', cell: r => <State value={r.compile.status} /> },
          { title: 'Enabled', cell: r => (r.enabled ? <Asked pause={r.paused} /> : 'no') },
        ]}
      />
      {chosen && <RuleDetail id={chosen} onClose={() => setChosen(undefined)} />}
      {adding && (
        <FormDialog
          title="Add a Sigma rule"
          action="Compile and enable"
          invalidates="rules"
          onClose={() => setAdding(false)}
          send={form =>
            bodyOf(api.POST('/api/v1/detection-rules', { body: { source: String(form.get('source')), enabled: true } }))
          }
        >
          <label className="field">
            <span>Sigma YAML</span>
            <textarea name="source" className="mono" required maxLength={262_144} rows={16} spellCheck={false} />
          </label>
        </FormDialog>
      )}
    </div>
  )
}

/** An enabled rule is applied, or paused for a while because it took too long. */
const Asked = ({ pause }: { readonly pause: Schemas['RulePause'] }) =>
  pause ? (
    <>
      paused until <Time at={pause.until} />
    </>
  ) : (
    'yes'
  )

function RuleDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const params = { path: { rule_id: id } }
  const query = useQuery({
    queryKey: ['rules', 'one', id],
    queryFn: ({ signal }) => recordOf(api.GET('/api/v1/detection-rules/{rule_id}', { params, signal })),
  })
  const change = useAction({
    mutationFn: ({ enabled, etag }: { enabled: boolean; etag: string }) =>
      bodyOf(api.PATCH('/api/v1/detection-rules/{rule_id}', { params, ...ifMatch(etag), body: { enabled } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['rules'] }),
  })
  return (
    <Dialog title={query.data?.record.title ?? 'Rule'} side onClose={onClose}>
      <DataState query={query}>
        {({ record, etag }) => (
          <>
            <CompileReport compile={record.compile} />
            {record.description && (
              <p>
                <LogText text={record.description} />
              </p>
            )}
            <Facts
              facts={[
                ['Level', <Severity key="l" value={record.level} />],
                ['Author', record.author ?? 'unknown'],
                ['Licence', record.license ?? 'unknown'],
                ['Sigma id', record.sigma_id ?? 'none'],
                ['Enabled', record.enabled ? <Asked key="e" pause={record.paused} /> : 'no'],
                ['File', record.file ?? 'uploaded'],
              ]}
            />
            {record.paused && (
              <p>
                {record.paused.reason === 'rule_over_budget'
                  ? 'This rule took too long on your events.'
                  : "Your tenant's rules together took too long."}{' '}
                It is not applied until the pause ends.
              </p>
            )}
            {record.paused && may('updateDetectionRule') && (
              <Button busy={change.isPending} onClick={() => change.mutate({ enabled: true, etag })}>
                Apply it again now
              </Button>
            )}
            {may('updateDetectionRule') && (
              <Button busy={change.isPending} onClick={() => change.mutate({ enabled: !record.enabled, etag })}>
                {record.enabled ? 'Disable for this tenant' : 'Enable for this tenant'}
              </Button>
            )}
            {change.error && <ProblemNote problem={change.error} />}
            {record.pauses !== undefined && record.pauses.length > 0 && (
              <ul aria-label="Pauses">
                {record.pauses.map(pause => (
                  <li key={pause.since}>
                    Paused <Time at={pause.since} /> until <Time at={pause.until} />: {pause.events} events were not
                    checked.
                  </li>
                ))}
              </ul>
            )}
            <pre className="code-block">
              <LogText text={record.source} />
            </pre>
          </>
        )}
      </DataState>
    </Dialog>
  )
}

function CompileReport({ compile }: { readonly compile: Schemas['RuleCompileReport'] }) {
  if (compile.status === 'ok') return <p className="note good">Compiled: events are matched against it.</p>
  return (
    <div className="note bad">
      <strong>Refused{compile.line === undefined ? '' : `, line ${compile.line}`}</strong>
      <p>
        <LogText text={compile.reason ?? 'No reason was given.'} />
      </p>
    </div>
  )
}
