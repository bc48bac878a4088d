import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bodyOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { CoverageNote } from './coverage-note.tsx'
import { EventRows } from './event-rows.tsx'
import { withoutExcluded } from './excluded.ts'
import { queryOf, type Search } from './search-state.ts'

const PAGE = 100

interface Props {
  readonly search: Search
  readonly now: number
  readonly onOpen: (eventId: string) => void
}

/** The search results, newest first. More pages load while scrolling. */
export function EventList({ search, now, onOpen }: Props) {
  const api = useApi()
  const conditions = queryOf(search, now)
  const query = useInfiniteQuery({
    queryKey: ['logs', 'search', conditions],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...conditions, limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return bodyOf(api.GET('/api/v1/logs/search', { params: { query }, signal }))
    },
    getNextPageParam: last => last.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const pages = query.data?.pages
  const { data, error, isPending, failureCount } = { ...query, data: pages }
  const state = { data, error, isPending, failureCount, refetch: query.refetch as () => never }
  const loaded = useMemo(() => pages?.flatMap(p => p.items) ?? [], [pages])
  const items = useMemo(() => withoutExcluded(search, loaded), [loaded, search])
  return (
    <section className="results" aria-label="Events">
      <DataState
        query={state}
        rows={8}
        empty={{
          when: all => all[0]?.items.length === 0 && all[0].coverage.incomplete.length === 0,
          title: 'No event matches',
          hint: 'Try a wider time range, or remove a filter.',
        }}
      >
        {all => (
          <>
            <CoverageNote pages={all} hidden={loaded.length - items.length} />
            <EventRows
              items={items}
              onOpen={onOpen}
              more={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
            />
            <p className="hint list-end" role="status">
              {query.isFetchingNextPage
                ? 'Loading more'
                : query.hasNextPage
                  ? `${items.length.toLocaleString()} listed, more below`
                  : `${items.length.toLocaleString()} listed, that is all`}
            </p>
          </>
        )}
      </DataState>
    </section>
  )
}
