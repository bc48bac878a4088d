import type { ServiceName } from '@wardline/kernel'
import { METRICS, type MetricFamily, type MetricName, type Metrics } from '@wardline/service-kit'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, type RegistryContentType } from 'prom-client'
import {
  type Exemplar,
  type MetricsForm,
  type MetricsSnapshot,
  openMetricsText,
  prometheusText,
} from './metrics-form.ts'

type Labels = Readonly<Record<string, string>>

/** Metrics of one thread, and what the admin listener needs to answer for all of them. */
export interface MetricsHub extends Metrics {
  /** What another thread sends to the one that answers `/metrics`. */
  snapshot(): Promise<MetricsSnapshot>
  /** The text of this thread and of the given others, as one. `prometheus` by default. */
  text(others: readonly MetricsSnapshot[], form?: MetricsForm): Promise<string>
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
 * @param options.exemplar the trace that an observation belongs to
 */
export function createMetrics(options: {
  readonly process: boolean
  readonly services: readonly ServiceName[]
  readonly exemplar?: () => Exemplar | undefined
}): MetricsHub {
  const { exemplar } = options
  const registry = new Registry()
  // prom-client makes exemplars only for a registry of this form; both forms are written from its snapshots.
  if (exemplar) (registry as Registry<RegistryContentType>).setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  if (options.process) {
    collectDefaultMetrics({ register: registry, prefix: PREFIX })
    for (const name of MISNAMED) registry.removeSingleMetric(`${PREFIX}${name}`)
  }
  const made = new Map<MetricName, Counter | Gauge | Histogram>()
  const metric = (name: MetricName): Counter | Gauge | Histogram => {
    const known = made.get(name) ?? make(name, FAMILIES[name], registry, exemplar !== undefined)
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
    observe(name, seconds, labels) {
      const histogram = metric(name) as Histogram
      if (!exemplar) return histogram.observe({ ...labels }, seconds)
      histogram.observe({ labels: { ...labels }, value: seconds, exemplarLabels: { ...exemplar() } })
    },
    snapshot: () => registry.getMetricsAsJSON() as Promise<MetricsSnapshot>,
    async text(others, form = 'prometheus') {
      if (others.length === 0 && !exemplar) return registry.metrics()
      const own = (await registry.getMetricsAsJSON()) as MetricsSnapshot
      const all = [own, ...others]
      return form === 'openmetrics' ? openMetricsText(all) : prometheusText(all)
    },
  }
}

function make(name: MetricName, { kind, help, labels }: MetricFamily, registry: Registry, enableExemplars: boolean) {
  const common = { name: `${PREFIX}${name}`, help, labelNames: Object.keys(labels), registers: [registry] }
  if (kind === 'counter') return new Counter(common)
  // A thread that has nothing to say about a gauge has it at 0.
  if (kind === 'gauge') return new Gauge({ ...common, aggregator: 'max' })
  return new Histogram({ ...common, buckets: SECONDS, enableExemplars })
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
