import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { bodyOf, ifMatch, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props {
  readonly alert: Schemas['Alert']
  readonly etag: string
}

/**
 * What the caller's role may do with an alert. If somebody else has changed it meanwhile, the user is told and nothing
 * is overwritten.
 */
export function AlertActions({ alert, etag }: Props) {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const refetch = (): Promise<void> => queries.invalidateQueries({ queryKey: ['alerts'] })
  const change = useAction({
    mutationFn: (status: Schemas['AlertStatus']) =>
      bodyOf(
        api.PATCH('/api/v1/alerts/{alert_id}', {
          params: { path: { alert_id: alert.alert_id } },
          ...ifMatch(etag),
          body: { status },
        }),
      ),
    onSettled: refetch,
  })
  const open = useAction({
    mutationFn: () =>
      bodyOf(
        api.POST('/api/v1/tickets', {
          body: { title: alert.rule.title.slice(0, 256), description: '', alert_id: alert.alert_id },
        }),
      ),
    onSuccess: ticket => navigate(`/tickets/${ticket.ticket_id}`),
  })
  return (
    <div className="stack">
      <div className="actions">
        {may('updateAlert') && alert.status === 'open' && (
          <Button kind="primary" busy={change.isPending} onClick={() => change.mutate('acknowledged')}>
            Acknowledge
          </Button>
        )}
        {may('updateAlert') && alert.status !== 'closed' && (
          <Button busy={change.isPending} onClick={() => change.mutate('closed')}>
            Close
          </Button>
        )}
        {may('updateAlert') && alert.status === 'closed' && (
          <Button busy={change.isPending} onClick={() => change.mutate('open')}>
            Open again
          </Button>
        )}
        {alert.ticket_id ? (
          <Link href={`/tickets/${alert.ticket_id}`}>Its ticket</Link>
        ) : (
          may('createTicket') && (
            <Button busy={open.isPending} onClick={() => open.mutate()}>
              Open a ticket
            </Button>
          )
        )}
      </div>
      {(change.error ?? open.error) && <ProblemNote problem={change.error ?? open.error} />}
    </div>
  )
}
