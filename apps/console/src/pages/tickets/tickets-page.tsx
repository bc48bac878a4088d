import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { State } from '../../ui/marks.tsx'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { NewTicket } from './new-ticket.tsx'
import { TicketDetail } from './ticket-detail.tsx'

const STATUSES = ['open', 'in_progress', 'closed'] as const

export function TicketsPage({ id }: { readonly id?: string | undefined }) {
  const api = useApi()
  const may = useMay()
  const [, navigate] = useLocation()
  const [status, setStatus] = useState<Schemas['TicketStatus'] | ''>('')
  const [making, setMaking] = useState(false)
  const list = usePages(['tickets', status], (cursor, signal) =>
    bodyOf(
      api.GET('/api/v1/tickets', { params: { query: { ...(status ? { status: [status] } : {}), ...cursor } }, signal }),
    ),
  )
  return (
    <Page
      title="Tickets"
      actions={
        may('createTicket') && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            New ticket
          </Button>
        )
      }
    >
      <div className="toolbar">
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={setStatus} />
      </div>
      <section className="card" aria-label="Tickets">
        <DataState
          query={list.state}
          empty={{
            when: items => items.length === 0,
            title: 'No ticket',
            hint: 'Severe alerts open one automatically.',
          }}
        >
          {items => (
            <ul className="rows">
              {items.map(ticket => (
                <li key={ticket.ticket_id}>
                  <Link href={`/tickets/${ticket.ticket_id}`} className="row-link">
                    <State value={ticket.status} />
                    <span className="grow clip">
                      <LogText text={ticket.title} line />
                    </span>
                    <span className="hint">{ticket.assignee ? <LogText text={ticket.assignee} line /> : 'nobody'}</span>
                    <Time at={ticket.updated_at} relative />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </DataState>
        <More more={list.more} fetching={list.fetching} />
      </section>
      {making && <NewTicket onClose={() => setMaking(false)} />}
      {id && <TicketDetail id={id} onClose={() => navigate('/tickets')} />}
    </Page>
  )
}
