import { Mark } from '../ui/icons.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>
          <Mark /> Wardline
        </h1>
        <p className="hint">Endpoint posture, log search and detection.</p>
        <SignInForm />
      </div>
    </main>
  )
}
