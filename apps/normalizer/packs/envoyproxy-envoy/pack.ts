import { definePack, type Fields, httpActivity, named } from '../../src/packs/kit.ts'

/**
 * The default format of Envoy: `[time] "GET /x HTTP/1.1" 200 - 0 154 12 11 "x-forwarded-for" "agent" "request id"
 * "authority" "upstream"`. Istio's has the reason behind the flags and more at the end. A path holds no blank, so
 * everything up to the header fields is Envoy's own.
 */
const LINE =
  /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\] "([A-Z-]{1,32}) (\S{1,8192}) (HTTP\/[\d.]{1,4}|-)" (\d{1,3}) (\S{1,64}) (?:(\S{1,256}) \S{1,256} "([^"]{0,1024})" )?(\d{1,18}|-) (\d{1,18}|-) (\d{1,12}|-) (\d{1,12}|-) ([\s\S]*)$/
/**
 * Envoy writes a quote in a header field as it is. A line with another number of quotes is not taken apart, for nobody
 * can tell which of them are Envoy's.
 */
const HEADERS =
  /^"([^"]{0,1024})" "([^"]{0,2048})" "([^"]{0,256})" "([^"]{0,512})" "([^"]{0,256})"(?: ([^"]{0,1024}))?$/
/** What Istio writes at the end. */
const ISTIO = [
  'upstream_cluster',
  'upstream_local_address',
  'downstream_local_address',
  'downstream_remote_address',
  'requested_server_name',
  'route_name',
]

function read(message: string): Fields | undefined {
  const m = LINE.exec(message)
  if (!m) return undefined
  const [, start_time, method, path, protocol, response_code, response_flags, details, failure] = m
  const [bytes_received, bytes_sent, duration, upstream_service_time, tail = ''] = m.slice(9)
  const [, x_forwarded_for, user_agent, request_id, authority, upstream_host, more = ''] = HEADERS.exec(tail) ?? []
  const values = more.trim().split(' ')
  return named(
    [
      ...['start_time', 'method', 'path', 'protocol', 'response_code', 'response_flags', 'response_code_details'],
      ...['upstream_transport_failure_reason', 'bytes_received', 'bytes_sent', 'duration', 'upstream_service_time'],
      ...['x_forwarded_for', 'user_agent', 'request_id', 'authority', 'upstream_host'],
      ...(values.length === ISTIO.length ? ISTIO : []),
    ],
    [
      ...[start_time, method, path, protocol, response_code, response_flags, details, failure],
      ...[bytes_received, bytes_sent, duration, upstream_service_time],
      ...[x_forwarded_for, user_agent, request_id, authority, upstream_host, ...values],
    ].map(value => value ?? ''),
  )
}

export const pack = definePack({
  id: 'envoyproxy-envoy',
  vendor: 'Envoy',
  product: 'Envoy',
  names: ['Envoy Proxy', 'Istio', 'Istio proxy', 'Envoy Gateway'],
  docs: [
    'https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage',
    'https://istio.io/latest/docs/tasks/observability/logs/access-log/',
  ],
  send: "The access log's default format, Istio's text format, or its JSON (accessLogEncoding: JSON).",
  marks: {
    heads: ['[<t>] "<w> ', '[<t>] "- - -" <n> '],
    keys: [
      ['response_flags', 'response_code', 'start_time'],
      ['downstream_remote_address', 'response_code', 'start_time'],
    ],
  },
  confirms: ({ message }) => message === undefined || LINE.test(message),
  read,
  time: ['start_time'],
  host: ['host'],
  kind: source => {
    if (source.text('method') !== undefined) return 'request'
    return source.text('response_code') === '0' ? 'connection' : undefined
  },
  kinds: {
    request: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: 1,
      map: {
        downstream_remote_address: 'src_endpoint.ip',
        upstream_host: 'dst_endpoint.ip',
        authority: 'http_request.url.hostname',
        path: 'http_request.url.url_string',
        protocol: 'http_request.version',
        user_agent: 'http_request.user_agent',
        request_id: 'http_request.uid',
        bytes_received: 'http_request.length',
        bytes_sent: 'http_response.length',
        response_code_details: 'status_detail',
        requested_server_name: 'tls.sni',
      },
      says: [
        '{method} {authority}{path}',
        'status {response_code}',
        'flags {response_flags}',
        'from {downstream_remote_address}',
        'for {x_forwarded_for}',
        'to {upstream_host}',
        'agent {user_agent}',
      ],
      also: (source, draft) => {
        const method = source.text('method')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method)
        const status = Number(source.text('response_code') ?? 0)
        // 0: the client was gone before there was an answer.
        if (status < 100) draft.end('failure')
        else draft.set('http_response.code', status).end(status >= 400 ? 'failure' : 'success')
        if (status >= 500) draft.atLeast(3)
        // Refused by a policy of access or a limit, and not by the service behind.
        const flags = source.text('response_flags') ?? ''
        if (
          /(?:^|,)(?:UAEX|RL)(?:,|$)/.test(flags) ||
          /^rbac_access_denied/.test(source.text('response_code_details') ?? '')
        )
          draft.refuse()
      },
    },
    connection: {
      title: 'Connection',
      class: 'network_activity',
      activity: 2,
      severity: 1,
      facts: { 'connection_info.protocol_name': 'tcp' },
      map: {
        downstream_remote_address: 'src_endpoint.ip',
        upstream_host: 'dst_endpoint.ip',
        bytes_received: 'traffic.bytes_out',
        bytes_sent: 'traffic.bytes_in',
        requested_server_name: 'tls.sni',
      },
      says: ['Connection', 'from {downstream_remote_address}', 'to {upstream_host}', 'flags {response_flags}'],
      also: (source, draft) => {
        const flags = source.text('response_flags')
        if (flags === undefined) draft.end('success')
        else if (/(?:^|,)(?:UF|UH|UC|URX|NR|NC)(?:,|$)/.test(flags)) draft.is('network_activity', 4).end('failure')
      },
    },
  },
})
