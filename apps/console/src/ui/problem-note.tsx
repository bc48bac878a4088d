import { ApiProblem } from '../api/problem.ts'
import { Button } from './button.tsx'

interface Props {
  readonly problem: unknown
  readonly title?: string | undefined
  readonly onRetry?: (() => void) | undefined
}

/** A failed request in words: what failed, the service's reason, and the request id to find it in the logs. */
export function ProblemNote({ problem, title, onRetry }: Props) {
  const known = problem instanceof ApiProblem ? problem : undefined
  return (
    <div className="note bad" role="alert">
      <strong>{title ?? titleOf(known)}</strong>
      <p>{known?.message ?? 'The console itself has failed.'}</p>
      {known?.faults.slice(0, 5).map(fault => (
        <p key={`${fault.pointer}${fault.message}`} className="mono small">
          {fault.pointer}
          {fault.line === undefined ? '' : `, line ${fault.line}`}: {fault.message}
        </p>
      ))}
      {known?.requestId && <p className="small faint">Request {known.requestId}</p>}
      {known?.retryAfter !== undefined && <p className="small">Try again in {known.retryAfter} seconds.</p>}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}

function titleOf(problem: ApiProblem | undefined): string {
  if (!problem) return 'Something went wrong'
  if (problem.status === 0) return 'No response'
  if (problem.status === 403) return 'Not for your role'
  if (problem.status === 404) return 'Not found'
  if (problem.status === 409 || problem.status === 412) return 'It has changed in the meantime'
  if (problem.status === 429) return 'Too many requests'
  if (problem.status >= 500) return 'The service is not available'
  return 'This was refused'
}
