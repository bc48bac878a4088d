// A collector of traces: receives OTLP over HTTP, and keeps the spans.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'

/** The part of `opentelemetry/proto/collector/trace/v1` that spans are read with. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`)
const Request = root.lookupType('ExportTraceServiceRequest')

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string
  readonly name: string
  readonly kind: number
  readonly facts: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** 2 is an error. */
  readonly status: number
  /** Of the process or thread that it comes from. */
  readonly source: Readonly<Record<string, unknown>>
}

export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Everything that was sent, as it came. */
  bytes(): Buffer
  readonly headers: readonly NodeJS.Dict<string | string[]>[]
  close(): Promise<void>
}

/** @param status of every answer */
export async function startOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: Buffer[] = []
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = createServer(async (req, res) => {
    const pieces: Buffer[] = []
    for await (const piece of req) pieces.push(piece as Buffer)
    const sent = Buffer.concat(pieces)
    const body = req.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    headers.push(req.headers)
    bodies.push(body)
    if (req.method === 'POST' && req.url === '/v1/traces') spans.push(...spansIn(body))
    res.writeHead(status, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    bytes: () => Buffer.concat(bodies),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Fields = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
const factsOf = (fields: Fields = []): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key, value }) => [key, Object.values(value)[0]]))
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

interface Decoded {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Fields }
    readonly scopeSpans: readonly { readonly spans: readonly DecodedSpan[] }[]
  }[]
}
interface DecodedSpan {
  readonly traceId: Uint8Array
  readonly spanId: Uint8Array
  readonly parentSpanId?: Uint8Array
  readonly name: string
  readonly kind: number
  readonly attributes?: Fields
  readonly links?: readonly { readonly traceId: Uint8Array; readonly spanId: Uint8Array }[]
  readonly status?: { readonly code?: number }
}

function spansIn(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = Request.toObject(Request.decode(body), { longs: Number }) as Decoded
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(scope => scope.spans)
      .map(span => ({
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        kind: span.kind,
        facts: factsOf(span.attributes),
        links: (span.links ?? []).map(link => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
        status: span.status?.code ?? 0,
        source: factsOf(resource.attributes),
      })),
  )
}
