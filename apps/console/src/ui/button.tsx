import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly busy?: boolean
}

/** A button that shows when it is busy, and cannot be pressed again meanwhile. */
export function Button({ kind = 'plain', busy = false, children, type = 'button', disabled, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${kind} ${rest.className ?? ''}`}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      {children}
    </button>
  )
}
