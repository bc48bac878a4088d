import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props<T> {
  readonly title: string
  readonly action: string
  readonly danger?: boolean
  readonly children: ReactNode
  /** The query to fetch again after success. */
  readonly invalidates: string
  readonly send: (form: FormData) => Promise<T>
  /** Shown instead of the form after success, for secrets that are shown only once. Without it the dialog closes. */
  readonly done?: (answer: T) => ReactNode
  readonly onClose: () => void
}

/** A form that creates or changes one record. After a refusal, the input stays. */
export function FormDialog<T>({ title, action, danger = false, children, invalidates, send, done, onClose }: Props<T>) {
  const queries = useQueryClient()
  const mutation = useAction({
    gcTime: 0,
    mutationFn: send,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [invalidates] })
      if (!done) onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    mutation.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose} closes="keys">
      {mutation.isSuccess && done ? (
        done(mutation.data)
      ) : (
        <form className="stack" onSubmit={submit}>
          {children}
          {mutation.error && <ProblemNote problem={mutation.error} />}
          <Button kind={danger ? 'danger' : 'primary'} type="submit" busy={mutation.isPending}>
            {action}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

/** A secret that is shown once. */
export function ShownOnce({ name, secret }: { readonly name: string; readonly secret: string | undefined }) {
  if (secret === undefined) return <p>{name} was shown before and is not told again. Make a new one.</p>
  return (
    <div className="stack">
      <p>{name}. It is shown only once: store it now.</p>
      <pre className="code-block">{secret}</pre>
      <Button onClick={() => void navigator.clipboard.writeText(secret)}>Copy it</Button>
    </div>
  )
}
