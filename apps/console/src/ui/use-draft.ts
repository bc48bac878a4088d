import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * A text that is being typed. If its form is closed, the tab keeps it in memory until it is sent or somebody else signs
 * in. The browser asks before it closes a tab with such a text.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const queries = useQueryClient()
  const [text, setText] = useState(() => queries.getQueryData<string>(['draft', name]) ?? '')
  const change = (next: string): void => {
    setText(next)
    queries.setQueryDefaults(['draft'], { gcTime: Number.POSITIVE_INFINITY })
    queries.setQueryData(['draft', name], next)
  }
  useEffect(() => {
    if (text === '') return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [text])
  return [text, change]
}
