// The load of the pipeline benchmarks: clients that send batches through the public API until every event is searchable and evaluated.
import { type Answer, createApiClient } from '../../../tools/client/api.ts'
import type { Target } from '../../../tools/instance/start.ts'
import { type LoadEvent, makeEvent, randomSource } from './events.ts'

const BATCH = 100
const SOURCES = 8
const CONCURRENCY = 8

/** How the load comes, for a table's title. */
export const LOAD = `${SOURCES} sources, batches of ${BATCH}, ${CONCURRENCY} clients`

export interface Loaded {
  readonly events: number
  readonly acceptedPerSecond: number
  /** Until the last one was accepted, and until it was searchable and evaluated. */
  readonly acceptSeconds: number
  readonly seconds: number
  readonly eventsPerSecond: number
  /** Of each batch, until its 202. */
  readonly acceptMs: readonly number[]
  /** Of every twentieth batch's last event, from its 202 until it can be read. */
  readonly searchableMs: readonly number[]
}

/** The raw text that an event is sent with. */
export const rawText = (e: LoadEvent): string => (typeof e.raw === 'string' ? e.raw : JSON.stringify(e.raw))

/** The first events of a load, for floors that want the same bytes. */
export function sampleEvents(total: number): LoadEvent[] {
  const random = randomSource(7)
  return Array.from({ length: total }, (_, n) => makeEvent(n, random, Date.now()))
}

/** Sends `total` events. @param accepted is called once all were accepted. */
export async function sendLoad(target: Target, total: number, accepted = (): void => {}): Promise<Loaded> {
  const random = randomSource(7)
  const api = createApiClient(target.apiUrl, { token: target.adminToken })
  const sources: string[] = []
  for (let i = 0; i < SOURCES; i++)
    sources.push((await api.post('/log-sources', { name: `load ${i}`, format: 'auto' })).body.log_source_id)
  const acceptMs: number[] = []
  const searchableMs: number[] = []
  const probes: Promise<void>[] = []
  const started = performance.now()
  let next = 0
  const client = async (): Promise<void> => {
    while (next < total) {
      const first = next
      next += BATCH
      const events = Array.from({ length: Math.min(BATCH, total - first) }, (_, i) =>
        makeEvent(first + i, random, Date.now()),
      )
      const sent = performance.now()
      const answer = await sendPatiently(api, { log_source_id: sources[(first / BATCH) % SOURCES], events })
      acceptMs.push(performance.now() - sent)
      if ((first / BATCH) % 20 === 0)
        probes.push(untilSearchable(api, answer.body.results.at(-1).event_id).then(ms => void searchableMs.push(ms)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  const acceptSeconds = (performance.now() - started) / 1000
  accepted()
  await Promise.all(sources.map(id => untilEvaluated(api, id)))
  const seconds = (performance.now() - started) / 1000
  await Promise.all(probes)
  await api.close()
  const events = total
  return {
    events,
    acceptSeconds,
    seconds,
    acceptMs,
    searchableMs,
    acceptedPerSecond: total / acceptSeconds,
    eventsPerSecond: total / seconds,
  }
}

type Api = ReturnType<typeof createApiClient>

/** Sends a batch again while the product says that it is full: that is what the answer asks for. */
async function sendPatiently(api: Api, body: unknown): Promise<Answer> {
  for (;;) {
    const answer = await api.post('/logs/ingest', body)
    if (answer.status === 202) return answer
    if (answer.status !== 503 && answer.status !== 429)
      throw new Error(`ingest answered ${answer.status} ${answer.text.slice(0, 300)}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function untilSearchable(api: Api, eventId: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    if ((await api.get(`/logs/${eventId}`)).status === 200) return performance.now() - started
    await politely(performance.now() - started)
  }
}

/** Asks again after a tenth of what was waited already, between 20 and 500 ms: asking is load as well. */
const politely = (waitedMs: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.min(500, Math.max(20, waitedMs / 10))))

async function untilEvaluated(api: Api, sourceId: string): Promise<void> {
  const started = performance.now()
  for (;;) {
    const ledger = await api.get(`/log-sources/${sourceId}/ledger`)
    if (ledger.status === 200 && ledger.body.pending === 0) return
    await politely(performance.now() - started)
  }
}
