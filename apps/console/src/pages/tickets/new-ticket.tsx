import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { bodyOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'

export function NewTicket({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const create = useMutation({
    mutationFn: (form: FormData) =>
      bodyOf(
        api.POST('/api/v1/tickets', {
          body: { title: String(form.get('title')), description: String(form.get('description')) },
        }),
      ),
    onSuccess: async ticket => {
      await queries.invalidateQueries({ queryKey: ['tickets'] })
      onClose()
      navigate(`/tickets/${ticket.ticket_id}`)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    create.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title="New ticket" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span>Title</span>
          <input name="title" required maxLength={256} autoComplete="off" />
        </label>
        <label className="field">
          <span>Description</span>
          <textarea name="description" maxLength={16_384} />
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
