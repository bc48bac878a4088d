import { bodyOf, ifMatch, recordOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { asName, NAME_PATTERN } from '../../session/organisation.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from './form-dialog.tsx'
import { GroupRoles, groupRolesOf } from './group-roles.tsx'

type Issuer = Schemas['OidcIssuer']

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The fields that both forms share, as the API takes them. */
function settingsOf(form: FormData) {
  const secret = textOf(form, 'secret_name')
  const name = asName(textOf(form, 'sign_in_name'))
  return {
    audience: textOf(form, 'audience'),
    groups_claim: textOf(form, 'groups_claim'),
    group_roles: groupRolesOf(form),
    sign_in_name: name || null,
    client_id: textOf(form, 'client_id') || null,
    scopes: textOf(form, 'scopes').split(/\s+/),
    client_secret_ref: secret
      ? {
          provider: textOf(form, 'secret_provider') as 'env' | 'file' | 'vault',
          name: secret,
          purpose: 'oidc' as const,
        }
      : null,
  }
}

export function NewIssuer({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  return (
    <FormDialog
      title="Register a provider"
      action="Register"
      invalidates="issuers"
      onClose={onClose}
      send={form =>
        bodyOf(api.POST('/api/v1/oidc-issuers', { body: { issuer: textOf(form, 'issuer'), ...settingsOf(form) } }))
      }
      done={made => <Registered issuer={made} />}
    >
      <label className="field">
        <span>Issuer, as the provider writes it</span>
        <input name="issuer" type="url" required maxLength={2048} autoComplete="off" />
      </label>
      <Settings />
    </FormDialog>
  )
}

export function EditIssuer({ issuer, onClose }: { readonly issuer: Issuer; readonly onClose: () => void }) {
  const api = useApi()
  const params = { path: { issuer_id: issuer.issuer_id } }
  return (
    <FormDialog
      title="Edit the provider"
      action="Save"
      invalidates="issuers"
      onClose={onClose}
      send={async form => {
        const { etag } = await recordOf(api.GET('/api/v1/oidc-issuers/{issuer_id}', { params }))
        const state = textOf(form, 'state') as Issuer['state']
        const body = { ...settingsOf(form), state }
        return bodyOf(api.PATCH('/api/v1/oidc-issuers/{issuer_id}', { params, ...ifMatch(etag), body }))
      }}
    >
      <p>
        <code>{issuer.issuer}</code>
      </p>
      <p className="hint">Everybody who signed in with it has to sign in again.</p>
      {issuer.sign_in_name && <RedirectUri issuer={issuer} />}
      <label className="field">
        <span>State</span>
        <select name="state" defaultValue={issuer.state}>
          <option>active</option>
          <option>paused</option>
        </select>
      </label>
      <Settings issuer={issuer} />
    </FormDialog>
  )
}

function Settings({ issuer }: { readonly issuer?: Issuer }) {
  return (
    <>
      <label className="field">
        <span>Audience of its access tokens</span>
        <input name="audience" defaultValue={issuer?.audience} required maxLength={2048} autoComplete="off" />
      </label>
      <GroupRoles initial={issuer?.group_roles} />
      <label className="field">
        <span>Claim that holds the groups</span>
        <input name="groups_claim" defaultValue={issuer?.groups_claim ?? 'groups'} required maxLength={256} />
      </label>
      <fieldset>
        <legend>Signing in to this console</legend>
        <label className="field">
          <span>Name to type when signing in</span>
          <input
            name="sign_in_name"
            defaultValue={issuer?.sign_in_name ?? ''}
            placeholder="acme.example"
            pattern={NAME_PATTERN}
            title="Lower-case letters, digits, dots and hyphens"
            maxLength={64}
            autoComplete="off"
          />
        </label>
        <label className="field">
          <span>Client id at the provider</span>
          <input name="client_id" defaultValue={issuer?.client_id ?? ''} maxLength={256} autoComplete="off" />
        </label>
        <label className="field">
          <span>Scopes, separated by spaces</span>
          <input name="scopes" defaultValue={(issuer?.scopes ?? ['openid', 'profile']).join(' ')} required />
        </label>
        <label className="field">
          <span>Where the client secret is stored, if there is one (never the secret itself)</span>
          <select name="secret_provider" defaultValue={issuer?.client_secret_ref?.provider ?? 'env'}>
            <option>env</option>
            <option>file</option>
            <option>vault</option>
          </select>
        </label>
        <label className="field">
          <span>Name of the secret; empty for a public client</span>
          <input
            name="secret_name"
            defaultValue={issuer?.client_secret_ref?.name ?? ''}
            maxLength={64}
            autoComplete="off"
          />
        </label>
      </fieldset>
    </>
  )
}

function Registered({ issuer }: { readonly issuer: Issuer }) {
  return (
    <div className="stack">
      <p>
        The provider is registered and pending: prove that it is yours, and its users get the roles of their groups.
      </p>
      {issuer.sign_in_name && <RedirectUri issuer={issuer} />}
    </div>
  )
}

function RedirectUri({ issuer }: { readonly issuer: Issuer }) {
  const { redirect_uri } = issuer
  if (redirect_uri === null) {
    return (
      <p className="note">People cannot sign in yet: the address of the console is not configured on this platform.</p>
    )
  }
  return (
    <div className="stack">
      <p>Register exactly this redirect URI at the provider:</p>
      <pre className="code-block">{redirect_uri}</pre>
      <Button onClick={() => void navigator.clipboard.writeText(redirect_uri)}>Copy it</Button>
    </div>
  )
}
