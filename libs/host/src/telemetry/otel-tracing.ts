import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import {
  AlwaysOnSampler,
  RandomIdGenerator,
  SamplingDecision,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { Problem } from '@wardline/kernel'
import { type SpanFacts, type SpanStart, silentSpan, type TracedSpan, type Tracing } from '@wardline/service-kit'
import { resourceOf, type SpanSource } from './span-pipeline.ts'
import type { TraceConfig } from './trace-settings.ts'

export interface TracingParts extends SpanSource {
  /** Where ended spans go. */
  readonly pipeline: SpanProcessor
}

/** Other traces that one batch may continue; the events of further ones keep the context that they came with. */
const MAX_TRACES = 32
const CLOSE_MS = 3_000

const KINDS = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER } as const

/** What work runs within. */
interface Current {
  readonly span: Span
  /** Of a batch: the contexts of its events, by envelope id. */
  readonly causes: ReadonlyMap<string, SpanContext>
}

/** Spans by the SDK. Nothing is global: several of these may run in one process. */
export function createOtelTracing(parts: TracingParts): Tracing {
  const { config } = parts
  const provider = new TracerProvider({
    // Whether a trace is recorded is decided once, where it begins: everything else continues recorded ones only.
    sampler: new AlwaysOnSampler(),
    resource: resourceOf(parts),
    spanProcessors: [parts.pipeline],
  })
  const tracer = provider.getTracer('wardline', parts.version)
  const running = new AsyncLocalStorage<Current>()
  const isChosen = choice(config)

  const start = (
    { name, facts = {} }: SpanStart,
    kind: SpanKind,
    parent: SpanContext | undefined,
    links: readonly SpanContext[] = [],
  ): Span =>
    tracer.startSpan(
      name,
      { kind, attributes: { ...facts }, links: links.map((context): Link => ({ context })) },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    )

  /** What outlives its span is in no trace: a timer or a loop that a request started would be in its trace for ever. */
  const here = (): Current | undefined => {
    const current = running.getStore()
    return current?.span.isRecording() ? current : undefined
  }

  /** Does the work within `current`, and ends the spans with it. */
  async function within<T>(current: Current, work: (span: TracedSpan) => Promise<T>, also: readonly Span[] = []) {
    const spans = [current.span, ...also]
    try {
      return await running.run(current, work, spanOf(current.span))
    } catch (error) {
      for (const span of spans) fail(span, error)
      throw error
    } finally {
      for (const span of spans) if (span.isRecording()) span.end()
    }
  }

  return {
    on: true,
    request(starting, theirs, work) {
      if (!isChosen()) return work(silentSpan)
      const parent = contextOf(theirs)
      return within({ span: start(starting, SpanKind.SERVER, parent), causes: NO_CAUSES }, work)
    },
    received(starting, traceparent, work) {
      const parent = sampledContextOf(traceparent)
      if (!parent) return work(silentSpan)
      return within({ span: start(starting, SpanKind.SERVER, parent), causes: NO_CAUSES }, work)
    },
    step(starting, work) {
      const current = here()
      if (!current) return work(silentSpan)
      const kind = starting.kind ? KINDS[starting.kind] : SpanKind.INTERNAL
      const span = start(starting, kind, current.span.spanContext())
      return within({ span, causes: current.causes }, work)
    },
    batch(starting, batch, work) {
      const origins = batch.flatMap(({ envelope, traceparent }) => {
        const context = sampledContextOf(traceparent)
        return context ? [{ id: envelope.id, context }] : []
      })
      const [first, ...others] = new Map(origins.map(o => [o.context.traceId, o.context])).values()
      if (!first) return work()
      const told = others.slice(0, MAX_TRACES - 1)
      const main = start(starting, SpanKind.CONSUMER, first, told)
      const also = told.map(parent => start(starting, SpanKind.CONSUMER, parent, [main.spanContext()]))
      const own = new Map([main, ...also].map(span => [span.spanContext().traceId, span.spanContext()]))
      const causes = new Map(origins.map(({ id, context }) => [id, own.get(context.traceId) ?? context]))
      return within({ span: main, causes }, work, also)
    },
    current() {
      const current = here()
      return current && traceparentOf(current.span.spanContext())
    },
    causes() {
      const current = here()
      if (!current) return undefined
      const own = current.span.spanContext()
      return ({ causation_id }) => {
        const cause = causation_id === null ? undefined : current.causes.get(causation_id)
        return traceparentOf(cause && cause.traceId !== own.traceId ? cause : own)
      }
    },
    ids() {
      const context = here()?.span.spanContext()
      return context && { trace_id: context.traceId, span_id: context.spanId }
    },
    async close() {
      const timeout = new Promise<void>(resolve => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
    },
  }
}

const NO_CAUSES: ReadonlyMap<string, SpanContext> = new Map()

/** Every context that is passed on is of a recorded trace. */
const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`

function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent)
  return context === null ? undefined : { ...context, isRemote: true, traceFlags: TraceFlags.SAMPLED }
}

function sampledContextOf(traceparent: string | undefined): SpanContext | undefined {
  return traceparent?.endsWith('1') ? contextOf(traceparent) : undefined
}

/**
 * Whether a trace that begins is recorded. Judged by an id of our own: who sends a `traceparent` chooses its flag and
 * its id, and would choose to be recorded with either.
 */
function choice({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceConfig) {
  const ids = new RandomIdGenerator()
  const judge = sampler.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
  return (): boolean =>
    judge.shouldSample(ROOT_CONTEXT, ids.generateTraceId()).decision === SamplingDecision.RECORD_AND_SAMPLED
}

const spanOf = (span: Span): TracedSpan => ({
  note(facts: SpanFacts) {
    if (span.isRecording()) span.setAttributes({ ...facts })
  },
  fail: kind => markFailed(span, kind),
  end() {
    if (span.isRecording()) span.end()
  },
})

/** The kind of the error, never its message: that may repeat what somebody sent. */
function fail(span: Span, error: unknown): void {
  if (error instanceof Problem && error.status < 500) return
  markFailed(span, error instanceof Problem ? error.code : error instanceof Error ? error.name : 'error')
}

function markFailed(span: Span, kind: string): void {
  if (!span.isRecording()) return
  span.setAttribute('error.type', /^\w{1,64}$/.test(kind) ? kind : 'error')
  span.setStatus({ code: SpanStatusCode.ERROR })
}
