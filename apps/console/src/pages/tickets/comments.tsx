import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { More } from '../../ui/more.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { usePages } from '../../ui/use-pages.ts'
import { useSameRequest } from '../../ui/use-same-request.ts'

type Visibility = Schemas['CommentVisibility']

const WHO: Readonly<Record<Visibility, string>> = { internal: 'Only your team', auditor: 'Auditors see this' }

export function Comments({ ticketId }: { readonly ticketId: string }) {
  const api = useApi()
  const may = useMay()
  const path = { ticket_id: ticketId }
  const list = usePages(['tickets', 'comments', ticketId], (query, signal) =>
    bodyOf(api.GET('/api/v1/tickets/{ticket_id}/comments', { params: { path, query }, signal })),
  )
  return (
    <section className="stack" aria-label="Comments">
      <h3>Comments</h3>
      <DataState query={list.state} empty={{ when: items => items.length === 0, title: 'No comment yet' }}>
        {items => (
          <ul className="stack">
            {items.map(comment => (
              <li key={comment.comment_id} className={`comment ${comment.visibility}`}>
                <div className="comment-head">
                  <span className={`visibility ${comment.visibility}`}>{WHO[comment.visibility]}</span>
                  <LogText text={comment.author} line />
                  <Time at={comment.created_at} relative />
                </div>
                <LogText text={comment.body} />
              </li>
            ))}
          </ul>
        )}
      </DataState>
      <More more={list.more} fetching={list.fetching} />
      {may('createTicketComment') && <NewComment ticketId={ticketId} />}
    </section>
  )
}

/** The form shows who will read the comment beside the text and on the button. */
function NewComment({ ticketId }: { readonly ticketId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const same = useSameRequest()
  const [body, setBody] = useDraft(`comment ${ticketId}`)
  const [visibility, setVisibility] = useState<Visibility>('internal')
  const create = useAction({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/v1/tickets/{ticket_id}/comments', {
          params: { path: { ticket_id: ticketId }, header: same.keyOf({ body, visibility }) },
          body: { body, visibility },
        }),
      ),
    onSuccess: async () => {
      same.done()
      setBody('')
      setVisibility('internal')
      await queries.invalidateQueries({ queryKey: ['tickets', 'comments', ticketId] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <label className="field">
        <span>New comment</span>
        <textarea required maxLength={16_384} value={body} onChange={event => setBody(event.target.value)} />
      </label>
      <fieldset>
        <legend>Who sees it</legend>
        {(['internal', 'auditor'] as const).map(v => (
          <label key={v} className="choice">
            <input type="radio" name="visibility" checked={visibility === v} onChange={() => setVisibility(v)} />
            <span>
              {WHO[v]}
              <span className="hint">
                {v === 'auditor'
                  ? ' as well, through the redaction policy. This cannot be undone.'
                  : '; auditors do not even see that it exists.'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {create.error && <ProblemNote problem={create.error} />}
      <Button kind="primary" type="submit" busy={create.isPending}>
        {visibility === 'auditor' ? 'Comment for auditors as well' : 'Comment for your team'}
      </Button>
    </form>
  )
}
