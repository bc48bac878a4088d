import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { enrolCommand, PLATFORMS, type Platform } from './enrol-command.ts'

/**
 * Creates a one-time token, and shows the command to run on the machine. The console forgets the token when this
 * closes.
 */
export function Enrolment({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const create = useAction({
    gcTime: 0,
    mutationFn: (form: FormData) =>
      bodyOf(
        api.POST('/api/v1/enrollment-tokens', {
          body: {
            agent_class: String(form.get('class')) as Schemas['AgentClass'],
            expires_in_seconds: Number(form.get('hours')) * 3_600,
            ...(form.get('label') ? { label: String(form.get('label')) } : {}),
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    create.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title="Enrol a machine" onClose={onClose}>
      {create.data ? (
        <Command token={create.data} />
      ) : (
        <form className="stack" onSubmit={submit}>
          <label className="field">
            <span>Purpose</span>
            <input name="label" maxLength={200} autoComplete="off" placeholder="Mac lab, second floor" />
          </label>
          <label className="field">
            <span>Class</span>
            <select name="class">
              <option value="endpoint">endpoint: reports on the machine it runs on</option>
              <option value="collector">collector: ships logs of other machines</option>
            </select>
          </label>
          <label className="field">
            <span>Valid for</span>
            <select name="hours" defaultValue="24">
              <option value="1">1 hour</option>
              <option value="24">1 day</option>
              <option value="168">7 days</option>
            </select>
          </label>
          {create.error && <ProblemNote problem={create.error} />}
          <Button kind="primary" type="submit" busy={create.isPending}>
            Make a token
          </Button>
        </form>
      )}
    </Dialog>
  )
}

function Command({ token }: { readonly token: Schemas['EnrollmentTokenCreated'] }) {
  const toast = useToast()
  const [platform, setPlatform] = useState<Platform>('linux')
  const secret = token.token ?? ''
  const command = enrolCommand(platform, token.agent_class, window.location)
  const copy = async (text: string, what: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast(`Copied ${what}.`)
  }
  return (
    <div className="stack">
      <p>
        One machine can enrol with this token, until <Time at={token.expires_at} />. It is shown only now.
      </p>
      <pre className="code-block">{secret}</pre>
      <Button onClick={() => void copy(secret, 'the token')}>
        <Icon name="copy" /> Copy the token
      </Button>
      <p>On the machine, run this and paste the token when it asks:</p>
      <Tabs
        label="System"
        value={platform}
        onChange={id => setPlatform(id as Platform)}
        tabs={PLATFORMS.map(([id, title]) => ({
          id,
          title,
          content: () => <pre className="code-block">{command}</pre>,
        }))}
      />
      <Button kind="primary" onClick={() => void copy(command, 'the command')}>
        <Icon name="copy" /> Copy the command
      </Button>
    </div>
  )
}
