import type { paths } from '@wardline/api/types'

const SIGN_IN = '/api/v1/session/sign-in' satisfies keyof paths
const ORGANISATION = 'organisation'
const PLACE = 'place'
/** The names that the gateway accepts. */
export const NAME_PATTERN = '[a-z0-9]([a-z0-9.\\-]{0,62}[a-z0-9])?'

/** A typed name, normalized. */
export const asName = (typed: string): string => typed.trim().toLowerCase()

/**
 * The address that starts a sign-in with an organisation's identity provider. The browser must visit it, not fetch it.
 */
export const signInAddress = (organisation: string, returnTo: string): string =>
  `${SIGN_IN}?${new URLSearchParams({ organisation, return_to: returnTo })}`

/** The name that was last typed here. It is not secret. */
export const lastOrganisation = (): string => localStorage.getItem(ORGANISATION) ?? ''
export const rememberOrganisation = (name: string): void => localStorage.setItem(ORGANISATION, name)

/** What a link or a provider's redirect says in the address. Reading it removes it from there. */
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

/** The part after `#` is never sent to a server, so it is kept in this tab until the sign-in returns. */
export const leavePlace = (): void => {
  if (location.hash !== '') sessionStorage.setItem(PLACE, location.pathname + location.hash)
}

/** Restores the kept part, if this is the page that it belongs to. */
export function resumePlace(): void {
  const place = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  if (place?.startsWith(`${location.pathname}#`)) history.replaceState(history.state, '', place)
}
