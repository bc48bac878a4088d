import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useApi } from '../api/context.tsx'
import { useMay } from '../session/session-context.tsx'
import { followAlerts, type StreamState } from './follow-alerts.ts'

type Alert = Schemas['Alert']

interface Live {
  /** Newest first, since the console was opened. */
  readonly arrived: readonly Alert[]
  readonly unseen: number
  readonly state: StreamState
  readonly seen: () => void
}

const MOST_KEPT = 200
const LiveContext = createContext<Live>({ arrived: [], unseen: 0, state: 'connecting', seen: () => undefined })

export const useLiveAlerts = (): Live => useContext(LiveContext)

/**
 * Keeps this tab's only alert stream, for every page. A hidden tab closes it and catches up when it is visible again.
 */
export function LiveAlerts({ children }: { readonly children: ReactNode }) {
  const api = useApi()
  const queries = useQueryClient()
  const [arrived, setArrived] = useState<readonly Alert[]>([])
  const [unseen, setUnseen] = useState(0)
  const [state, setState] = useState<StreamState>('connecting')
  const seen = useCallback(() => setUnseen(0), [])
  const allowed = useMay()('streamAlerts')

  useEffect(() => {
    if (!allowed) return undefined
    return followAlerts(api, {
      onState: setState,
      onAlert(alert) {
        setArrived(all => [alert, ...all.filter(a => a.alert_id !== alert.alert_id)].slice(0, MOST_KEPT))
        setUnseen(n => n + 1)
        void queries.invalidateQueries({ queryKey: ['alerts'] })
      },
      onReset: () => void queries.invalidateQueries({ queryKey: ['alerts'] }),
    })
  }, [api, queries, allowed])
  const live = useMemo(() => ({ arrived, unseen, state, seen }), [arrived, unseen, state, seen])
  return <LiveContext value={live}>{children}</LiveContext>
}
