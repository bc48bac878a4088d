import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { State } from '../../ui/marks.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

const ACTIVE = ['queued', 'running']

export function MdmConnections() {
  const api = useApi()
  const may = useMay()
  const [making, setMaking] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const list = usePages(['mdm', 'connections'], (query, signal) =>
    bodyOf(api.GET('/api/v1/integrations/mdm/connections', { params: { query }, signal })),
  )
  return (
    <div className="stack">
      <h2>Connections</h2>
      {may('createMdmConnection') && <Button onClick={() => setMaking(true)}>Connect a provider</Button>}
      <ListSection
        label="Connections"
        list={list}
        keyOf={c => c.connection_id}
        empty="No provider is connected"
        columns={[
          { title: 'Name', cell: c => <bdi>{c.name}</bdi> },
          { title: 'Provider', cell: c => c.provider.replaceAll('_', ' ') },
          { title: 'State', cell: c => <State value={c.state} /> },
          { title: 'Fault', cell: c => c.error_code ?? <span className="faint">none</span> },
          { title: 'Newest sync', cell: c => <Time at={c.last_sync_at} relative /> },
          {
            title: 'Runs',
            cell: c => (
              <Button
                kind="quiet"
                aria-expanded={chosen === c.connection_id}
                onClick={() => setChosen(chosen === c.connection_id ? undefined : c.connection_id)}
              >
                Sync runs
              </Button>
            ),
          },
        ]}
      />
      {chosen && <SyncRuns connectionId={chosen} />}
      {making && <NewConnection onClose={() => setMaking(false)} />}
    </div>
  )
}

function SyncRuns({ connectionId }: { readonly connectionId: string }) {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const params = { path: { connection_id: connectionId } }
  const runs = useQuery({
    queryKey: ['mdm', 'runs', connectionId],
    queryFn: async ({ signal }) => {
      const page = await bodyOf(
        api.GET('/api/v1/integrations/mdm/connections/{connection_id}/sync-runs', {
          params: { ...params, query: { limit: 10 } },
          signal,
        }),
      )
      if (!page.items.some(r => ACTIVE.includes(r.state)))
        void queries.invalidateQueries({ queryKey: ['mdm', 'devices'] })
      return page
    },
    refetchInterval: query => (query.state.data?.items.some(r => ACTIVE.includes(r.state)) ? 1_000 : false),
  })
  const sync = useAction({
    mutationFn: () => bodyOf(api.POST('/api/v1/integrations/mdm/connections/{connection_id}/sync', { params })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mdm', 'runs', connectionId] }),
  })
  return (
    <section className="card stack" aria-label="Sync runs">
      {may('syncMdmConnection') && (
        <Button kind="primary" busy={sync.isPending} onClick={() => sync.mutate()}>
          Sync now
        </Button>
      )}
      {sync.error && <ProblemNote problem={sync.error} />}
      <DataState query={runs} empty={{ when: d => d.items.length === 0, title: 'No sync yet' }}>
        {page => (
          <ul className="rows">
            {page.items.map(run => (
              <li key={run.sync_run_id} className="row-link">
                <State value={run.state} />
                <span className="grow">
                  {run.counts.seen.toLocaleString()} seen, {run.counts.created.toLocaleString()} new,{' '}
                  {run.counts.changed.toLocaleString()} changed, {run.counts.missing.toLocaleString()} missing
                  {run.error_code && ` · ${run.error_code}`}
                </span>
                {ACTIVE.includes(run.state) && <progress aria-label="The sync is running" />}
                <Time at={run.requested_at} relative />
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </section>
  )
}

function NewConnection({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const text = (form: FormData, name: string) => (form.get(name) ? { [name]: String(form.get(name)) } : {})
  return (
    <FormDialog
      title="Connect a provider"
      action="Connect"
      invalidates="mdm"
      onClose={onClose}
      send={form =>
        bodyOf(
          api.POST('/api/v1/integrations/mdm/connections', {
            body: {
              name: String(form.get('name')),
              provider: String(form.get('provider')) as Schemas['MdmProvider'],
              ...text(form, 'base_url'),
              ...text(form, 'authority_url'),
              ...text(form, 'provider_tenant_id'),
              ...text(form, 'client_id'),
              secret_ref: {
                provider: String(form.get('secret_provider')) as 'env' | 'file' | 'vault',
                name: String(form.get('secret_name')),
                purpose: 'mdm',
              },
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
        <span>Provider</span>
        <select name="provider">
          <option value="microsoft_graph">Microsoft Graph (Intune)</option>
          <option value="jamf_pro">Jamf Pro</option>
        </select>
      </label>
      <label className="field">
        <span>Address, if it is not the provider's public one</span>
        <input name="base_url" type="url" maxLength={512} autoComplete="off" />
      </label>
      <label className="field">
        <span>Address of Microsoft's token service, for national clouds</span>
        <input name="authority_url" type="url" maxLength={512} autoComplete="off" />
      </label>
      <label className="field">
        <span>Directory (tenant) at Microsoft</span>
        <input name="provider_tenant_id" maxLength={128} autoComplete="off" />
      </label>
      <label className="field">
        <span>Client id</span>
        <input name="client_id" maxLength={256} autoComplete="off" />
      </label>
      <fieldset>
        <legend>Where its secret is stored (never the secret itself)</legend>
        <label className="field">
          <span>Secret provider</span>
          <select name="secret_provider">
            <option>env</option>
            <option>file</option>
            <option>vault</option>
          </select>
        </label>
        <label className="field">
          <span>Name of the secret</span>
          <input name="secret_name" required maxLength={64} autoComplete="off" />
        </label>
      </fieldset>
    </FormDialog>
  )
}
