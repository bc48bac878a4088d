import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useSessionStore } from '../../session/session-context.tsx'
import { signInProblem } from '../../session/sign-in-problems.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { FormDialog } from './form-dialog.tsx'

type Issuer = Schemas['OidcIssuer']

const TITLE = 'Prove that this provider is yours'

/** How a pending provider is proven: by signing in at it, or by who runs the platform. */
export function ProveIssuer({ issuer, onClose }: { readonly issuer: Issuer; readonly onClose: () => void }) {
  const api = useApi()
  if (issuer.client_id === null || issuer.client_secret_ref === null) {
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <div className="stack">
          <p>
            To prove it yourself, edit the provider: it needs a client with a secret. Or ask whoever runs this platform
            to approve <code>{issuer.issuer_id}</code> of tenant <code>{issuer.tenant_id}</code>.
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={TITLE}
      action="Sign in there"
      invalidates="issuers"
      onClose={onClose}
      send={async () => {
        const params = { path: { issuer_id: issuer.issuer_id } }
        const { authorization_url } = await bodyOf(api.POST('/api/v1/oidc-issuers/{issuer_id}/proof', { params }))
        location.assign(authorization_url)
      }}
    >
      <p>
        <code>{issuer.issuer}</code>
      </p>
      <p>
        Sign in there as somebody whose group gives the role admin here. You then come back to this page, and stay
        signed in as you are. Until then nobody can sign in with this provider.
      </p>
    </FormDialog>
  )
}

/** Why the provider is still pending, if a proof has just failed. */
export function ProofProblem() {
  const { arrival } = useSessionStore()
  return arrival.problem ? <ProblemNote {...signInProblem(arrival.problem)} /> : null
}

/** Approves a pending provider, for who runs the platform. */
export function ApproveIssuer({ issuer, onClose }: { readonly issuer: Issuer; readonly onClose: () => void }) {
  const api = useApi()
  const { issuer_id, tenant_id } = issuer
  return (
    <FormDialog
      title="Approve this provider?"
      action="Approve"
      invalidates="issuers"
      onClose={onClose}
      send={() =>
        bodyOf(
          api.POST('/api/v1/oidc-issuers/{issuer_id}/approval', {
            params: { path: { issuer_id }, query: { tenant_id } },
          }),
        )
      }
    >
      <p>
        Make sure that <code>{issuer.issuer}</code> belongs to tenant <code>{tenant_id}</code>: its people can then sign
        in, and no other tenant can use the issuer. The approval is recorded for that tenant and for the platform.
      </p>
    </FormDialog>
  )
}
