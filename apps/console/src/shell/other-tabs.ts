import { useEffect } from 'react'
import type { SessionStore } from '../session/session-store.ts'

const CHANNEL = 'wardline-session'
type News = 'signed-in' | 'signed-out'

/** Who signs out in one tab is out of all of them at once, and who signs in is in. Only that it happened is said; nothing of the session. */
export function useOtherTabs(store: SessionStore): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    let before = store.state().kind
    const leave = store.subscribe(() => {
      const { kind } = store.state()
      if (kind !== before && before !== 'loading' && (kind === 'signed-in' || kind === 'signed-out')) {
        channel.postMessage(kind satisfies News)
      }
      before = kind
    })
    channel.onmessage = ({ data }: MessageEvent<News>): void => {
      const { kind } = store.state()
      if (data === 'signed-out' && kind === 'signed-in') void store.signOut()
      if (data === 'signed-in' && kind === 'signed-out') void store.refresh()
    }
    return () => {
      leave()
      channel.close()
    }
  }, [store])
}
