import type { AnyEnvelope } from '@wardline/events'
import type { TraceOf } from '@wardline/ports'

/**
 * What a span may say. The list is closed, and every value is one of ours (a route, a code, a count): no span holds
 * what a caller, an event or a document says.
 */
export interface SpanFacts {
  readonly 'http.request.method'?: string
  /** The path with its parameters' names, never their values. */
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  /** A problem's code, or the name of an error's class. */
  readonly 'error.type'?: string
  readonly 'messaging.destination.name'?: string
  readonly 'messaging.consumer.group.name'?: string
  readonly 'messaging.batch.message_count'?: number
  readonly 'wardline.service'?: string
  readonly 'wardline.operation'?: string
}

export interface SpanStart {
  readonly name: string
  /** `internal` by default. */
  readonly kind?: 'client' | 'producer'
  readonly facts?: SpanFacts
}

export interface TracedSpan {
  note(facts: SpanFacts): void
  /** The work has failed. @param kind a code of ours, never a message */
  fail(kind: string): void
  /** Ends the span before its work ends. */
  end(): void
}

/** A delivered event, as far as tracing must know it. */
export interface Caused {
  readonly envelope: Pick<AnyEnvelope, 'id'>
  readonly traceparent?: string
}

/**
 * Spans of OpenTelemetry (docs/adr/0024-traces-begin-at-the-gateway.md). A trace begins in `request` and nowhere else:
 * every other method only continues one, and without a trace to continue it does nothing but the work. Contexts are
 * texts in the form of W3C's `traceparent`.
 */
export interface Tracing {
  /** Whether anything is traced: if not, nothing needs to be wrapped. */
  readonly on: boolean
  /** A request of a caller. @param theirs the caller's own `traceparent`, which decides nothing but the trace's id */
  request<T>(start: SpanStart, theirs: string | undefined, work: (span: TracedSpan) => Promise<T>): Promise<T>
  /** A request from another process of ours, with its `traceparent`. */
  received<T>(start: SpanStart, traceparent: string | undefined, work: (span: TracedSpan) => Promise<T>): Promise<T>
  /** A step within the current span. */
  step<T>(start: SpanStart, work: (span: TracedSpan) => Promise<T>): Promise<T>
  /** A batch of events, each perhaps of another trace. */
  batch<T>(start: SpanStart, batch: readonly Caused[], work: () => Promise<T>): Promise<T>
  /** The current span's context, for another process. */
  current(): string | undefined
  /** The contexts that events published now carry: that of the event that caused them, or the current one. */
  causes(): TraceOf | undefined
  /** The ids of the current span, for an exemplar or a log line. */
  ids(): { readonly trace_id: string; readonly span_id: string } | undefined
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}

/** A span that nobody records. */
export const silentSpan: TracedSpan = { note() {}, fail() {}, end() {} }

/** Tracing that is off: it only does the work. */
export const noTracing: Tracing = {
  on: false,
  request: (_start, _theirs, work) => work(silentSpan),
  received: (_start, _traceparent, work) => work(silentSpan),
  step: (_start, work) => work(silentSpan),
  batch: (_start, _batch, work) => work(),
  current: () => undefined,
  causes: () => undefined,
  ids: () => undefined,
  close: async () => {},
}
