import { Mark } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import { useSessionStore } from './session-context.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInProblem } from './sign-in-problems.ts'

/** @param endSessionUrl where to end the organisation's own session, after signing out here */
export function SignInPage({ endSessionUrl }: { readonly endSessionUrl?: string | undefined }) {
  const { arrival } = useSessionStore()
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>
          <Mark /> Wardline
        </h1>
        <p className="hint">Endpoint posture, log search and detection.</p>
        {endSessionUrl && (
          <p role="status" className="note">
            You are signed out here, but perhaps not at your organisation.{' '}
            <a href={endSessionUrl} rel="noreferrer">
              Sign out there as well
            </a>
          </p>
        )}
        {arrival.problem && !endSessionUrl && <ProblemNote {...signInProblem(arrival.problem)} />}
        <h2>Sign in with your organisation</h2>
        <OrganisationForm organisation={arrival.organisation} />
        <h2>Paste a token</h2>
        <SignInForm />
      </div>
    </main>
  )
}
