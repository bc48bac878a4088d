// A thread that plays a greedy tenant: it sends and asks as fast as it is answered.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createApiClient } from '../../../tools/client/api.ts'
import { makeEvent, randomSource } from './events.ts'

export interface Flood {
  readonly url: string
  readonly token: string
  readonly source: string
  readonly ms: number
  /** Events per second that are offered, in batches of 100, whether or not earlier ones were answered. */
  readonly perSecond?: number
  /** Connections that ask for facets, each as soon as it is answered. */
  readonly facets?: number
}

export interface Flooded {
  /** Events that were offered, and accepted. */
  readonly offered: number
  readonly accepted: number
  /** Facets that were answered. */
  readonly answered: number
  /** Requests that were refused. */
  readonly refused: number
}

const flood = workerData as Flood
/** Batches that may wait for their answers at once. */
const CONNECTIONS = 1_000
const api = createApiClient(flood.url, { token: flood.token, connections: CONNECTIONS })
const random = randomSource(3)
/** Made before, and sent again and again: without an `event_ref` every event is a new one. */
const bodies = Array.from({ length: 50 }, (_, n) => {
  const events = Array.from({ length: 100 }, (_, i) => ({ raw: makeEvent(n * 100 + i, random, Date.now()).raw }))
  return JSON.stringify({ log_source_id: flood.source, events })
})
const result = { offered: 0, accepted: 0, answered: 0, refused: 0 }
const until = performance.now() + flood.ms

const began = performance.now()
/** Sends the next batch of the schedule, again and again: it never waits for the answers to earlier ones. */
async function send(perSecond: number): Promise<void> {
  for (;;) {
    const n = result.offered / 100
    const at = began + (n * 100_000) / perSecond
    if (at >= until) return
    result.offered += 100
    if (at > performance.now()) await sleep(at - performance.now())
    const raw = bodies[n % bodies.length]!
    const { status } = await api.call('POST', '/logs/ingest', { raw, headers: { 'content-type': 'application/json' } })
    if (status === 202) result.accepted += 100
    else result.refused++
    if (performance.now() >= until) return
  }
}
async function ask(): Promise<void> {
  while (performance.now() < until) {
    const { status } = await api.get('/logs/search/facets?q=request')
    if (status === 200) result.answered++
    else {
      result.refused++
      await sleep(20)
    }
  }
}
await Promise.all([
  ...Array.from({ length: flood.perSecond ? CONNECTIONS : 0 }, () => send(flood.perSecond!)),
  ...Array.from({ length: flood.facets ?? 0 }, ask),
])
parentPort?.postMessage(result satisfies Flooded)
await api.close()
