import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { SEVERITIES, Severity, State } from '../../ui/marks.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog, ShownOnce } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

export function Destinations() {
  const api = useApi()
  const toast = useToast()
  const [making, setMaking] = useState(false)
  const [removing, setRemoving] = useState<Schemas['AlertDestination']>()
  const list = usePages(
    ['destinations'],
    (query, signal) => bodyOf(api.GET('/api/v1/alert-destinations', { params: { query }, signal })),
    { refetchInterval: 15_000 },
  )
  const path = (d: Schemas['AlertDestination']) => ({ params: { path: { destination_id: d.destination_id } } })
  const ping = useAction({
    mutationFn: (d: Schemas['AlertDestination']) =>
      bodyOf(api.POST('/api/v1/alert-destinations/{destination_id}/test', path(d))),
    onSuccess: ({ delivered, error_code }) =>
      toast(delivered ? 'The ping was delivered.' : `The ping failed: ${error_code ?? 'unknown'}.`),
  })
  return (
    <div className="stack">
      <Button kind="primary" onClick={() => setMaking(true)}>
        New webhook
      </Button>
      {ping.error && <ProblemNote problem={ping.error} />}
      <ListSection
        label="Alert destinations"
        list={list}
        keyOf={d => d.destination_id}
        empty="No destination"
        hint="Alerts can be sent to a webhook: signed, in order, at least once."
        columns={[
          { title: 'Address', cell: d => <code>{d.url}</code> },
          { title: 'State', cell: d => <State value={d.state} /> },
          { title: 'From', cell: d => <Severity value={d.min_severity} /> },
          { title: 'Delivered', number: true, cell: d => (d.delivery?.delivered ?? 0).toLocaleString() },
          { title: 'Newest', cell: d => <Time at={d.delivery?.last_delivered_at} relative /> },
          { title: 'Fault', cell: d => d.delivery?.error_code ?? <span className="faint">none</span> },
          {
            title: 'Change',
            cell: d => (
              <span className="actions">
                <Button kind="quiet" busy={ping.isPending} onClick={() => ping.mutate(d)}>
                  Ping
                </Button>
                <Button kind="quiet" onClick={() => setRemoving(d)}>
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {making && (
        <FormDialog
          title="New webhook"
          action="Create"
          invalidates="destinations"
          onClose={() => setMaking(false)}
          send={form =>
            bodyOf(
              api.POST('/api/v1/alert-destinations', {
                body: {
                  url: String(form.get('url')),
                  min_severity: String(form.get('severity')) as Schemas['Severity'],
                },
              }),
            )
          }
          done={made => <ShownOnce name="The secret that signs its requests" secret={made.signing_secret} />}
        >
          <label className="field">
            <span>Address (https, public)</span>
            <input name="url" type="url" required maxLength={2048} autoComplete="off" />
          </label>
          <label className="field">
            <span>Severity, at least</span>
            <select name="severity">
              {SEVERITIES.map(s => (
                <option key={s}>{s}</option>
              ))}
            </select>
          </label>
        </FormDialog>
      )}
      {removing && (
        <FormDialog
          title="Delete this webhook?"
          action="Delete"
          danger
          invalidates="destinations"
          onClose={() => setRemoving(undefined)}
          send={() => bodyOf(api.DELETE('/api/v1/alert-destinations/{destination_id}', path(removing)))}
        >
          <p>A delivery that has already started still completes.</p>
        </FormDialog>
      )}
    </div>
  )
}
