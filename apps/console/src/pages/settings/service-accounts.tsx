import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog, ShownOnce } from './form-dialog.tsx'
import { ListSection } from './list-section.tsx'

const ROLES = ['admin', 'operator', 'analyst', 'auditor', 'collector'] as const
/** The roles that the platform operator grants. A tenant's first account is created under Tenants. */
const PLATFORM_ROLES = ['platform_admin'] as const
type Role = (typeof ROLES | typeof PLATFORM_ROLES)[number]

export function ServiceAccounts() {
  const api = useApi()
  const [making, setMaking] = useState(false)
  const [rotating, setRotating] = useState<Schemas['ServiceAccount']>()
  const [removing, setRemoving] = useState<Schemas['ServiceAccount']>()
  const list = usePages(['accounts'], (query, signal) =>
    bodyOf(api.GET('/api/v1/service-accounts', { params: { query }, signal })),
  )
  return (
    <div className="stack">
      <Button kind="primary" onClick={() => setMaking(true)}>
        New account
      </Button>
      <ListSection
        label="Service accounts"
        list={list}
        keyOf={a => a.service_account_id}
        empty="No account"
        columns={[
          { title: 'Name', cell: a => <bdi>{a.name}</bdi> },
          { title: 'Roles', cell: a => a.roles.join(', ') },
          { title: 'Expires', cell: a => <Time at={a.expires_at} /> },
          { title: 'Last used', cell: a => <Time at={a.last_used_at} relative /> },
          {
            title: 'Change',
            cell: a => (
              <span className="actions">
                <Button kind="quiet" onClick={() => setRotating(a)}>
                  New token
                </Button>
                <Button kind="quiet" onClick={() => setRemoving(a)}>
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
      />
      {making && <NewAccount onClose={() => setMaking(false)} />}
      {rotating && (
        <FormDialog
          title={`New token for ${rotating.name}`}
          action="Make a new token"
          invalidates="accounts"
          onClose={() => setRotating(undefined)}
          send={() =>
            bodyOf(
              api.POST('/api/v1/service-accounts/{service_account_id}/rotate', {
                params: { path: { service_account_id: rotating.service_account_id } },
                body: { overlap_seconds: 3_600 },
              }),
            )
          }
          done={made => <ShownOnce name="The new token" secret={made.token} />}
        >
          <p>The current token stays valid for one more hour.</p>
        </FormDialog>
      )}
      {removing && (
        <FormDialog
          title={`Delete ${removing.name}?`}
          action="Delete"
          danger
          invalidates="accounts"
          onClose={() => setRemoving(undefined)}
          send={() =>
            bodyOf(
              api.DELETE('/api/v1/service-accounts/{service_account_id}', {
                params: { path: { service_account_id: removing.service_account_id } },
              }),
            )
          }
        >
          <p>Its tokens and sessions end at once. This cannot be undone.</p>
        </FormDialog>
      )}
    </div>
  )
}

function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const mine: readonly Role[] = useSession().roles.includes('platform_admin') ? PLATFORM_ROLES : ROLES
  return (
    <FormDialog
      title="New account"
      action="Create"
      invalidates="accounts"
      onClose={onClose}
      send={form =>
        bodyOf(
          api.POST('/api/v1/service-accounts', {
            body: {
              name: String(form.get('name')),
              roles: form.getAll('roles').map(String) as Role[],
              expires_in_seconds: Number(form.get('days')) * 86_400,
            },
          }),
        )
      }
      done={made => <ShownOnce name={`The token of ${made.name}`} secret={made.token} />}
    >
      <label className="field">
        <span>Name</span>
        <input name="name" required maxLength={200} autoComplete="off" />
      </label>
      <fieldset>
        <legend>Roles</legend>
        {mine.map(role => (
          <label key={role} className="choice">
            <input type="checkbox" name="roles" value={role} /> {role}
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span>Valid for</span>
        <select name="days" defaultValue="90">
          <option value="1">1 day</option>
          <option value="90">90 days</option>
          <option value="365">1 year</option>
        </select>
      </label>
    </FormDialog>
  )
}
