import { useRef } from 'react'

/**
 * A header that makes a repeated request count as the first one: perhaps only the response was lost. The key stays the
 * same for the same body until the caller says that the request is done.
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
