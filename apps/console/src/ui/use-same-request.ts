import { useRef } from 'react'

/**
 * A header that makes a request that is sent again one with the first: its answer may have been lost on the way, and not the request. The same
 * key for the same body, until it is told that it is done.
 */
export function useSameRequest() {
  const last = useRef<{ readonly text: string; readonly key: string }>(undefined)
  return {
    keyOf(body: unknown): { readonly 'Idempotency-Key': string } {
      const text = JSON.stringify(body)
      if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
      return { 'Idempotency-Key': last.current.key }
    },
    done(): void {
      last.current = undefined
    },
  }
}
