import { ExportResultCode, parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { Metrics } from '@wardline/service-kit'
import type { Logger } from 'pino'
import type { TraceConfig } from './trace-settings.ts'

export interface SpanPipelineOptions {
  readonly config: TraceConfig
  readonly endpoint: string
  readonly metrics: Metrics
  readonly log: Logger
}

/**
 * From ended spans to the collector: a bounded queue, sent every few seconds. What the collector does not take is
 * dropped and counted, with one warning each time that this begins. Nothing waits for it.
 */
export function spanPipeline({ config, endpoint, metrics, log }: SpanPipelineOptions): SpanProcessor {
  const max = config.OTEL_BSP_MAX_QUEUE_SIZE
  let waiting = 0
  let failing = false
  let full = false
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS
  const otlp = new OTLPTraceExporter({
    url: endpoint,
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    ...(headers === undefined ? {} : { headers: parseKeyPairsIntoRecord(headers) }),
  })
  const exporter: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length
      full = false
      otlp.export(spans, ({ code, error }) => {
        const ok = code === ExportResultCode.SUCCESS
        metrics.count('trace_spans_total', { outcome: ok ? 'exported' : 'failed' }, spans.length)
        if (!ok && !failing)
          log.warn({ fault: faultOf(error) }, 'the trace collector does not take spans: they are dropped')
        if (ok && failing) log.info({}, 'the trace collector takes spans again')
        failing = !ok
        // The processor would only report it once more.
        done({ code: ExportResultCode.SUCCESS })
      })
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
  const batches = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: max,
    maxExportBatchSize: Math.min(512, max),
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting < max) {
        waiting++
        return batches.onEnd(span)
      }
      metrics.count('trace_spans_total', { outcome: 'dropped' })
      if (!full) log.warn({}, 'more spans than the trace collector takes: some are dropped')
      full = true
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/** What spans come from. */
export interface SpanSource {
  readonly config: TraceConfig
  /** `service.name`, unless the operator says otherwise. */
  readonly service: string
  readonly version: string
  /** The thread, where a process has several. */
  readonly thread?: string
}

export function resourceOf({ config, service, version, thread }: SpanSource): Resource {
  return resourceFromAttributes({
    'service.name': service,
    'service.version': version,
    ...parseKeyPairsIntoRecord(config.OTEL_RESOURCE_ATTRIBUTES),
    ...(config.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': config.OTEL_SERVICE_NAME }),
    ...(thread === undefined ? {} : { 'thread.name': thread }),
  })
}

/** Never the message: it may hold the collector's answer, or its address with credentials. */
function faultOf(error: Error | undefined): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' || typeof code === 'number' ? String(code) : (error?.name ?? 'unknown')
}
