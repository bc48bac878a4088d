import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Router } from 'wouter'
import { ApiProvider } from './api/context.tsx'
import { laterTry, retryDelay, worthRetrying } from './api/problem.ts'
import { SessionStoreProvider } from './session/session-context.tsx'
import type { SessionStore } from './session/session-store.ts'
import { SessionGate } from './shell/session-gate.tsx'
import { ToastProvider } from './ui/toasts.tsx'

const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        ...{ retry: worthRetrying, retryDelay, staleTime: 5_000, gcTime: 120_000 },
        refetchInterval: ({ state }) => (state.status === 'error' ? laterTry(state.error) : false),
      },
      mutations: { retry: false },
    },
  })

/** The console. The tenant's data is kept in memory only, and is dropped when somebody else signs in. */
export function App({ store }: { readonly store: SessionStore }) {
  const [queries] = useState(createQueries)
  useEffect(() => {
    void store.refresh()
  }, [store])
  return (
    <CSPProvider disableStyleElements>
      <SessionStoreProvider value={store}>
        <ApiProvider value={store.api}>
          <QueryClientProvider client={queries}>
            <Router base="/console">
              <ToastProvider>
                <SessionGate />
              </ToastProvider>
            </Router>
          </QueryClientProvider>
        </ApiProvider>
      </SessionStoreProvider>
    </CSPProvider>
  )
}
