import { OPERATION_TABLE } from '@wardline/api/table'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Operation, Session, SessionState, SessionStore } from './session-store.ts'

const StoreContext = createContext<SessionStore | undefined>(undefined)

export const SessionStoreProvider = StoreContext.Provider

export function useSessionStore(): SessionStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('no session in this tree')
  return store
}

export function useSessionState(): SessionState {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.state)
}

/** The session, inside pages that only a signed-in user sees. */
export function useSession(): Session {
  const state = useSessionState()
  if (state.kind !== 'signed-in') throw new Error('nobody is signed in')
  return state.session
}

/** Whether the table of operations lets the caller do this. The console does not offer what it refuses. */
export function useMay(): (operation: Operation) => boolean {
  const { roles } = useSession()
  return operation => {
    const { roles: allowed } = OPERATION_TABLE[operation]
    return allowed === 'public' || allowed.some(role => roles.includes(role))
  }
}
