import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

interface Toast {
  readonly id: number
  readonly text: string
}

const SHOWN_MS = 6_000
const MOST = 4
const ToastContext = createContext<(text: string) => void>(() => undefined)

/** Shows a short message, also to screen readers. */
export const useToast = (): ((text: string) => void) => useContext(ToastContext)

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const say = useCallback((text: string) => {
    const toast = { id: performance.now(), text }
    setToasts(all => [...all.slice(1 - MOST), toast])
    setTimeout(() => setToasts(all => all.filter(t => t !== toast)), SHOWN_MS)
  }, [])
  return (
    <ToastContext value={say}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(toast => (
          <div key={toast.id} className="toast">
            {toast.text}
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
