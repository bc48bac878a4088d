import { type EngineId, readEngines } from '../../tools/engines/engines.ts'
import { alive } from '../../tools/engines/process.ts'
import { type Instance, processesOf, removeDataDir, startDistributed } from '../../tools/instance/start.ts'
import { findOrStartEngines } from '../../tools/test/engines.ts'
import { measureBareBulk } from './floors/bare-bulk.ts'
import { measureProducerTool, topicUse } from './floors/kafka-producer-tool.ts'
import { type PipelineOptions, pipelineRows } from './pipeline.ts'
import { LOAD, sendLoad } from './support/load.ts'
import { type Row, report } from './support/report.ts'
import { cpuSeconds, peakRssMib } from './support/usage.ts'

const PREFIX = 'bench-'

export async function benchPipelineDistributed({ events, json }: PipelineOptions): Promise<void> {
  const engines = await findOrStartEngines()
  if (!engines) throw new Error('the distributed profile needs engines')
  const prefix = `${PREFIX}${process.pid}-`
  const instance = await startDistributed({
    engines: engines.environment,
    prefix,
    env: { WARDLINE_RATE_LIMITS: 'off' },
  })
  try {
    const { rows, notes } = await measure(instance, engines.environment, prefix, events)
    report(`pipeline, distributed profile: ${LOAD}, product, engines and load share the machine`, rows, notes, json)
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
    await engines.stop()
  }
}

async function measure(
  instance: Instance,
  environment: Readonly<Record<string, string>>,
  prefix: string,
  events: number,
): Promise<{ readonly rows: Row[]; readonly notes: string[] }> {
  const services = processesOf(instance.dataDir).flatMap(p =>
    p.pid === undefined ? [] : [{ name: p.name, pid: p.pid }],
  )
  const here = enginePids(environment)
  const use = (): Map<string, number> =>
    new Map([
      ...services.map(({ name, pid }) => [name, cpuSeconds(pid)] as const),
      ...Object.entries(here).map(([name, pid]) => [name, cpuSeconds(pid)] as const),
    ])
  const before = use()
  let whenAccepted = before
  const loaded = await sendLoad(instance, events, () => {
    whenAccepted = use()
  })
  const after = use()
  const spent = (names: readonly string[], to = after): number =>
    names.reduce((sum, name) => sum + (to.get(name) ?? 0) - (before.get(name) ?? 0), 0)
  const ours = spent(services.map(s => s.name))
  const theirs = spent(Object.keys(here))
  const peakRss = services.reduce((sum, s) => sum + peakRssMib(s.pid), 0)

  // The product is idle now, and the floors have the machine to themselves.
  const brokers = environment.WARDLINE_KAFKA_BROKERS!
  const received = topicUse(brokers, `${prefix}log.event.received.v1`)
  const recordBytes = Math.round(received.bytes / events)
  const tool = measureProducerTool(brokers, { records: events, recordBytes, partitions: received.partitions })
  const bulk = await measureBareBulk(
    environment.WARDLINE_OPENSEARCH_URL!,
    `${prefix}logs-*`,
    here.opensearch === undefined ? [] : [here.opensearch],
  )
  const perCore = events / (ours + theirs)
  const bulkPerCore = bulk.documentsPerSecond / bulk.coresBusy
  const rows: Row[] = [
    ...pipelineRows(loaded),
    {
      name: 'ratio_to_floor',
      label: 'end to end, ratio to the bare bulk',
      value: loaded.eventsPerSecond / bulk.documentsPerSecond,
    },
    { name: 'record_bytes', label: 'mean record of log.event.received', value: recordBytes, unit: 'bytes' },
    { name: 'producer_tool_per_second', label: "Kafka's producer tool, acks=all", value: tool, unit: 'records/s' },
    {
      name: 'accept_ratio_to_producer_tool',
      label: 'accepted, ratio to the producer tool',
      value: loaded.acceptedPerSecond / tool,
      target: '>= 0.3',
    },
    { name: 'bare_bulk_per_second', label: 'bare OpenSearch bulk', value: bulk.documentsPerSecond, unit: 'docs/s' },
    { name: 'bare_bulk_per_core_second', label: 'bare bulk per core spent', value: bulkPerCore, unit: 'docs/s' },
    {
      name: 'events_per_core_second',
      label: 'end to end per core spent (engines too)',
      value: perCore,
      unit: 'events/s',
    },
    {
      name: 'events_per_own_core_second',
      label: "end to end per core of Wardline's own processes",
      value: events / ours,
      unit: 'events/s',
    },
    {
      name: 'per_core_ratio_to_bulk',
      label: 'per core spent, ratio to bare bulk',
      value: perCore / bulkPerCore,
      target: '>= 0.5',
    },
    {
      name: 'own_per_core_ratio_to_bulk',
      label: "the same of Wardline's own processes",
      value: events / ours / bulkPerCore,
    },
    { name: 'peak_rss_mib', label: 'peak RSS, all services together', value: peakRss, unit: 'MiB' },
  ]
  const shares = [...after.keys()].map(name => ({ name, seconds: spent([name]) })).sort((a, b) => b.seconds - a.seconds)
  const notes = [
    `CPU per 1,000 events: ${shares.map(s => `${s.name} ${((s.seconds / events) * 1e6).toFixed(0)} ms`).join(', ')}`.replaceAll(
      ' ms',
      ' µs/event',
    ),
    `cores busy: ${((ours + theirs) / loaded.seconds).toFixed(2)} end to end (Wardline ${(ours / loaded.seconds).toFixed(2)}); while accepting: gateway ${(spent(['gateway'], whenAccepted) / loaded.acceptSeconds).toFixed(2)}, ingest ${(spent(['ingest'], whenAccepted) / loaded.acceptSeconds).toFixed(2)}`,
  ]
  return { rows, notes }
}

/** Processes of the engines that run on this machine, by name; none where the environment names others. */
function enginePids(environment: Readonly<Record<string, string>>): Partial<Record<EngineId, number>> {
  const known = readEngines()
  if (!known || known.running.kafka.url !== environment.WARDLINE_KAFKA_BROKERS) return {}
  return Object.fromEntries(Object.entries(known.running).flatMap(([id, { pid }]) => (alive(pid) ? [[id, pid]] : [])))
}
