import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { bodyOf, ifMatch, recordOf, type Schemas } from '../../api/client.ts'
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
import { useAction } from '../../ui/use-action.ts'
import { Comments } from './comments.tsx'

export function TicketDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['tickets', 'one', id],
    queryFn: ({ signal }) =>
      recordOf(api.GET('/api/v1/tickets/{ticket_id}', { params: { path: { ticket_id: id } }, signal })),
  })
  return (
    <Dialog title={query.data?.record.title ?? 'Ticket'} side onClose={onClose}>
      <DataState query={query}>
        {({ record, etag }) => (
          <>
            <Facts
              facts={[
                ['Status', <State key="s" value={record.status} />],
                ['Assigned to', record.assignee ? <LogText key="a" text={record.assignee} line /> : 'nobody'],
                ['Opened by', <LogText key="b" text={record.created_by} line />],
                ['Opened', <Time key="c" at={record.created_at} />],
                ['Changed', <Time key="u" at={record.updated_at} />],
                [
                  'Alert',
                  record.alert_id ? (
                    <Link key="l" href={`/alerts/${record.alert_id}`}>
                      Open its alert
                    </Link>
                  ) : (
                    'none'
                  ),
                ],
              ]}
            />
            {record.description !== '' && (
              <p>
                <LogText text={record.description} />
              </p>
            )}
            <Steps ticket={record} etag={etag} />
            <Comments ticketId={id} />
          </>
        )}
      </DataState>
    </Dialog>
  )
}

const NEXT: Readonly<Record<Schemas['TicketStatus'], readonly (readonly [Schemas['TicketStatus'], string])[]>> = {
  open: [
    ['in_progress', 'Start work'],
    ['closed', 'Close'],
  ],
  in_progress: [
    ['closed', 'Close'],
    ['open', 'Put back'],
  ],
  closed: [['open', 'Open again']],
}

function Steps({ ticket, etag }: { readonly ticket: Schemas['Ticket']; readonly etag: string }) {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const change = useAction({
    mutationFn: (status: Schemas['TicketStatus']) =>
      bodyOf(
        api.PATCH('/api/v1/tickets/{ticket_id}', {
          params: { path: { ticket_id: ticket.ticket_id } },
          ...ifMatch(etag),
          body: { status },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tickets'] }),
  })
  if (!may('updateTicket')) return null
  return (
    <div className="actions">
      {NEXT[ticket.status].map(([status, title]) => (
        <Button key={status} busy={change.isPending} onClick={() => change.mutate(status)}>
          {title}
        </Button>
      ))}
      {change.error && <ProblemNote problem={change.error} />}
    </div>
  )
}
