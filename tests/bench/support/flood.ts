// A thread that plays a greedy tenant: it sends and asks as fast as it is answered.
import { parentPort, workerData } from 'node:worker_threads'
import { createApiClient } from '../../../tools/client/api.ts'
import { makeEvent, randomSource } from './events.ts'

export interface Flood {
  readonly url: string
  readonly token: string
  readonly source: string
  readonly ms: number
  /** Connections that send batches of 100, and that ask for facets. */
  readonly ingest?: number
  readonly facets?: number
}

export interface Flooded {
  /** Events that were accepted. */
  readonly accepted: number
  /** Facets that were answered. */
  readonly answered: number
  /** Requests that were refused. */
  readonly refused: number
}

const flood = workerData as Flood
const api = createApiClient(flood.url, { token: flood.token })
const random = randomSource(3)
/** Made before, and sent again and again: without an `event_ref` every event is a new one. */
const bodies = Array.from({ length: 50 }, (_, n) => {
  const events = Array.from({ length: 100 }, (_, i) => ({ raw: makeEvent(n * 100 + i, random, Date.now()).raw }))
  return JSON.stringify({ log_source_id: flood.source, events })
})
const result = { accepted: 0, answered: 0, refused: 0 }
const until = performance.now() + flood.ms

async function send(lane: number): Promise<void> {
  for (let n = lane; performance.now() < until; n++) {
    const raw = bodies[n % bodies.length]!
    const { status } = await api.call('POST', '/logs/ingest', { raw, headers: { 'content-type': 'application/json' } })
    if (status === 202) result.accepted += 100
    else await refused()
  }
}
async function ask(): Promise<void> {
  while (performance.now() < until) {
    const { status } = await api.get('/logs/search/facets?q=request')
    if (status === 200) result.answered++
    else await refused()
  }
}
async function refused(): Promise<void> {
  result.refused++
  await new Promise(resolve => setTimeout(resolve, 20))
}

await Promise.all([
  ...Array.from({ length: flood.ingest ?? 0 }, (_, lane) => send(lane)),
  ...Array.from({ length: flood.facets ?? 0 }, ask),
])
parentPort?.postMessage(result satisfies Flooded)
await api.close()
