import { type ReactNode, useEffect } from 'react'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page's frame: its title, which is also the window's title, and its actions. */
export function Page({ title, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Wardline`
  }, [title])
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="hint">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function Card({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {aside && <span className="hint">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

/** Names and values, one below the other. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
