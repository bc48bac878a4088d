import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

/** The certificate of a machine's agent, and its revocation. */
export function AgentIdentity({ agentId }: { readonly agentId: string }) {
  const api = useApi()
  const may = useMay()
  const [revoking, setRevoking] = useState(false)
  const query = useQuery({
    queryKey: ['agents', agentId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/agents/{agent_id}', { params: { path: { agent_id: agentId } }, signal })),
  })
  return (
    <section className="stack" aria-label="Identity">
      <h3>Identity and certificate</h3>
      <DataState query={query}>
        {agent => (
          <>
            {agent.clone_suspected && (
              <p className="note bad">
                Two machines seem to use this identity. Revoke it and enrol the right one again.
              </p>
            )}
            <Facts
              facts={[
                ['State', <State key="s" value={agent.state} />],
                ['Agent', agent.agent_version ?? 'unknown'],
                ['Enrolled', <Time key="e" at={agent.enrolled_at} />],
                ['Certificate until', <Time key="n" at={agent.not_after} />],
                ['Serial number', <code key="c">{agent.serial_number ?? 'none'}</code>],
                ['Agent id', <code key="i">{agent.agent_id}</code>],
              ]}
            />
            {may('revokeAgent') && agent.state !== 'revoked' && (
              <Button kind="danger" onClick={() => setRevoking(true)}>
                Revoke this identity
              </Button>
            )}
          </>
        )}
      </DataState>
      {revoking && <Revocation agentId={agentId} onClose={() => setRevoking(false)} />}
    </section>
  )
}

function Revocation({ agentId, onClose }: { readonly agentId: string; readonly onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const revoke = useAction({
    mutationFn: (reason: string) =>
      bodyOf(
        api.POST('/api/v1/agents/{agent_id}/revoke', { params: { path: { agent_id: agentId } }, body: { reason } }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['agents', agentId] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    revoke.mutate(String(new FormData(event.currentTarget).get('reason')))
  }
  return (
    <Dialog title="Revoke this identity?" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>
          Within five seconds its certificates are refused everywhere and the agent stops. This cannot be undone: the
          machine must enrol again.
        </p>
        <label className="field">
          <span>Reason, for your team</span>
          <input name="reason" required maxLength={500} autoComplete="off" />
        </label>
        {revoke.error && <ProblemNote problem={revoke.error} />}
        <div className="actions">
          <Button kind="danger" type="submit" busy={revoke.isPending}>
            Revoke
          </Button>
          <Button onClick={onClose}>Keep it</Button>
        </div>
      </form>
    </Dialog>
  )
}
