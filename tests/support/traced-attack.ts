import { randomBytes } from 'node:crypto'
import type { ApiClient } from '../../tools/client/api.ts'
import type { OtlpReceiver, ReceivedSpan } from './otlp-receiver.ts'
import { syslogTime } from './syslog-time.ts'
import { eventually, until } from './until.ts'

/** The spans of a log that raises an alert, in both profiles. */
export const STEPS = [
  'POST /api/v1/logs/ingest',
  'ingestLogs',
  'publish log.event.received',
  'process log.event.received',
  'index put',
  'publish log.event.normalized',
  'process log.event.normalized',
  'publish security.alert.created',
  'process security.alert.created',
  'publish alert.created',
] as const

/** Sends a log that a rule of ours finds, in a trace of the caller's; returns the trace's id when the alert is there. */
export async function tracedAttack(client: ApiClient): Promise<string> {
  const traceId = randomBytes(16).toString('hex')
  const source = await client.post('/log-sources', { name: `traced ${traceId}`, format: 'syslog', product: 'linux' })
  const raw = `<13>${syslogTime()} web1 useradd[9]: new user: name=backdoor, UID=0, GID=0, home=/root, shell=/bin/sh`
  const sent = await client.post(
    '/logs/ingest',
    { log_source_id: source.body.log_source_id, events: [{ raw, event_ref: traceId }] },
    { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` },
  )
  if (sent.status !== 202) throw new Error(`the log was not taken: ${sent.status} ${sent.text}`)
  const isAlerted = async (): Promise<boolean> =>
    (await client.get(`/alerts?log_source_id=${source.body.log_source_id}`)).body.items?.length > 0
  await until('an alert', isAlerted, 60_000, 200)
  return traceId
}

/** The spans of one trace, once every step has been exported, and what it is part of; else what there is after half a minute. */
export async function eventuallyTraced(collector: OtlpReceiver, traceId: string): Promise<readonly ReceivedSpan[]> {
  const ask = (): readonly ReceivedSpan[] => collector.spans.filter(span => span.traceId === traceId)
  const isWhole = (spans: readonly ReceivedSpan[]): boolean => {
    const names = new Set(spans.map(span => span.name))
    return STEPS.every(step => names.has(step)) && withoutParent(spans).length === 1
  }
  return eventually(ask, isWhole, 30_000)
}

/** Spans whose parent was not exported: of a whole trace only the first, which hangs below the caller's. */
export function withoutParent(spans: readonly ReceivedSpan[]): readonly ReceivedSpan[] {
  const ids = new Set(spans.map(span => span.spanId))
  return spans.filter(span => !ids.has(span.parentId))
}
