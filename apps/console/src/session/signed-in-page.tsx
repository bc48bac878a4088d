import { Link } from 'wouter'
import { Mark } from '../ui/icons.tsx'

/** The last page of a sign-in that another tab waits for. */
export function SignedInPage() {
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>
          <Mark /> You are signed in
        </h1>
        <p>Go back to the tab where you were: it continues by itself. You can close this one.</p>
        <p>
          <Link href="/">Or continue here</Link>
        </p>
      </div>
    </main>
  )
}
