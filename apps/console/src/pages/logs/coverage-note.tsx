import type { Schemas } from '../../api/client.ts'

const REASONS: Readonly<Record<string, string>> = {
  cold: 'is in the archive and is not searched; an operator can restore it',
  deadline: 'could not be searched in time; narrow the search',
  unavailable: 'cannot be read at the moment',
}

interface Props {
  readonly pages: readonly Schemas['LogEventPage'][]
  /** How many events the console itself leaves out. */
  readonly hidden: number
}

/** Says what the list does not show, and why. Empty if it shows everything. */
export function CoverageNote({ pages, hidden }: Props) {
  const gaps = new Map(
    pages.flatMap(p => p.coverage.incomplete).map(gap => [`${gap.from} ${gap.to} ${gap.reason}`, gap]),
  )
  if (gaps.size === 0 && hidden === 0) return null
  return (
    <div className="note warn" role="status">
      {[...gaps.values()].slice(0, 10).map(({ from, to, reason }) => (
        <p key={`${from} ${to} ${reason}`}>
          {from === to ? from : `${from} to ${to}`} {REASONS[reason] ?? reason}.
        </p>
      ))}
      {hidden > 0 && (
        <p>
          {hidden.toLocaleString()} of the listed events are hidden here, by a field that the service cannot filter by.
          The counts above include them.
        </p>
      )}
    </div>
  )
}
