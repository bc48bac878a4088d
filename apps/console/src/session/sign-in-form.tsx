import { type FormEvent, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useSessionStore } from './session-context.tsx'

/** Takes a service account's token, sends it to the gateway once, and forgets it. */
export function SignInForm() {
  const store = useSessionStore()
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await store.signIn(token.trim())
      setToken('')
    } catch (thrown) {
      setProblem(thrown instanceof ApiProblem ? thrown : new ApiProblem(0, undefined))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="stack" onSubmit={event => void submit(event)}>
      <label className="field">
        <span>Access token</span>
        <input
          type="password"
          name="token"
          value={token}
          onChange={event => setToken(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          required
          aria-describedby="token-hint"
        />
      </label>
      <p id="token-hint" className="hint">
        A service account's token. The first one lies in <code>.wardline/bootstrap/admin-token</code>. It is exchanged
        for a session and not kept.
      </p>
      {problem && (
        <ProblemNote problem={problem} title={problem.status === 401 ? 'This token is not valid' : undefined} />
      )}
      <Button kind="primary" type="submit" busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
