import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, ifMatch, recordOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { State } from '../../ui/marks.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePages } from '../../ui/use-pages.ts'
import { LedgerSheet } from '../ledger/ledger-sheet.tsx'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

const FORMATS = [
  'auto',
  'syslog',
  'json',
  'windows_event',
  'cef',
  'leef',
  'auditd',
  'web_access',
  'kv',
  'macos_log',
  'cloudtrail',
] as const

export function LogSources() {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const [making, setMaking] = useState(false)
  const [opened, setOpened] = useState<Schemas['LogSource']>()
  const list = usePages(['sources'], (query, signal) =>
    bodyOf(api.GET('/api/v1/log-sources', { params: { query }, signal })),
  )
  const toggle = useAction({
    mutationFn: async ({ log_source_id, state }: Schemas['LogSource']) => {
      const params = { path: { source_id: log_source_id } }
      const { etag } = await recordOf(api.GET('/api/v1/log-sources/{source_id}', { params }))
      const body = { state: state === 'active' ? ('paused' as const) : ('active' as const) }
      return bodyOf(api.PATCH('/api/v1/log-sources/{source_id}', { params, ...ifMatch(etag), body }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sources'] }),
  })
  return (
    <div className="stack">
      {may('createLogSource') && (
        <Button kind="primary" onClick={() => setMaking(true)}>
          Register a source
        </Button>
      )}
      {toggle.error && <ProblemNote problem={toggle.error} />}
      <ListSection
        label="Log sources"
        list={list}
        keyOf={s => s.log_source_id}
        empty="No log source yet"
        columns={[
          { title: 'Name', cell: s => <bdi>{s.name}</bdi> },
          { title: 'State', cell: s => <State value={s.state} /> },
          { title: 'Format', cell: s => s.format },
          {
            title: 'Product',
            cell: s => [s.vendor, s.product].filter(Boolean).join(' ') || <span className="faint">any</span>,
          },
          { title: 'Time zone', cell: s => s.timezone },
          { title: 'Registered', cell: s => <Time at={s.created_at} relative /> },
          {
            title: 'Ledger',
            cell: s =>
              may('readLogSourceLedger') && (
                <Button kind="quiet" aria-label={`Ledger of ${s.name}`} onClick={() => setOpened(s)}>
                  Ledger
                </Button>
              ),
          },
          {
            title: 'Change',
            cell: s =>
              may('updateLogSource') && (
                <Button kind="quiet" busy={toggle.isPending} onClick={() => toggle.mutate(s)}>
                  {s.state === 'active' ? 'Pause' : 'Resume'}
                </Button>
              ),
          },
        ]}
      />
      {opened && <LedgerSheet source={opened} onClose={() => setOpened(undefined)} />}
      {making && (
        <FormDialog
          title="Register a log source"
          action="Register"
          invalidates="sources"
          onClose={() => setMaking(false)}
          send={form =>
            bodyOf(
              api.POST('/api/v1/log-sources', {
                body: {
                  name: String(form.get('name')),
                  format: String(form.get('format')) as Schemas['LogFormat'],
                  timezone: String(form.get('timezone')),
                },
              }),
            )
          }
        >
          <label className="field">
            <span>Name</span>
            <input name="name" required maxLength={256} autoComplete="off" />
          </label>
          <label className="field">
            <span>Format</span>
            <select name="format">
              {FORMATS.map(f => (
                <option key={f}>{f}</option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>Time zone of logs that name none</span>
            <input name="timezone" required defaultValue="UTC" maxLength={64} autoComplete="off" />
          </label>
        </FormDialog>
      )}
    </div>
  )
}
