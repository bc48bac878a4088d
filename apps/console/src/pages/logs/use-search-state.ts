import { useCallback, useEffect, useState } from 'react'
import { fragmentOf, type Search, searchOf } from './search-state.ts'

/** The whole search, personal parts included, in this entry of the tab's history: gone with the tab, and back with the back button. */
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
 * The search that the address and the tab's history stand for. A link that holds personal filters is taken over, and they leave the address
 * bar at once. `change` with `replace` makes no step to go back to.
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

/** A link that finds the same: its holder sees what was searched for, so it is made only when asked for. */
export const linkTo = (search: Search): string =>
  `${window.location.origin}${window.location.pathname}#${fragmentOf(search, true)}`
