import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { ProblemNote } from './problem-note.tsx'

interface Props<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch' | 'failureCount'>
  /** What to say if there is nothing, and when that is the case. */
  readonly empty?: { readonly when: (data: T) => boolean; readonly title: string; readonly hint?: ReactNode }
  readonly rows?: number
  children(data: T): ReactNode
}

/** What every page shows until it has data: loading, empty, failed or not allowed. */
export function DataState<T>({ query, empty, rows = 4, children }: Props<T>) {
  const { data, error, isPending, failureCount } = query
  if (data !== undefined) {
    if (empty?.when(data)) return <Empty title={empty.title} hint={empty.hint} />
    return (
      <>
        {error && (
          <ProblemNote problem={error} title="The data shown may be out of date" onRetry={() => void query.refetch()} />
        )}
        {children(data)}
      </>
    )
  }
  if (error instanceof ApiProblem && error.status === 403) return <NoPermission />
  if (!isPending || error) return <ProblemNote problem={error} onRetry={() => void query.refetch()} />
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{failureCount > 0 ? 'No response yet, trying again' : 'Loading'}</span>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} />
      ))}
      {failureCount > 0 && <p className="hint">No response yet. Trying again.</p>}
    </div>
  )
}

export function Empty({ title, hint }: { readonly title: string; readonly hint?: ReactNode }) {
  return (
    <div className="empty">
      <p>{title}</p>
      {hint && <p className="hint">{hint}</p>}
    </div>
  )
}

export function NoPermission() {
  return <Empty title="Not for your role" hint="Ask an admin of your tenant if you need to see this." />
}
