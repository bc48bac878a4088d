import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRoute } from 'wouter'
import { OrganisationForm } from '../session/organisation-form.tsx'
import { useSessionState, useSessionStore } from '../session/session-context.tsx'
import { SignInForm } from '../session/sign-in-form.tsx'
import { SignInPage } from '../session/sign-in-page.tsx'
import { SignedInPage } from '../session/signed-in-page.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, HoldDialogs } from '../ui/dialog.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Shell } from './shell.tsx'

/**
 * The page for the signed-in user. When the session ends, the same page stays under a sign-in dialog, so that nothing
 * is lost.
 */
export function SessionGate() {
  const state = useSessionState()
  const store = useSessionStore()
  const queries = useQueryClient()
  const [elsewhere] = useRoute('/signed-in')
  const who = state.kind === 'signed-in' ? `${state.session.tenant_id} ${state.session.principal.id}` : undefined
  const before = useRef(who)
  useEffect(() => {
    if (before.current !== who) queries.clear()
    before.current = who
  }, [who, queries])
  const expired = state.kind === 'signed-in' && state.expired
  const wasExpired = useRef(expired)
  useEffect(() => {
    if (wasExpired.current && !expired) void queries.invalidateQueries()
    wasExpired.current = expired
  }, [expired, queries])

  if (state.kind === 'loading') return <div className="page-loading" role="status" aria-label="Loading" />
  if (state.kind === 'unreachable') {
    return (
      <main className="sign-in">
        <ProblemNote problem={state.problem} onRetry={() => void store.refresh()} />
      </main>
    )
  }
  if (state.kind === 'signed-out') return <SignInPage endSessionUrl={state.endSessionUrl} />
  if (elsewhere) return <SignedInPage />
  const { organisation } = state.session
  return (
    <>
      <HoldDialogs value={state.expired}>
        <Shell key={who} />
      </HoldDialogs>
      {state.expired && (
        <Dialog title="Your session has ended" onClose={() => undefined} closes="buttons">
          <p>Sign in again to continue where you were.</p>
          {organisation === null ? <SignInForm /> : <OrganisationForm organisation={organisation} elsewhere />}
          <Button kind="quiet" onClick={() => void store.signOut()}>
            Leave, and lose what was typed
          </Button>
        </Dialog>
      )}
    </>
  )
}
