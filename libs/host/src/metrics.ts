import type { Metrics } from '@wardline/service-kit'
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

/** Metrics of one thread, and what the admin listener needs to answer for all of them. */
export interface MetricsHub extends Metrics {
  /** What another thread sends to the one that answers `/metrics`. */
  snapshot(): Promise<MetricsSnapshot>
  /** Prometheus text of this thread and of the given others, summed. */
  text(others: readonly MetricsSnapshot[]): Promise<string>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * @param process whether to report on the process itself (event-loop delay, memory): only one thread of a process does
 */
export function createMetrics(options: { readonly process: boolean }): MetricsHub {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry, prefix: 'wardline_' })
  const known = new Map<string, Counter | Gauge | Histogram>()
  const metric = <M extends Counter | Gauge | Histogram>(
    name: string,
    labels: object,
    make: (full: string, labelNames: string[]) => M,
  ): M => {
    const full = `wardline_${name}`
    const found = known.get(full) as M | undefined
    if (found) return found
    const made = make(full, Object.keys(labels))
    known.set(full, made)
    return made
  }
  const registers = [registry]
  return {
    count: (name, labels = {}, by = 1) =>
      metric(name, labels, (full, labelNames) => new Counter({ name: full, help: name, labelNames, registers })).inc(
        labels,
        by,
      ),
    gauge: (name, value, labels = {}) =>
      metric(name, labels, (full, labelNames) => new Gauge({ name: full, help: name, labelNames, registers })).set(
        labels,
        value,
      ),
    observe: (name, seconds, labels = {}) =>
      metric(
        name,
        labels,
        (full, labelNames) => new Histogram({ name: full, help: name, labelNames, buckets: SECONDS, registers }),
      ).observe(labels, seconds),
    snapshot: () => registry.getMetricsAsJSON() as Promise<MetricsSnapshot>,
    async text(others) {
      if (others.length === 0) return registry.metrics()
      const own = (await registry.getMetricsAsJSON()) as MetricsSnapshot
      return AggregatorRegistry.aggregate([own, ...others]).metrics()
    },
  }
}
