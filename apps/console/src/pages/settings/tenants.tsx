import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, ifMatch, recordOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { State } from '../../ui/marks.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog, ShownOnce } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

type Tenant = Schemas['Tenant']

/** The tenants, for the platform operator: nothing of their content. */
export function Tenants() {
  const api = useApi()
  const queries = useQueryClient()
  const [making, setMaking] = useState(false)
  const [starting, setStarting] = useState<Tenant>()
  const [removing, setRemoving] = useState<Tenant>()
  const list = usePages(['tenants'], (query, signal) =>
    bodyOf(api.GET('/api/v1/tenants', { params: { query }, signal })),
  )
  const change = useMutation({
    mutationFn: async ({ tenant_id, state }: Tenant) => {
      const path = { tenant_id }
      const { etag } = await recordOf(api.GET('/api/v1/tenants/{tenant_id}', { params: { path } }))
      return bodyOf(
        api.PATCH('/api/v1/tenants/{tenant_id}', {
          params: { path },
          ...ifMatch(etag),
          body: { state: state === 'active' ? 'suspended' : 'active' },
        }),
      )
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  })
  return (
    <div className="stack">
      <Button kind="primary" onClick={() => setMaking(true)}>
        New tenant
      </Button>
      {change.error && <ProblemNote problem={change.error} />}
      <ListSection
        label="Tenants"
        list={list}
        keyOf={t => t.tenant_id}
        empty="No tenant"
        columns={[
          { title: 'Name', cell: t => <bdi>{t.name}</bdi> },
          { title: 'Id', cell: t => <code>{t.tenant_id}</code> },
          { title: 'State', cell: t => <State value={t.state} /> },
          { title: 'Created', cell: t => <Time at={t.created_at} /> },
          {
            title: 'Change',
            cell: t => (
              <span className="actions">
                <Button kind="quiet" onClick={() => setStarting(t)}>
                  First account
                </Button>
                <Button kind="quiet" busy={change.isPending} onClick={() => change.mutate(t)}>
                  {t.state === 'active' ? 'Suspend' : 'Resume'}
                </Button>
                <Button kind="quiet" disabled={t.state === 'active'} onClick={() => setRemoving(t)}>
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {making && (
        <FormDialog
          title="New tenant"
          action="Create"
          invalidates="tenants"
          onClose={() => setMaking(false)}
          send={form => bodyOf(api.POST('/api/v1/tenants', { body: { name: String(form.get('name')) } }))}
        >
          <label className="field">
            <span>Name</span>
            <input name="name" required maxLength={200} autoComplete="off" />
          </label>
        </FormDialog>
      )}
      {starting && (
        <FormDialog
          title={`First account of ${starting.name}`}
          action="Create it"
          invalidates="tenants"
          onClose={() => setStarting(undefined)}
          send={() =>
            bodyOf(
              api.POST('/api/v1/service-accounts', {
                body: { name: 'first admin', roles: ['admin', 'operator'], tenant_id: starting.tenant_id },
              }),
            )
          }
          done={made => <ShownOnce name="The token of its first admin" secret={made.token} />}
        >
          <p>An admin and operator, who creates the others. Each tenant gets only one such account from here.</p>
        </FormDialog>
      )}
      {removing && (
        <FormDialog
          title={`Delete ${removing.name}?`}
          action="Delete"
          danger
          invalidates="tenants"
          onClose={() => setRemoving(undefined)}
          send={() =>
            bodyOf(api.DELETE('/api/v1/tenants/{tenant_id}', { params: { path: { tenant_id: removing.tenant_id } } }))
          }
        >
          <p>
            A tenant can be deleted only if none of its data must be kept. Its accounts and identity providers are
            deleted with it.
          </p>
        </FormDialog>
      )}
    </div>
  )
}
