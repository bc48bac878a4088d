import { useCallback, useEffect, useState } from 'react'
import { fragmentOf, type Search, searchOf } from './search-state.ts'

/**
 * The whole search, with its personal parts, in the current entry of the tab's history. The back button restores it;
 * closing the tab drops it.
 */
interface Kept {
  readonly wardlineSearch?: string
}

function current(): Search {
  const kept = (history.state as Kept | null)?.wardlineSearch
  return searchOf(kept ?? window.location.hash)
}

function put(search: Search, replace: boolean): void {
  const state: Kept = { wardlineSearch: fragmentOf(search, true) }
  const address = `${window.location.pathname}#${fragmentOf(search, false)}`
  if (replace) history.replaceState(state, '', address)
  else history.pushState(state, '', address)
}

/**
 * The search in the address and the tab's history. Personal filters from a link are taken over and removed from the
 * address bar at once. `change` with `replace` adds no step to the history.
 */
export function useSearchState(): readonly [Search, (next: Search, replace?: boolean) => void] {
  const [search, setSearch] = useState(current)
  useEffect(() => {
    put(current(), true)
    const onMove = (): void => setSearch(current())
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [])
  const change = useCallback((next: Search, replace = false) => {
    put(next, replace)
    setSearch(next)
  }, [])
  return [search, change]
}

/** A link to the same search. It reveals what was searched for, so it is made only on request. */
export const linkTo = (search: Search): string =>
  `${window.location.origin}${window.location.pathname}#${fragmentOf(search, true)}`
