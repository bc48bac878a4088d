import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { Severity, State } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { type TreeRow, treeRows } from './event-tree.ts'
import { filterOf } from './field-filters.ts'
import { type Search, withFilter } from './search-state.ts'

const STEP = 300

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
  const [most, setMost] = useState(STEP)
  const rows = treeRows(event as unknown as Record<string, unknown>, most)
  return (
    <div className="stack">
      <p className="event-headline">
        <LogText text={event.summary} />
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
      <ul className="tree" aria-label="Fields">
        {rows.map(row => (
          <FieldRow key={row.path} row={row} search={search} onChange={onChange} />
        ))}
      </ul>
      {rows.length >= most && <Button onClick={() => setMost(n => n + 10 * STEP)}>Show more fields</Button>}
    </div>
  )
}

function FieldRow({ row, search, onChange }: { readonly row: TreeRow } & Omit<Props, 'id' | 'onClose'>) {
  const { redacted } = useSession()
  const toast = useToast()
  const { path, name, depth, value } = row
  const filter = filterOf(path, redacted)
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast(`Copied ${path}.`)
  }
  return (
    <li className={`tree-row depth-${Math.min(depth, 8)}`}>
      <span className="tree-name" title={path}>
        <bdi>{name}</bdi>
      </span>
      {value !== undefined && (
        <>
          <span className="tree-value">
            <LogText text={value} />
          </span>
          <span className="tree-actions">
            {filter && (
              <Button
                kind="quiet"
                className="icon-only"
                aria-label={`Only events with this ${path}`}
                title="Only events with this"
                onClick={() => onChange({ ...withFilter(search, filter, value), event: undefined })}
              >
                <Icon name="filter" />
              </Button>
            )}
            <Button
              kind="quiet"
              className="icon-only"
              aria-label={`Hide events with this ${path}`}
              title="Hide events with this"
              onClick={() =>
                onChange({ ...search, event: undefined, excluded: [...search.excluded, { field: path, value }] })
              }
            >
              <Icon name="minus" />
            </Button>
            <Button
              kind="quiet"
              className="icon-only"
              aria-label={`Copy ${path}`}
              title="Copy"
              onClick={() => void copy(value)}
            >
              <Icon name="copy" />
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
