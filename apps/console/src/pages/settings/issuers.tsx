import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { State } from '../../ui/marks.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { FormDialog } from './form-dialog.tsx'
import { IssuerFinder } from './issuer-finder.tsx'
import { EditIssuer, NewIssuer } from './issuer-forms.tsx'
import { ProofProblem, ProveIssuer } from './issuer-proof.tsx'
import { ListSection } from './list-section.tsx'

type Issuer = Schemas['OidcIssuer']

/**
 * Identity providers: an admin sees those of the tenant; the platform operator searches for one that blocks another
 * tenant.
 */
export function Issuers() {
  const may = useMay()
  return may('createOidcIssuer') ? <OwnIssuers /> : <IssuerFinder />
}

function OwnIssuers() {
  const api = useApi()
  const [making, setMaking] = useState(false)
  const [editing, setEditing] = useState<Issuer>()
  const [proving, setProving] = useState<Issuer>()
  const [removing, setRemoving] = useState<Issuer>()
  const list = usePages(['issuers'], (query, signal) =>
    bodyOf(api.GET('/api/v1/oidc-issuers', { params: { query }, signal })),
  )
  return (
    <div className="stack">
      <ProofProblem />
      <Button kind="primary" onClick={() => setMaking(true)}>
        Register a provider
      </Button>
      <ListSection
        label="Identity providers"
        list={list}
        keyOf={i => i.issuer_id}
        empty="No identity provider"
        hint="Register your OpenID Connect provider, and people can sign in with their organisation's account."
        columns={[
          { title: 'Issuer', cell: i => <code>{i.issuer}</code> },
          { title: 'Sign-in name', cell: i => i.sign_in_name ?? <span className="faint">access tokens only</span> },
          { title: 'Groups', cell: i => <Groups issuer={i} /> },
          { title: 'Control', cell: i => <State value={i.control} /> },
          { title: 'State', cell: i => <State value={i.state} /> },
          {
            title: 'Change',
            cell: i => (
              <span className="actions">
                {i.control === 'pending' && (
                  <Button kind="quiet" onClick={() => setProving(i)}>
                    Prove
                  </Button>
                )}
                <Button kind="quiet" onClick={() => setEditing(i)}>
                  Edit
                </Button>
                <Button kind="quiet" onClick={() => setRemoving(i)}>
                  Remove
                </Button>
              </span>
            ),
          },
        ]}
      />
      {making && <NewIssuer onClose={() => setMaking(false)} />}
      {editing && <EditIssuer issuer={editing} onClose={() => setEditing(undefined)} />}
      {proving && <ProveIssuer issuer={proving} onClose={() => setProving(undefined)} />}
      {removing && (
        <FormDialog
          title="Remove this provider?"
          action="Remove"
          danger
          invalidates="issuers"
          onClose={() => setRemoving(undefined)}
          send={() =>
            bodyOf(
              api.DELETE('/api/v1/oidc-issuers/{issuer_id}', { params: { path: { issuer_id: removing.issuer_id } } }),
            )
          }
        >
          <p>
            <code>{removing.issuer}</code>
          </p>
          <p>Everybody who signed in with it is signed out, and its access tokens are refused.</p>
        </FormDialog>
      )}
    </div>
  )
}

function Groups({ issuer }: { readonly issuer: Issuer }) {
  return (
    <ul className="plain">
      {issuer.group_roles.map(({ group, roles }) => (
        <li key={group}>
          <bdi>{group}</bdi>: {roles.join(', ')}
        </li>
      ))}
    </ul>
  )
}
