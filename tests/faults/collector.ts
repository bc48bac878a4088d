// A well-behaved collector: it sends a batch again, with the same references, until it is accepted.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import type { Target } from '../../tools/instance/start.ts'

/** Two, so that each of two normalizers has work. */
const SOURCES = 2
const BATCH = 10
const PAUSE_MS = 100
/** Of each batch one event is an alarm, and one belongs to a burst of as many as the correlation wants. */
export const BURST = 5

/** What was accepted since the last look. */
export interface Accepted {
  /** event_ids, as ingest answered them. */
  readonly events: ReadonlySet<string>
  /** event_ids of events that a single-event rule must alert on. */
  readonly alarms: ReadonlySet<string>
  /** Group values of complete bursts. */
  readonly bursts: ReadonlySet<string>
  /** Answers other than 202, by status and code; `no answer` among them. */
  readonly refusals: ReadonlyMap<string, number>
}

export interface Collector {
  readonly sources: readonly string[]
  /** Continues to send. */
  start(): void
  /** Ends with whole bursts, everything sent accepted. @returns what was accepted since the last pause. */
  pause(): Promise<Accepted>
}

/** @param marker a word that no other events have */
export async function createCollector(target: Target, marker: string): Promise<Collector> {
  const api = createApiClient(target.apiUrl, { token: target.adminToken })
  const sources: string[] = []
  for (let i = 0; i < SOURCES; i++) {
    const made = await api.post('/log-sources', { name: `${marker} ${i}`, format: 'json', product: 'linux' })
    sources.push(made.body.log_source_id)
  }
  await createRules(api, marker)
  let n = 0
  let sending = false
  let lanes: Promise<void>[] = []
  let accepted = fresh()

  async function lane(source: string, index: number): Promise<void> {
    let burst = ''
    for (let sent = 0; sending || sent % BURST !== 0; sent++) {
      if (sent % BURST === 0) burst = `${marker}-${index}-${n}`
      await sendBatch(source, burst)
      if (sent % BURST === BURST - 1) accepted.bursts.add(burst)
      await sleep(PAUSE_MS)
    }
  }

  async function sendBatch(source: string, burst: string): Promise<void> {
    const first = n
    n += BATCH
    const events = Array.from({ length: BATCH }, (_, i) => ({
      event_ref: `${marker}-${first + i}`,
      raw: {
        time: new Date().toISOString(),
        message: `fault load ${first + i}`,
        ...(i === 0 ? { marker } : {}),
        ...(i === 1 ? { burst } : {}),
      },
    }))
    for (;;) {
      const answer = await api.post('/logs/ingest', { log_source_id: source, events }).catch(() => undefined)
      if (answer?.status === 202) {
        const ids: string[] = answer.body.results.map((r: { event_id: string }) => r.event_id)
        for (const id of ids) accepted.events.add(id)
        accepted.alarms.add(ids[0]!)
        return
      }
      const what = answer ? `${answer.status} ${answer.body?.code}` : 'no answer'
      accepted.refusals.set(what, (accepted.refusals.get(what) ?? 0) + 1)
      await sleep(500)
    }
  }

  return {
    sources,
    start() {
      sending = true
      lanes = sources.map((source, i) => lane(source, i))
    },
    async pause() {
      sending = false
      await Promise.all(lanes)
      const before = accepted
      accepted = fresh()
      return before
    },
  }
}

const fresh = () => ({
  events: new Set<string>(),
  alarms: new Set<string>(),
  bursts: new Set<string>(),
  refusals: new Map<string, number>(),
})

async function createRules(api: ApiClient, marker: string): Promise<void> {
  const rules = [
    `title: Alarm ${marker}
id: ${crypto.randomUUID()}
logsource:
  product: linux
detection:
  selection:
    marker: ${marker}
  condition: selection
level: low
`,
    `title: Burst ${marker}
id: ${crypto.randomUUID()}
correlation:
  type: event_count
  rules:
    - part_of_${marker}
  group-by:
    - burst
  timespan: 10m
  condition:
    gte: ${BURST}
level: medium
---
title: Part of a burst ${marker}
id: ${crypto.randomUUID()}
name: part_of_${marker}
logsource:
  product: linux
detection:
  selection:
    burst|startswith: ${marker}-
  condition: selection
level: informational
`,
  ]
  for (const source of rules) {
    const made = await api.post('/detection-rules', { source })
    if (made.status !== 201) throw new Error(`the rule was refused: ${made.status} ${made.text}`)
  }
}
