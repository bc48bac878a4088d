import type { OperationId } from '@wardline/api/table'
import { type Api, bodyOf, createApi, type Schemas } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { type Arrival, readArrival, resumePlace } from './organisation.ts'
import { createSessionNews } from './session-news.ts'

export type Session = Schemas['Session']
export type Operation = OperationId

/** `expired`: the session has ended, and the page waits for the user to sign in again. */
export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable'; readonly problem: ApiProblem }
  | { readonly kind: 'signed-out'; readonly endSessionUrl?: string | undefined }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly expired: boolean }

export interface SessionStore {
  readonly api: Api
  /** What the address contained when the page was opened. */
  readonly arrival: Arrival
  readonly state: () => SessionState
  /** What the gateway runs: `<version> <commit>`. */
  readonly release: () => string | undefined
  subscribe(listener: () => void): () => void
  /** Asks the gateway who is signed in. */
  refresh(): Promise<void>
  /** Sends the token once and keeps it nowhere. @throws ApiProblem if the token is refused. */
  signIn(token: string): Promise<void>
  signOut(): Promise<void>
}

/**
 * Who is signed in. The session itself is a cookie that scripts cannot read. Only its CSRF token is kept here, in
 * memory.
 */
export function createSessionStore(): SessionStore {
  let state: SessionState = { kind: 'loading' }
  let release: string | undefined
  const listeners = new Set<() => void>()
  const set = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const arrival = readArrival()
  const news = createSessionNews(told => {
    // Signing out in one tab signs out all of them: nothing of the tenant stays on a screen.
    if (told === 'signed-out' && state.kind === 'signed-in') set({ kind: 'signed-out' })
    else void refresh()
  })
  const api = createApi({
    csrfToken: () => (state.kind === 'signed-in' ? state.session.csrf_token : null),
    onRefused(code) {
      if (code === 'csrf_token_invalid') void refresh()
      else if (state.kind === 'signed-in') set({ ...state, expired: true })
      else if (state.kind !== 'signed-out') set({ kind: 'signed-out' })
    },
  })

  async function sessionOf(
    answering: Promise<{ readonly data?: Session | undefined; readonly response: Response }>,
  ): Promise<Session> {
    const session = await bodyOf(answering)
    release = (await answering).response.headers.get('Wardline-Release') ?? undefined
    return session
  }

  async function refresh(): Promise<void> {
    try {
      const session = await sessionOf(api.GET('/api/v1/session'))
      // Not only when the page was opened: the gateway may not have answered then.
      const isNew = state.kind !== 'signed-in'
      if (isNew) resumePlace()
      set({ kind: 'signed-in', session, expired: false })
      // Another tab may be waiting for this sign-in.
      if (isNew) news.tell('signed-in')
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (problem.status === 401) return
      if (state.kind !== 'signed-in') set({ kind: 'unreachable', problem })
    }
  }

  return {
    api,
    arrival,
    state: () => state,
    release: () => release,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    async signIn(token) {
      const headers = { Authorization: `Bearer ${token}` }
      set({ kind: 'signed-in', session: await sessionOf(api.POST('/api/v1/session', { headers })), expired: false })
      news.tell('signed-in')
    },
    async signOut() {
      const ended = await bodyOf(api.DELETE('/api/v1/session')).catch(() => undefined)
      set({ kind: 'signed-out', endSessionUrl: ended?.end_session_url })
      news.tell('signed-out')
    },
  }
}
