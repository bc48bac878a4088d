import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { PAGES } from './navigation.tsx'

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `/` goes to the search, `g` and a digit to a page. */
export function useShortcuts(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    let afterG = false
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
      const page = afterG ? PAGES[Number(event.key) - 1] : undefined
      afterG = event.key === 'g'
      if (page) navigate(page.path)
      else if (event.key === '/') {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>('input[type=search]')
        if (search) search.focus()
        else navigate('/logs')
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
}
