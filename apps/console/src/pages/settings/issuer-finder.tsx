import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { asName } from '../../session/organisation.ts'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { State } from '../../ui/marks.tsx'
import { FormDialog } from './form-dialog.tsx'
import { ApproveIssuer } from './issuer-proof.tsx'

type Issuer = Schemas['OidcIssuer']

/**
 * Finds the tenants that have an issuer or a sign-in name, for the platform operator, who can approve a pending
 * registration and remove a wrong one.
 */
export function IssuerFinder() {
  const api = useApi()
  const [wanted, setWanted] = useState<string>()
  const [approving, setApproving] = useState<Issuer>()
  const [removing, setRemoving] = useState<Issuer>()
  const found = useQuery({
    queryKey: ['issuers', 'found', wanted],
    enabled: wanted !== undefined,
    queryFn: ({ signal }) => {
      const text = wanted ?? ''
      const query = text.includes('://') ? { issuer: text } : { sign_in_name: asName(text) }
      return bodyOf(api.GET('/api/v1/oidc-issuers', { params: { query }, signal }))
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setWanted(String(new FormData(event.currentTarget).get('wanted')).trim())
  }
  return (
    <div className="stack">
      <p className="hint">
        An issuer and a sign-in name belong to the first tenant that proves the issuer. Approve a pending registration
        whose tenant cannot prove it, or remove one that keeps the rightful owner out.
      </p>
      <form className="toolbar" onSubmit={submit}>
        <label className="field">
          <span>Issuer or sign-in name</span>
          <input name="wanted" required maxLength={2048} autoComplete="off" spellCheck={false} />
        </label>
        <Button kind="primary" type="submit">
          Find
        </Button>
      </form>
      {wanted !== undefined && (
        <section className="card" aria-label="Found">
          <DataState query={found} empty={{ when: page => page.items.length === 0, title: 'Nobody has it' }}>
            {page => (
              <ul className="rows">
                {page.items.map(issuer => (
                  <li key={issuer.issuer_id} className="row-link">
                    <State value={issuer.control} />
                    <State value={issuer.state} />
                    <span className="grow">
                      <code>{issuer.issuer}</code> {issuer.sign_in_name && `(${issuer.sign_in_name})`}, of tenant{' '}
                      <code>{issuer.tenant_id}</code>
                    </span>
                    {issuer.control === 'pending' && <Button onClick={() => setApproving(issuer)}>Approve</Button>}
                    <Button kind="danger" onClick={() => setRemoving(issuer)}>
                      Take it away
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </DataState>
        </section>
      )}
      {approving && <ApproveIssuer issuer={approving} onClose={() => setApproving(undefined)} />}
      {removing && (
        <FormDialog
          title="Take this registration away?"
          action="Take it away"
          danger
          invalidates="issuers"
          onClose={() => setRemoving(undefined)}
          send={() =>
            bodyOf(
              api.DELETE('/api/v1/oidc-issuers/{issuer_id}', {
                params: { path: { issuer_id: removing.issuer_id }, query: { tenant_id: removing.tenant_id } },
              }),
            )
          }
        >
          <p>
            People of tenant <code>{removing.tenant_id}</code> who signed in with it are signed out. The removal is
            recorded for that tenant and for the platform.
          </p>
        </FormDialog>
      )}
    </div>
  )
}
