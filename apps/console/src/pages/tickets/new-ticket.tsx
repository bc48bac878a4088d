import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { bodyOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useSameRequest } from '../../ui/use-same-request.ts'

export function NewTicket({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const same = useSameRequest()
  const [title, setTitle] = useDraft('ticket title')
  const [description, setDescription] = useDraft('ticket description')
  const create = useAction({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/v1/tickets', {
          params: { header: same.keyOf({ title, description }) },
          body: { title, description },
        }),
      ),
    onSuccess: async ticket => {
      same.done()
      setTitle('')
      setDescription('')
      await queries.invalidateQueries({ queryKey: ['tickets'] })
      onClose()
      navigate(`/tickets/${ticket.ticket_id}`)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog title="New ticket" onClose={onClose} closes="keys">
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span>Title</span>
          <input
            required
            maxLength={256}
            autoComplete="off"
            value={title}
            onChange={event => setTitle(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Description</span>
          <textarea maxLength={16_384} value={description} onChange={event => setDescription(event.target.value)} />
        </label>
        <p className="hint">Auditors read titles and descriptions through the redaction policy.</p>
        {create.error && <ProblemNote problem={create.error} />}
        <Button kind="primary" type="submit" busy={create.isPending}>
          Create
        </Button>
      </form>
    </Dialog>
  )
}
