import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { EventRows } from './event-rows.tsx'
import { withoutExcluded } from './excluded.ts'
import { queryOf, type Search } from './search-state.ts'

const EVERY_MS = 2_000
const SPAN_MS = 15 * 60_000
const MOST = 1_000

interface Props {
  readonly search: Search
  readonly onOpen: (eventId: string) => void
}

/** The newest matching events, polled while the page is visible. */
export function LiveTail({ search, onOpen }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const { from: _from, to: _to, ...conditions } = queryOf(search, 0)
  const key = ['logs', 'tail', conditions]
  const [items, setItems] = useState<readonly Schemas['LogEvent'][]>([])
  const query = useQuery({
    queryKey: key,
    refetchInterval: EVERY_MS,
    queryFn: ({ signal }) => {
      const span = {
        from: new Date(api.serverNow() - SPAN_MS).toISOString(),
        to: new Date(api.serverNow() + 60_000).toISOString(),
      }
      return bodyOf(
        api.GET('/api/v1/logs/search', { params: { query: { ...conditions, ...span, limit: 200 } }, signal }),
      )
    },
  })
  useEffect(() => {
    if (!query.data) return
    const fresh = withoutExcluded(search, query.data.items)
    const known = new Set(fresh.map(e => e.event_id))
    setItems(all => [...fresh, ...all.filter(e => !known.has(e.event_id))].slice(0, MOST))
  }, [query.data, search])
  useEffect(() => () => queries.removeQueries({ queryKey: ['logs', 'tail'] }), [queries])
  return (
    <section className="results" aria-label="Live tail">
      <p className="hint">
        <span className="state good">live</span> The last 15 minutes, refreshed every 2 seconds. The newest{' '}
        {MOST.toLocaleString()} are kept here.
      </p>
      <DataState query={query} rows={8}>
        {() => <EventRows items={items} onOpen={onOpen} />}
      </DataState>
    </section>
  )
}
