import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { bodyOf, ifMatch, recordOf } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const TIERS = [
  ['hot_days', 'Hot, searchable: until day', 8, 90],
  ['warm_days', 'Warm, slower: until day', 8, 365],
  ['cold_days', 'Cold, archive: until day', 8, 3650],
] as const

export function Retention() {
  const api = useApi()
  const may = useMay()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => recordOf(api.GET('/api/v1/settings/retention', { signal })),
  })
  const change = useAction({
    mutationFn: (form: FormData) =>
      bodyOf(
        api.PATCH('/api/v1/settings/retention', {
          ...ifMatch(query.data?.etag ?? ''),
          body: {
            hot_days: Number(form.get('hot_days')),
            warm_days: Number(form.get('warm_days')),
            cold_days: Number(form.get('cold_days')),
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['retention'] }),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change.mutate(new FormData(event.currentTarget))
  }
  return (
    <section className="card" aria-label="Retention">
      <DataState query={query}>
        {({ record, etag }) => (
          <form key={etag} className="stack" onSubmit={submit}>
            <p className="hint">
              Days are counted from the day of the event. In force{' '}
              {record.applies_from ? (
                <>
                  for events from <Time at={record.applies_from} />
                </>
              ) : (
                'the platform default'
              )}
              . A change that shortens anything waits 7 days.
            </p>
            {TIERS.map(([name, title, min, max]) => (
              <label key={name} className="field">
                <span>
                  {title} ({min} to {max})
                </span>
                <input
                  type="number"
                  name={name}
                  min={min}
                  max={max}
                  defaultValue={record[name]}
                  required
                  readOnly={!may('updateRetention')}
                />
              </label>
            ))}
            {change.error && <ProblemNote problem={change.error} />}
            {may('updateRetention') && (
              <Button kind="primary" type="submit" busy={change.isPending}>
                Save
              </Button>
            )}
          </form>
        )}
      </DataState>
    </section>
  )
}
