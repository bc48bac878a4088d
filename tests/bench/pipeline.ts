// Load through the public HTTP API until every event is searchable and evaluated, beside the floor measured in the same run.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Answer, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { type LoadEvent, makeEvent, randomSource } from './support/events.ts'
import { measureFloor } from './support/floor.ts'
import { quantile, type Row, report } from './support/report.ts'

const BATCH = 100
const SOURCES = 8
const CONCURRENCY = 8

export interface PipelineOptions {
  readonly events: number
  readonly json: boolean
}

export async function benchPipeline({ events: total, json }: PipelineOptions): Promise<void> {
  const random = randomSource(7)
  const sample = Array.from({ length: Math.min(total, 20_000) }, (_, n) => makeEvent(n, random, Date.now()))
  const floor = measureFloor(sample.map(rawText))

  const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off' } })
  const pinned = pinToTwoCores(instance.pid)
  try {
    const m = await load(instance, total, random)
    const rows: Row[] = [
      { name: 'events', label: 'events sent', value: total },
      { name: 'accepted_per_second', label: 'accepted (durable, 202)', value: m.acceptedPerSecond, unit: 'events/s' },
      {
        name: 'events_per_second',
        label: 'accepted, searchable and evaluated',
        value: m.eventsPerSecond,
        unit: 'events/s',
        target: '>= 5000',
      },
      {
        name: 'floor_events_per_second',
        label: 'floor: same bytes into one SQLite file',
        value: floor,
        unit: 'events/s',
      },
      { name: 'ratio_to_floor', label: 'ratio to the floor', value: m.eventsPerSecond / floor, target: '>= 0.25' },
      {
        name: 'accept_p50_ms',
        label: 'a batch of 100 until its 202, p50',
        value: quantile(m.acceptMs, 0.5),
        unit: 'ms',
      },
      {
        name: 'accept_p99_ms',
        label: 'a batch of 100 until its 202, p99',
        value: quantile(m.acceptMs, 0.99),
        unit: 'ms',
      },
      { name: 'p50_ms', label: 'from 202 to searchable, p50', value: quantile(m.searchableMs, 0.5), unit: 'ms' },
      {
        name: 'p99_ms',
        label: 'from 202 to searchable, p99',
        value: quantile(m.searchableMs, 0.99),
        unit: 'ms',
        target: '<= 2000',
      },
      {
        name: 'event_loop_delay_p99_ms',
        label: 'event-loop delay of the HTTP thread, p99',
        value: m.loopDelayMs,
        unit: 'ms',
        target: '< 50',
      },
      { name: 'peak_rss_mib', label: 'peak RSS', value: peakRssMib(instance.pid), unit: 'MiB', target: '<= 1536' },
      { name: 'cpu_seconds_per_1000', label: 'CPU per 1,000 events', value: (m.cpuSeconds / total) * 1000, unit: 's' },
    ]
    report(
      `pipeline: ${SOURCES} sources, batches of ${BATCH}, ${CONCURRENCY} clients, ${pinned}`,
      rows,
      [boundBy(m.cpuSeconds / m.seconds)],
      json,
    )
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
  }
}

const rawText = (e: LoadEvent): string => (typeof e.raw === 'string' ? e.raw : JSON.stringify(e.raw))

interface Measured {
  readonly acceptedPerSecond: number
  readonly eventsPerSecond: number
  readonly acceptMs: readonly number[]
  readonly searchableMs: readonly number[]
  readonly loopDelayMs: number
  readonly cpuSeconds: number
  readonly seconds: number
}

async function load(instance: Instance, total: number, random: () => number): Promise<Measured> {
  const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  const sources: string[] = []
  for (let i = 0; i < SOURCES; i++)
    sources.push((await api.post('/log-sources', { name: `load ${i}`, format: 'auto' })).body.log_source_id)
  const acceptMs: number[] = []
  const searchableMs: number[] = []
  const probes: Promise<void>[] = []
  const cpuBefore = cpuSeconds(instance.pid)
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
  const accepted = performance.now()
  await Promise.all(sources.map(id => untilEvaluated(api, id)))
  const done = performance.now()
  await Promise.all(probes)
  const cpu = cpuSeconds(instance.pid) - cpuBefore
  const loopDelayMs = await eventLoopDelay(instance.adminUrl)
  await api.close()
  const seconds = (done - started) / 1000
  return {
    acceptedPerSecond: total / ((accepted - started) / 1000),
    eventsPerSecond: total / seconds,
    acceptMs,
    searchableMs,
    loopDelayMs,
    cpuSeconds: cpu,
    seconds,
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
  while ((await api.get(`/logs/${eventId}`)).status !== 200) await new Promise(resolve => setTimeout(resolve, 20))
  return performance.now() - started
}

async function untilEvaluated(api: Api, sourceId: string): Promise<void> {
  for (;;) {
    const ledger = await api.get(`/log-sources/${sourceId}/ledger`)
    if (ledger.status === 200 && ledger.body.pending === 0) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The product gets two cores, the load the others, where the machine has more than two. */
function pinToTwoCores(pid: number): string {
  const cores = availableParallelism()
  if (cores <= 2) return `product and load share ${cores} cores`
  try {
    execFileSync('taskset', ['-acp', '0,1', String(pid)], { stdio: 'ignore' })
    execFileSync('taskset', ['-acp', `2-${cores - 1}`, String(process.pid)], { stdio: 'ignore' })
    return `product on 2 cores, load on ${cores - 2} others`
  } catch {
    return `product and load share ${cores} cores`
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function peakRssMib(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

async function eventLoopDelay(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^wardline_nodejs_eventloop_lag_p99_seconds\S* (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000
}

function boundBy(coresBusy: number): string {
  return `the product kept ${coresBusy.toFixed(2)} cores busy: ${coresBusy > 1.7 ? 'bound by CPU' : 'bound by waiting (fsync, or the load itself)'}`
}
