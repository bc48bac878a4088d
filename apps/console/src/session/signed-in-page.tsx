import { Link } from 'wouter'
import { Mark } from '../ui/icons.tsx'

/** Where a sign-in ends that another tab waits for. */
export function SignedInPage() {
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>
          <Mark /> You are signed in
        </h1>
        <p>Go back to the tab where you were: it goes on by itself. You may close this one.</p>
        <p>
          <Link href="/">Or go on here</Link>
        </p>
      </div>
    </main>
  )
}
