// Load through the public HTTP API until every event is searchable and evaluated, beside the floor measured in the same run.
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { measureAppend } from './floors/sqlite-append.ts'
import { LOAD, type Loaded, rawText, sampleEvents, sendLoad } from './support/load.ts'
import { quantile, type Row, report } from './support/report.ts'
import { cpuSeconds, peakRssMib, pinToTwoCores } from './support/usage.ts'

export interface PipelineOptions {
  readonly events: number
  readonly json: boolean
}

export async function benchPipeline({ events: total, json }: PipelineOptions): Promise<void> {
  const floor = measureAppend(sampleEvents(Math.min(total, 20_000)).map(rawText))
  const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off' } })
  const pinned = pinToTwoCores(instance.pid)
  try {
    const before = cpuSeconds(instance.pid)
    const loaded = await sendLoad(instance, total)
    const cpu = cpuSeconds(instance.pid) - before
    const rows = [...pipelineRows(loaded), ...(await embeddedRows(instance, loaded, floor, cpu))]
    report(`pipeline: ${LOAD}, ${pinned}`, rows, [boundBy(cpu / loaded.seconds)], json)
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
  }
}

/** What a client sees, the same for both profiles. */
export const pipelineRows = (m: Loaded): Row[] => [
  { name: 'events', label: 'events sent', value: m.events },
  { name: 'accepted_per_second', label: 'accepted (durable, 202)', value: m.acceptedPerSecond, unit: 'events/s' },
  {
    name: 'events_per_second',
    label: 'accepted, searchable and evaluated',
    value: m.eventsPerSecond,
    unit: 'events/s',
    target: '>= 5000',
  },
  { name: 'accept_p50_ms', label: 'a batch of 100 until its 202, p50', value: quantile(m.acceptMs, 0.5), unit: 'ms' },
  { name: 'accept_p99_ms', label: 'a batch of 100 until its 202, p99', value: quantile(m.acceptMs, 0.99), unit: 'ms' },
  { name: 'p50_ms', label: 'from 202 to searchable, p50', value: quantile(m.searchableMs, 0.5), unit: 'ms' },
  {
    name: 'p99_ms',
    label: 'from 202 to searchable, p99',
    value: quantile(m.searchableMs, 0.99),
    unit: 'ms',
    target: '<= 2000',
  },
]

async function embeddedRows(instance: Instance, m: Loaded, floor: number, cpu: number): Promise<Row[]> {
  return [
    {
      name: 'floor_events_per_second',
      label: 'floor: same bytes into one SQLite file',
      value: floor,
      unit: 'events/s',
    },
    { name: 'ratio_to_floor', label: 'ratio to the floor', value: m.eventsPerSecond / floor, target: '>= 0.25' },
    {
      name: 'event_loop_delay_p99_ms',
      label: 'event-loop delay of the HTTP thread, p99',
      value: await eventLoopDelay(instance.adminUrl),
      unit: 'ms',
      target: '< 50',
    },
    { name: 'peak_rss_mib', label: 'peak RSS', value: peakRssMib(instance.pid), unit: 'MiB', target: '<= 1536' },
    { name: 'cpu_seconds_per_1000', label: 'CPU per 1,000 events', value: (cpu / m.events) * 1000, unit: 's' },
  ]
}

async function eventLoopDelay(adminUrl: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^wardline_nodejs_eventloop_lag_p99_seconds\S* (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000
}

const boundBy = (coresBusy: number): string =>
  `the product kept ${coresBusy.toFixed(2)} cores busy: ${coresBusy > 1.7 ? 'bound by CPU' : 'bound by waiting (fsync, or the load itself)'}`
