import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { eventText } from '../../format/event-text.ts'
import { useMay } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { Time } from '../../ui/time.tsx'

const SHOWN = 10

/** The events behind an alert, and why they match the rule. */
export function AlertEvents({ alert }: { readonly alert: Schemas['Alert'] }) {
  const api = useApi()
  const may = useMay()
  const [explained, setExplained] = useState<string>()
  const refs = alert.normalized_event_refs.slice(0, SHOWN)
  const events = useQueries({
    queries: refs.map(id => ({
      queryKey: ['logs', 'event', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        bodyOf(api.GET('/api/v1/logs/{event_id}', { params: { path: { event_id: id } }, signal })),
    })),
  })
  return (
    <section className="stack" aria-label="Events">
      <h3>The events behind it{alert.count > SHOWN ? `, ${refs.length} of ${alert.count.toLocaleString()}` : ''}</h3>
      <ul className="rows">
        {refs.map((id, i) => {
          const event = events[i]?.data
          return (
            <li key={id} className="row-link">
              <Time at={event?.event_time} none="…" />
              <span className="grow">
                {event ? (
                  <LogText text={eventText(event)} />
                ) : (
                  <span className="faint">{events[i]?.error ? 'cannot be read now' : 'loading'}</span>
                )}
                {explained === id && <Why ruleId={alert.rule.rule_id} eventId={id} />}
              </span>
              {may('explainDetectionRule') && (
                <Button
                  kind="quiet"
                  aria-expanded={explained === id}
                  onClick={() => setExplained(explained === id ? undefined : id)}
                >
                  Why?
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Why({ ruleId, eventId }: { readonly ruleId: string; readonly eventId: string }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['rules', 'explain', ruleId, eventId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/api/v1/detection-rules/{rule_id}/explain', {
          params: { path: { rule_id: ruleId } },
          body: { event_id: eventId },
          signal,
        }),
      ),
  })
  return (
    <DataState query={query} rows={2}>
      {why => {
        const conditions = why.conditions.length > 0 ? why.conditions : why.rules.flatMap(r => r.conditions)
        return (
          <ul className="small" aria-label="Why it matched">
            {conditions.map((c, i) => (
              <li key={i}>
                <span className={`state ${c.answer === 'held' ? 'good' : c.answer === 'unknown' ? 'off' : 'bad'}`}>
                  {c.answer.replace('_', ' ')}
                </span>{' '}
                <code>{c.field ?? 'any text'}</code> {c.modifier || 'is'} {c.value && <LogText text={c.value} line />}
              </li>
            ))}
          </ul>
        )
      }}
    </DataState>
  )
}
