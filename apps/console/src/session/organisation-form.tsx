import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import {
  asName,
  lastOrganisation,
  leavePlace,
  NAME_PATTERN,
  rememberOrganisation,
  signInAddress,
} from './organisation.ts'

interface Props {
  /** A name that is already known. */
  readonly organisation?: string | undefined
  /** In another tab, so that this page keeps what was typed. */
  readonly elsewhere?: boolean
}

/** Sends the browser to the identity provider of an organisation, and back to this page. */
export function OrganisationForm({ organisation, elsewhere = false }: Props) {
  const [name, setName] = useState(organisation ?? lastOrganisation())
  const [waiting, setWaiting] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wanted = asName(name)
    rememberOrganisation(wanted)
    if (elsewhere) {
      window.open(signInAddress(wanted, '/console/signed-in'), '_blank', 'noopener')
      setWaiting(true)
      return
    }
    leavePlace()
    location.assign(signInAddress(wanted, location.pathname))
  }

  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span>Organisation</span>
        <input
          name="organisation"
          value={name}
          onChange={event => setName(asName(event.target.value))}
          placeholder="acme.example"
          pattern={NAME_PATTERN}
          title="Letters, digits, dots and hyphens"
          maxLength={64}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </label>
      {waiting && (
        <p role="status" className="hint">
          Sign in there, in the other tab. This one continues by itself.
        </p>
      )}
      <Button kind="primary" type="submit">
        Continue
      </Button>
    </form>
  )
}
