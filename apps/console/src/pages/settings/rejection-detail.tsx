import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'

type Rejection = Schemas['Rejection']

/** Why a log was rejected, by code. */
export const REASONS: Readonly<Record<string, string>> = {
  cannot_open:
    'Its sealed text does not open with the keys of this platform. With the right ones it can be processed again.',
  normalize_failed: 'A parser failed on it. Once the parser is fixed, the log can be processed again.',
  mapping_refused: 'The index refused it: a field does not have the type that the mapping requires.',
  normalized_invalid: 'The event made from it does not match the schema.',
}

interface Props {
  readonly id: string
  /** Names of sources by their ids. */
  readonly sources: ReadonlyMap<string, string>
  readonly onClose: () => void
}

export function RejectionDetail({ id, sources, onClose }: Props) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['rejections', 'one', id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/logs/rejections/{rejection_id}', { params: { path: { rejection_id: id } }, signal })),
  })
  return (
    <Dialog title="Rejected log" side onClose={onClose}>
      <DataState query={query}>
        {rejection => (
          <div className="stack">
            <p>{REASONS[rejection.code] ?? 'The service gives only this code.'}</p>
            <Facts
              facts={[
                ['Reason', <code key="c">{rejection.code}</code>],
                ['State', <State key="s" value={rejection.state} />],
                ['Topic', <code key="k">{rejection.kind}</code>],
                ['Source', sources.get(rejection.log_source_id ?? '') ?? rejection.log_source_id ?? 'unknown'],
                ['Envelope', <code key="e">{rejection.envelope_id}</code>],
                ['Event', rejection.event_id ? <code key="v">{rejection.event_id}</code> : 'none was created'],
                ['Tries', rejection.attempts.toLocaleString()],
                ['Rejected', <Time key="r" at={rejection.rejected_at} />],
                ['Kept until', <Time key="x" at={rejection.expires_at} />],
                ['Decided', <Time key="d" at={rejection.resolved_at} none="not yet" />],
              ]}
            />
            {rejection.resolution_reason && (
              <p>
                Given up: <LogText text={rejection.resolution_reason} />
              </p>
            )}
            {rejection.state === 'open' && <Decision rejection={rejection} />}
          </div>
        )}
      </DataState>
    </Dialog>
  )
}

/** What the caller's role may do with it. */
function Decision({ rejection }: { readonly rejection: Rejection }) {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const toast = useToast()
  const [reason, setReason] = useState('')
  const params = { path: { rejection_id: rejection.rejection_id } }
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: ['rejections'] })
  const replay = useAction({
    mutationFn: () => bodyOf(api.POST('/api/v1/logs/rejections/{rejection_id}/replay', { params })),
    onSuccess: ({ state, code }) =>
      toast(state === 'replayed' ? 'It was processed.' : `It was rejected again: ${code}.`),
    onSettled,
  })
  const discard = useAction({
    mutationFn: () =>
      bodyOf(api.POST('/api/v1/logs/rejections/{rejection_id}/discard', { params, body: { reason: reason.trim() } })),
    onSettled,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    discard.mutate()
  }
  return (
    <>
      {may('replayRejection') &&
        (rejection.replayable ? (
          <Button kind="primary" busy={replay.isPending} onClick={() => replay.mutate()}>
            Process it again
          </Button>
        ) : (
          <p className="hint">It was too large to keep, so it cannot be processed again.</p>
        ))}
      {may('discardRejection') && (
        <form className="stack" onSubmit={submit}>
          <label className="field">
            <span>Why it is given up</span>
            <input
              value={reason}
              onChange={event => setReason(event.target.value)}
              required
              maxLength={512}
              pattern=".*\S.*"
              autoComplete="off"
              aria-describedby="discard-hint"
            />
          </label>
          <p id="discard-hint" className="hint">
            The encrypted log is removed at once. This cannot be undone.
          </p>
          <Button kind="danger" type="submit" busy={discard.isPending}>
            Give it up
          </Button>
        </form>
      )}
      {(replay.error ?? discard.error) && <ProblemNote problem={replay.error ?? discard.error} />}
    </>
  )
}
