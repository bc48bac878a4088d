import { Link } from 'wouter'
import { useSession } from '../session/session-context.tsx'

/** Tells auditors that they see redacted data, and which redaction policy applies. */
export function RedactionBanner() {
  const { redacted, redaction_policy_id } = useSession()
  if (!redacted) return null
  return (
    <aside className="banner" aria-label="Redaction">
      <strong>Redaction is on.</strong> Personal values are shown as pseudonyms like{' '}
      <span className="pseudonym">user:1~k3v9…</span>: the same value always has the same one. Policy{' '}
      <Link href="/settings/redaction" className="mono">
        {redaction_policy_id}
      </Link>
    </aside>
  )
}
