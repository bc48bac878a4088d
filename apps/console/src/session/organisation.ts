import type { paths } from '@wardline/api/types'

const SIGN_IN = '/api/v1/session/sign-in' satisfies keyof paths
const ORGANISATION = 'organisation'
const PLACE = 'place'
/** What the gateway takes for a name. */
export const NAME_PATTERN = '[a-z0-9]([a-z0-9.\\-]{0,62}[a-z0-9])?'

/** People write names as they like. */
export const asName = (typed: string): string => typed.trim().toLowerCase()

/** Where a browser goes to sign in by an organisation's identity provider. It is an address to visit and not to fetch. */
export const signInAddress = (organisation: string, returnTo: string): string =>
  `${SIGN_IN}?${new URLSearchParams({ organisation, return_to: returnTo })}`

/** The name that was typed here last; it is no secret. */
export const lastOrganisation = (): string => localStorage.getItem(ORGANISATION) ?? ''
export const rememberOrganisation = (name: string): void => localStorage.setItem(ORGANISATION, name)

/** What a link or the way back from a provider says in the address, which is cleared of it. */
export interface Arrival {
  /** A name that a link fills in. */
  readonly organisation: string | undefined
  /** Why nobody was signed in. */
  readonly problem: string | undefined
}

export function readArrival(): Arrival {
  const url = new URL(location.href)
  const organisation = url.searchParams.get('organisation') ?? undefined
  const problem = url.searchParams.get('sign_in_problem') ?? undefined
  if (organisation === undefined && problem === undefined) return { organisation, problem }
  url.searchParams.delete('organisation')
  url.searchParams.delete('sign_in_problem')
  history.replaceState(history.state, '', url)
  return { organisation: organisation?.slice(0, 64), problem }
}

/** What stands after `#` never goes to a server, so it waits here for the way back, in this tab only. */
export const leavePlace = (): void => {
  if (location.hash !== '') sessionStorage.setItem(PLACE, location.pathname + location.hash)
}

/** Takes up the place that was left, if this is the page that it is of. */
export function resumePlace(): void {
  const place = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  if (place?.startsWith(`${location.pathname}#`)) history.replaceState(history.state, '', place)
}
