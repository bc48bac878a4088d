import { useDeferredValue, useMemo, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { MAX_LINES, type TreeRow, treeRows } from './event-tree.ts'
import { filterOf } from './field-filters.ts'
import { MAX_VALUE, type Search, withExcluded, withFilter } from './search-state.ts'

/** Lines shown at first, and added at a time. They are limited because each line has buttons. */
const STEP = 300

interface Props {
  readonly event: Schemas['LogEvent']
  readonly search: Search
  readonly onChange: (search: Search) => void
}

/** Every field of an event, or those whose name or value contains the search words. */
export function EventFields({ event, search, onChange }: Props) {
  const [wanted, setWanted] = useState('')
  const [most, setMost] = useState(STEP)
  const all = useMemo(() => treeRows(event as unknown as Record<string, unknown>, MAX_LINES), [event])
  const words = useDeferredValue(wanted.trim().toLowerCase())
  const found = useMemo(() => (words === '' ? all : all.filter(row => holds(row, words))), [all, words])
  const left = found.length - most
  return (
    <>
      <label className="field">
        <span>Find a field</span>
        <input
          type="search"
          value={wanted}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          onChange={change => setWanted(change.target.value)}
        />
      </label>
      <p className="hint" role="status">
        {words === ''
          ? `${all.length.toLocaleString()} lines`
          : `${found.length.toLocaleString()} of ${all.length.toLocaleString()} lines`}
        {all.length >= MAX_LINES && '; more exist but are not shown'}
      </p>
      <ul className="tree" aria-label="Fields">
        {found.slice(0, most).map(row => (
          <FieldRow key={row.path} row={row} search={search} onChange={onChange} />
        ))}
      </ul>
      {left > 0 && (
        <Button onClick={() => setMost(n => n + STEP)}>Show more fields ({left.toLocaleString()} left)</Button>
      )}
    </>
  )
}

const holds = ({ path, value }: TreeRow, words: string): boolean =>
  path.toLowerCase().includes(words) ||
  (value !== undefined && value.length < 4_096 && value.toLowerCase().includes(words))

function FieldRow({ row, search, onChange }: { readonly row: TreeRow } & Omit<Props, 'event'>) {
  const { redacted } = useSession()
  const toast = useToast()
  const { path, name, depth, value } = row
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    toast(`Copied ${path}.`)
  }
  /** Longer values are only shown: they do not fit into a search or the tab's history. */
  const short = value !== undefined && value.length <= MAX_VALUE
  const filter = short ? filterOf(path, redacted) : undefined
  return (
    <li className={`tree-row depth-${Math.min(depth, 8)}`}>
      <span className="tree-name" title={path}>
        <bdi>{name}</bdi>
      </span>
      {value !== undefined && (
        <>
          <span className="tree-value">
            <LogText text={value} />
          </span>
          <span className="tree-actions">
            {filter && (
              <Button
                kind="quiet"
                className="icon-only"
                aria-label={`Only events with this ${path}`}
                title="Only events with this"
                onClick={() => onChange({ ...withFilter(search, filter, value), event: undefined })}
              >
                <Icon name="filter" />
              </Button>
            )}
            {short && (
              <Button
                kind="quiet"
                className="icon-only"
                aria-label={`Hide events with this ${path}`}
                title="Hide events with this"
                onClick={() => onChange({ ...withExcluded(search, filter ?? path, value), event: undefined })}
              >
                <Icon name="minus" />
              </Button>
            )}
            <Button
              kind="quiet"
              className="icon-only"
              aria-label={`Copy ${path}`}
              title="Copy"
              onClick={() => void copy(value)}
            >
              <Icon name="copy" />
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
