import type { ServiceName } from '@wardline/kernel'
import { type Alarms, noTracing, type Tracing } from '@wardline/service-kit'
import type { Logger } from 'pino'
import type { BuildInfo } from '../build-info.ts'
import { createAlarms } from './alarms.ts'
import { createMetrics, type MetricsHub } from './metrics.ts'
import { type TraceConfig, tracesEndpoint } from './trace-settings.ts'

/** What one thread or process tells about itself, apart from its log. */
export interface Telemetry {
  readonly metrics: MetricsHub
  readonly alarms: Alarms
  readonly tracing: Tracing
}

export interface TelemetryOptions {
  readonly traces: TraceConfig
  readonly build: BuildInfo
  /** The services whose metrics and alarms exist from the first scrape on. */
  readonly services: readonly ServiceName[]
  /** `service.name` of its spans. */
  readonly name: string
  /** Given in a thread beside the one that reports on the process. */
  readonly thread?: string
  readonly log: Logger
}

/** Metrics, alarms and, if there is an endpoint for them, traces. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { traces, build, services, thread, log } = options
  const endpoint = tracesEndpoint(traces)
  let tracing = noTracing
  const metrics = createMetrics({
    process: thread === undefined,
    services,
    ...(endpoint === undefined ? {} : { exemplar: () => tracing.ids() }),
  })
  metrics.gauge('build_info', 1, { version: build.version, commit: build.commit })
  if (endpoint !== undefined) {
    // Loaded only now: a process that traces nothing does without the SDK.
    const { createOtelTracing } = await import('./otel-tracing.ts')
    const { spanPipeline } = await import('./span-pipeline.ts')
    const pipeline = spanPipeline({ config: traces, endpoint, metrics, log })
    const where = { service: options.name, version: build.version, ...(thread === undefined ? {} : { thread }) }
    tracing = createOtelTracing({ config: traces, pipeline, ...where })
  }
  return { metrics, alarms: createAlarms({ metrics, log }, services), tracing }
}
