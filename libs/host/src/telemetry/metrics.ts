import type { ServiceName } from '@wardline/kernel'
import { METRICS, type MetricFamily, type MetricName, type Metrics } from '@wardline/service-kit'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[]

type Labels = Readonly<Record<string, string>>

/** Metrics of one thread, and what the admin listener needs to answer for all of them. */
export interface MetricsHub extends Metrics {
  /** What another thread sends to the one that answers `/metrics`. */
  snapshot(): Promise<MetricsSnapshot>
  /** Prometheus text of this thread and of the given others, as one. */
  text(others: readonly MetricsSnapshot[]): Promise<string>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const PREFIX = 'wardline_'
/** Gauges of Node.js whose names say that they are counters. Each is the sum of another one of theirs. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const FAMILIES: Readonly<Record<MetricName, MetricFamily>> = METRICS

/**
 * @param options.process whether to report on the process itself (event-loop delay, memory): only one thread of a
 * process does
 * @param options.services those whose metrics exist from the first scrape on
 */
export function createMetrics(options: {
  readonly process: boolean
  readonly services: readonly ServiceName[]
}): MetricsHub {
  const registry = new Registry()
  if (options.process) {
    collectDefaultMetrics({ register: registry, prefix: PREFIX })
    for (const name of MISNAMED) registry.removeSingleMetric(`${PREFIX}${name}`)
  }
  const made = new Map<MetricName, Counter | Gauge | Histogram>()
  const metric = (name: MetricName): Counter | Gauge | Histogram => {
    const known = made.get(name) ?? make(name, FAMILIES[name], registry)
    made.set(name, known)
    return known
  }
  const declare = (name: MetricName, known: Readonly<Record<string, readonly string[]>>): void => {
    const found = metric(name)
    for (const labels of combinations(FAMILIES[name], known)) {
      if (found instanceof Histogram) found.zero(labels)
      else found.inc(labels, 0)
    }
  }
  for (const [name, { by }] of Object.entries(FAMILIES) as [MetricName, MetricFamily][])
    if (by.some(origin => origin === 'host' || options.services.includes(origin))) declare(name, {})

  return {
    declare,
    count: (name, labels, by = 1) => (metric(name) as Counter).inc({ ...labels }, by),
    gauge: (name, value, labels) => (metric(name) as Gauge).set({ ...labels }, value),
    observe: (name, seconds, labels) => (metric(name) as Histogram).observe({ ...labels }, seconds),
    snapshot: () => registry.getMetricsAsJSON() as Promise<MetricsSnapshot>,
    async text(others) {
      if (others.length === 0) return registry.metrics()
      const own = (await registry.getMetricsAsJSON()) as MetricsSnapshot
      return AggregatorRegistry.aggregate([own, ...others]).metrics()
    },
  }
}

function make(name: MetricName, { kind, help, labels }: MetricFamily, registry: Registry) {
  const common = { name: `${PREFIX}${name}`, help, labelNames: Object.keys(labels), registers: [registry] }
  if (kind === 'counter') return new Counter(common)
  // A thread that has nothing to say about a gauge has it at 0.
  return kind === 'gauge' ? new Gauge({ ...common, aggregator: 'max' }) : new Histogram({ ...common, buckets: SECONDS })
}

/** Every combination of the known values of a family's labels. */
function combinations({ labels }: MetricFamily, known: Readonly<Record<string, readonly string[]>>): readonly Labels[] {
  return Object.entries(labels).reduce<readonly Labels[]>(
    (all, [label, values]) => {
      const given = known[label] ?? (values === 'at_start' ? [] : values)
      return all.flatMap(one => given.map(value => ({ ...one, [label]: value })))
    },
    [{}],
  )
}
