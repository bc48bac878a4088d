import { useQuery } from '@tanstack/react-query'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { eventText } from '../../format/event-text.ts'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { Severity, State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { EventFields } from './event-fields.tsx'
import type { Search } from './search-state.ts'

interface Props {
  readonly id: string
  readonly search: Search
  readonly onChange: (search: Search) => void
  readonly onClose: () => void
}

export function EventDetail({ id, search, onChange, onClose }: Props) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['logs', 'event', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/logs/{event_id}', { params: { path: { event_id: id } }, signal })),
  })
  return (
    <Dialog title="Event" side onClose={onClose}>
      <DataState query={query}>{event => <Detail event={event} search={search} onChange={onChange} />}</DataState>
    </Dialog>
  )
}

function Detail({ event, search, onChange }: { readonly event: Schemas['LogEvent'] } & Omit<Props, 'id' | 'onClose'>) {
  return (
    <div className="stack">
      <p className="event-headline">
        <LogText text={eventText(event)} />
      </p>
      <Facts
        facts={[
          ['Time', <Time key="t" at={event.event_time} milliseconds />],
          ['Severity', <Severity key="s" value={event.severity} />],
          ['Type', event.event_type.replaceAll('_', ' ')],
          ['Outcome', event.outcome ? <State key="o" value={event.outcome} /> : 'unknown'],
          ['Tier', event.tier],
          ['Time is', (event.time_quality ?? 'exact').replaceAll('_', ' ')],
        ]}
      />
      <EventFields event={event} search={search} onChange={onChange} />
    </div>
  )
}
