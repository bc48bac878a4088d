import { type FormEvent, useEffect, useState } from 'react'
import { localText, spanText } from '../../format/times.ts'
import { useSession } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { SEVERITIES } from '../../ui/marks.tsx'
import { type Filter, type Search, withFilter, withoutFilter } from './search-state.ts'

const HOUR = 3_600_000
const RANGES = [HOUR / 4, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 90 * 24 * HOUR]
const NAMES: Readonly<Record<Filter, string>> = {
  severity: 'severity',
  category: 'category',
  event_type: 'type',
  log_source_id: 'source',
  asset_id: 'asset',
  user: 'user',
  ip: 'address',
  host: 'host',
}

interface Props {
  readonly search: Search
  readonly onChange: (search: Search) => void
}

/** Words, a time range, and every filter as a chip that can be removed. */
export function FilterBar({ search, onChange }: Props) {
  const { redacted } = useSession()
  const [q, setQ] = useState(search.q)
  const [filter, setFilter] = useState<Filter>('severity')
  useEffect(() => setQ(search.q), [search.q])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onChange({ ...search, q })
  }
  const names = (Object.keys(NAMES) as Filter[]).filter(name => !(redacted && ['user', 'ip', 'host'].includes(name)))
  return (
    <search className="filter-bar">
      <form className="search-line" onSubmit={submit}>
        <label className="search-box">
          <span className="visually-hidden">Words that must occur</span>
          <Icon name="search" />
          <input
            type="search"
            value={q}
            maxLength={256}
            spellCheck={false}
            autoComplete="off"
            placeholder="Every word must occur   ( / )"
            onChange={event => setQ(event.target.value)}
          />
        </label>
        <label>
          <span className="visually-hidden">Time range</span>
          <select
            value={'last' in search.range ? String(search.range.last) : 'span'}
            onChange={event =>
              event.target.value !== 'span' && onChange({ ...search, q, range: { last: Number(event.target.value) } })
            }
          >
            {'from' in search.range && (
              <option value="span">
                {localText(search.range.from)} to {localText(search.range.to)}
              </option>
            )}
            {'last' in search.range && !RANGES.includes(search.range.last) && (
              <option value={search.range.last}>Last {spanText(search.range.last)}</option>
            )}
            {RANGES.map(ms => (
              <option key={ms} value={ms}>
                Last {spanText(ms)}
              </option>
            ))}
          </select>
        </label>
        <Button kind="primary" type="submit">
          Search
        </Button>
      </form>
      <div className="chips">
        <form
          className="add-filter"
          onSubmit={event => {
            event.preventDefault()
            const value = String(new FormData(event.currentTarget).get('value') ?? '').trim()
            if (value !== '') onChange(withFilter({ ...search, q }, filter, value))
            event.currentTarget.reset()
          }}
        >
          <label>
            <span className="visually-hidden">Filter by</span>
            <select value={filter} onChange={event => setFilter(event.target.value as Filter)}>
              {names.map(name => (
                <option key={name} value={name}>
                  {NAMES[name]}
                </option>
              ))}
            </select>
          </label>
          {filter === 'severity' ? (
            <select name="value" aria-label="Value">
              {SEVERITIES.map(s => (
                <option key={s}>{s}</option>
              ))}
            </select>
          ) : (
            <input
              aria-label="Value"
              name="value"
              autoComplete="off"
              spellCheck={false}
              maxLength={256}
              placeholder="value"
            />
          )}
          <Button type="submit">
            <Icon name="filter" /> Add filter
          </Button>
        </form>
        <ul className="chip-list" aria-label="Filters">
          {search.filters.map(f => (
            <li key={`${f.filter} ${f.value}`} className="chip">
              <span className="chip-name">{NAMES[f.filter]}</span> <LogText text={f.value} line />
              <button
                type="button"
                aria-label={`Remove the filter ${NAMES[f.filter]} ${f.value}`}
                onClick={() => onChange(withoutFilter(search, f.filter, f.value))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
          {search.excluded.map(x => (
            <li key={`${x.field} ${x.value}`} className="chip not">
              <span className="chip-name">not {NAMES[x.field as Filter] ?? x.field}</span>{' '}
              <LogText text={x.value} line />
              <button
                type="button"
                aria-label={`Show events with ${x.field} ${x.value} again`}
                onClick={() => onChange({ ...search, excluded: search.excluded.filter(other => other !== x) })}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </search>
  )
}
