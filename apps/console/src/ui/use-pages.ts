import { useInfiniteQuery } from '@tanstack/react-query'

interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

/** A list of the API, page by page. `fetchPage` gets the cursor of the page, or none for the first. */
export function usePages<T>(
  key: readonly unknown[],
  fetchPage: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page<T>>,
  options: { readonly refetchInterval?: number; readonly enabled?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    getNextPageParam: last => last.next_cursor ?? undefined,
    ...options,
  })
  const { error, isPending, refetch, failureCount } = query
  const data = query.data?.pages.flatMap(page => page.items)
  return {
    state: { data, error, isPending, refetch: refetch as () => never, failureCount },
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    fetching: query.isFetchingNextPage,
  }
}
