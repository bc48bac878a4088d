import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
  type RegistryContentType,
} from 'prom-client'

/** The forms of `/metrics`: OpenMetrics is for scrapers that ask for it, and has exemplars. */
export type MetricsForm = 'prometheus' | 'openmetrics'
export const METRICS_TYPES: Readonly<Record<MetricsForm, string>> = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
}

/** The span in which something was observed. */
export interface Exemplar {
  readonly trace_id: string
  readonly span_id: string
}

/** What the types of prom-client leave out of a histogram's bucket. */
interface Value extends MetricValue<string> {
  readonly metricName?: string
  exemplar?: { readonly timestamp: number } | null
}

/** The metrics of one thread, as it sends them to another. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[]

/**
 * The metrics of several threads as one text of OpenMetrics. Adding up loses exemplars, so each bucket gets the newest
 * of those that it had. A counter's family has no `_total` there; only its samples have.
 */
export function openMetricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  const newest = new Map<string, NonNullable<Value['exemplar']>>()
  for (const { name, values } of snapshots.flat())
    for (const value of values as Value[]) {
      const { exemplar } = value
      if (!exemplar) continue
      const known = newest.get(keyOf(name, value))
      if (!known || known.timestamp < exemplar.timestamp) newest.set(keyOf(name, value), exemplar)
    }
  const families = snapshots.map(snapshot =>
    snapshot.map(family =>
      String(family.type) === 'counter' ? { ...family, name: family.name.replace(/_total$/, '') } : family,
    ),
  )
  const sum = sumOf(families)
  sum.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  return withExemplars(sum, newest)
}

/** The metrics of several threads as one text of Prometheus. */
export const prometheusText = (snapshots: readonly MetricsSnapshot[]): Promise<string> => sumOf(snapshots).metrics()

/** What cannot be added up, such as the start of a process, is left out only if there is more than one of it. */
function sumOf(snapshots: readonly MetricsSnapshot[]): Registry<RegistryContentType> {
  const only = snapshots.length === 1
  return AggregatorRegistry.aggregate(
    only ? snapshots.map(snapshot => snapshot.map(family => ({ ...family, aggregator: 'first' }))) : [...snapshots],
  )
}

async function withExemplars(
  sum: Registry<RegistryContentType>,
  newest: ReadonlyMap<string, NonNullable<Value['exemplar']>>,
): Promise<string> {
  // The registry of sums hands out its own objects, so what is set here is in its text.
  for (const { name, values } of (await sum.getMetricsAsJSON()) as unknown as MetricsSnapshot)
    for (const value of values as Value[]) {
      const exemplar = newest.get(keyOf(name, value))
      if (exemplar) value.exemplar = exemplar
    }
  return sum.metrics()
}

const keyOf = (name: string, { metricName, labels }: Value): string =>
  JSON.stringify([
    metricName ?? name,
    ...Object.entries(labels)
      .map(([k, v]) => `${k}=${v}`)
      .sort(),
  ])
