import { type ConfigOf, setting } from '@wardline/kernel'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const endpoint = () =>
  setting.parsed<string | undefined>(
    text => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Error('an http or https URL is expected')
      return text
    },
    { fallback: undefined },
  )

/**
 * Settings of tracing, with the names and defaults of the OpenTelemetry specification. The exporter itself also reads
 * `OTEL_EXPORTER_OTLP_COMPRESSION`, `_CERTIFICATE`, `_CLIENT_CERTIFICATE` and `_CLIENT_KEY`.
 */
export const TRACE_SETTINGS = {
  OTEL_SDK_DISABLED: setting.parsed(text => text.toLowerCase() === 'true', { fallback: false }),
  OTEL_TRACES_EXPORTER: setting.oneOf(['otlp', 'none'], { fallback: 'otlp' }),
  /** The base address: traces go to `<endpoint>/v1/traces`. Without an endpoint nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
  /** The whole address for traces. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint(),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting.oneOf(['http/protobuf'], { fallback: 'http/protobuf' }),
  /** Milliseconds that the collector has for one request, with its repetitions. */
  OTEL_EXPORTER_OTLP_TIMEOUT: setting.integer({ fallback: 10_000, min: 1, max: 60_000 }),
  /** `name=value,…`, percent-encoded: often a token, so it may come from a file. */
  OTEL_EXPORTER_OTLP_HEADERS: setting.optionalText({ secret: true }),
  OTEL_SERVICE_NAME: setting.optionalText(),
  OTEL_RESOURCE_ATTRIBUTES: setting.optionalText(),
  OTEL_TRACES_SAMPLER: setting.oneOf(SAMPLERS, { fallback: 'parentbased_always_on' }),
  OTEL_TRACES_SAMPLER_ARG: setting.parsed(
    text => {
      const ratio = /^\d(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
      if (!(ratio >= 0 && ratio <= 1)) throw new Error('a number from 0 to 1 is expected')
      return ratio
    },
    { fallback: 1 },
  ),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: setting.integer({ fallback: 5_000, min: 10, max: 60_000 }),
  /** Spans that wait in one thread; what comes on top is dropped. */
  OTEL_BSP_MAX_QUEUE_SIZE: setting.integer({ fallback: 2_048, min: 1, max: 65_536 }),
}

/** Plain data, because it also goes to threads. */
export type TraceConfig = ConfigOf<typeof TRACE_SETTINGS>

/** Where traces go; undefined when nothing is traced. */
export function tracesEndpoint(config: TraceConfig): string | undefined {
  if (config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none') return undefined
  if (config.OTEL_TRACES_SAMPLER.endsWith('always_off')) return undefined
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT
  return (
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`)
  )
}

/** The settings of tracing alone, out of those of a process. */
export const tracesOf = (config: TraceConfig): TraceConfig =>
  Object.fromEntries(
    Object.keys(TRACE_SETTINGS).map(name => [name, config[name as keyof TraceConfig]]),
  ) as unknown as TraceConfig
