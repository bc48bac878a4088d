import { definePack, type Fields, httpActivity, type Told } from '../../src/packs/kit.ts'

const IP = '[0-9A-Fa-f.:]{2,45}'
const PEER = `(?:(${IP}):(\\d{1,5})|unix:\\d{1,5})`
const STAMP = '\\[(\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?)\\]'
const NAME = '[\\w.:~<>/-]{1,255}'
/**
 * `client:port [date] frontend backend/server Tq/Tw/Tc/Tr/Tt status bytes cookie cookie state conns queues headers
 * "request"`. Everything up to the headers is HAProxy's own; the headers and the request were typed by strangers.
 */
const HTTP = new RegExp(
  `^${PEER} ${STAMP} (${NAME}) (${NAME})/(${NAME}) (-?\\d+/-?\\d+/-?\\d+/-?\\d+/\\+?-?\\d+) (-?\\d{1,3}) \\+?(\\d{1,18}) (\\S{1,256}) (\\S{1,256}) ([\\w-]{4}) (\\d+/\\d+/\\d+/\\d+/\\+?\\d+) (\\d+/\\d+) ([\\s\\S]*)$`,
)
/** `client:port [date] frontend backend/server Tw/Tc/Tt bytes state conns queues`. */
const TCP = new RegExp(
  `^${PEER} ${STAMP} (${NAME}) (${NAME})/(${NAME}) (-?\\d+/-?\\d+/\\+?-?\\d+) \\+?(\\d{1,18}) ([\\w-]{2}) (\\d+/\\d+/\\d+/\\d+/\\+?\\d+) (\\d+/\\d+)\\s*$`,
)
/** `client:port [date] frontend/listener: Connection error during SSL handshake`. */
const ERROR = new RegExp(`^${PEER} ${STAMP} (${NAME})/(${NAME}): (\\S[\\s\\S]{1,512})$`)

function read(message: string): Fields | undefined {
  let m = HTTP.exec(message)
  if (m) {
    const [, client, port, time, frontend, backend, server, timers, status, bytes, , , state, , , tail = ''] = m
    return {
      form: 'http',
      ...told({ client, port, time, frontend, backend, server, timers, status, bytes, state }),
      ...requestOf(tail),
    }
  }
  m = TCP.exec(message)
  if (m) {
    const [, client, port, time, frontend, backend, server, timers, bytes, state] = m
    return { form: 'tcp', ...told({ client, port, time, frontend, backend, server, timers, bytes, state }) }
  }
  m = ERROR.exec(message)
  if (m) {
    const [, client, port, time, frontend, listener, reason] = m
    return { form: 'error', ...told({ client, port, time, frontend, listener, reason }) }
  }
  m = CONNECT.exec(message)
  if (m) {
    const [, client, port, local, local_port, frontend] = m
    return { form: 'connect', ...told({ client, port, local, local_port, frontend }) }
  }
  return { message }
}

/** The default format: `Connect from 192.0.2.10:40000 to 192.0.2.40:80 (www/HTTP)`. */
const CONNECT = new RegExp(`^Connect from (${IP}):(\\d{1,5}) to (${IP}):(\\d{1,5}) \\((${NAME})\\/(?:HTTP|TCP)\\)\\s*$`)

const told = (values: Record<string, string | undefined>): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

/**
 * The request is the last text in quotes; behind it, option httpslog tells of TLS. HAProxy escapes quotes in what a
 * client sent.
 */
function requestOf(tail: string): Fields {
  const end = tail.lastIndexOf('"')
  let start = tail.lastIndexOf('"', end - 1)
  while (start > 0 && tail[start - 1] === '\\') start = tail.lastIndexOf('"', start - 1)
  if (start < 0 || !/^(?: [\d/-]{9,64} [^\s"]{1,512})?\s*$/.test(tail.slice(end + 1))) return {}
  const request = tail.slice(start + 1, end)
  const line = /^([A-Z]{1,16}) (\S{1,8192})(?: (HTTP\/[\d.]{1,4}))?$/.exec(request)
  return told({ request, method: line?.[1], uri: line?.[2], version: line?.[3] })
}

/** The first letter says who ended the session early; `-` is a normal end. */
const STATE_SEVERITY: Told = { by: 'status', words: { 500: 3, 502: 3, 503: 3, 504: 3 }, else: 1 }
const ENDS = { client: 'src_endpoint.ip', port: 'src_endpoint.port' } as const

export const pack = definePack({
  id: 'haproxy-haproxy',
  vendor: 'HAProxy',
  product: 'HAProxy',
  names: ['HAProxy Community', 'HAProxy Enterprise'],
  docs: ['https://docs.haproxy.org/3.0/configuration.html#8.2'],
  send: 'global: log <address> local0; defaults: log global, option httplog or option tcplog.',
  marks: { tags: ['haproxy'], heads: ['<n>.<n>.<n>.<n>:<n> [<t>] <w>'] },
  confirms: ({ fields, message }) =>
    fields.program !== undefined || (message !== undefined && read(message)?.form !== undefined),
  read,
  time: ['time'],
  kind: 'form',
  kinds: {
    http: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: STATE_SEVERITY,
      map: {
        ...ENDS,
        uri: 'http_request.url.url_string',
        version: 'http_request.version',
        status: 'http_response.code',
        bytes: 'http_response.length',
      },
      says: [
        '{request}',
        'status {status}',
        'from {client}',
        'by {frontend}',
        'to {backend}/{server}',
        'state {state}',
      ],
      also: (source, draft) => {
        const method = source.text('method')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method)
        const status = Number(source.text('status'))
        // Without a status (-1) the client was gone before there was one.
        if (status >= 100) draft.end(status >= 400 ? 'failure' : 'success')
        else draft.end('failure')
        // P: HAProxy itself refused it; R: because of a rule or a limit.
        if (/^PR/.test(source.text('state') ?? '') && status === 403) draft.refuse()
      },
    },
    tcp: {
      title: 'Connection',
      class: 'network_activity',
      activity: 2,
      severity: 1,
      facts: { 'connection_info.protocol_name': 'tcp' },
      map: { ...ENDS, bytes: 'traffic.bytes_in' },
      says: ['Connection', 'from {client}', 'by {frontend}', 'to {backend}/{server}', 'bytes {bytes}', 'state {state}'],
      also: (source, draft) => {
        const state = source.text('state') ?? ''
        if (state === '--') draft.end('success')
        else if (/^[SPRI]C|^SQ|^PR/.test(state)) {
          draft.is('network_activity', 4).end('failure')
        }
      },
    },
    connect: {
      title: 'Connection opened',
      class: 'network_activity',
      activity: 1,
      severity: 1,
      facts: { 'connection_info.protocol_name': 'tcp' },
      map: { ...ENDS, local: 'dst_endpoint.ip', local_port: 'dst_endpoint.port' },
      says: ['Connection', 'from {client}', 'to {local}', 'port {local_port}', 'by {frontend}'],
    },
    error: {
      title: 'Connection that failed',
      class: 'network_activity',
      activity: 4,
      ends: 'failure',
      severity: 1,
      facts: { 'connection_info.protocol_name': 'tcp' },
      map: { ...ENDS, reason: 'status_detail' },
      says: ['{reason}', 'from {client}', 'by {frontend}'],
    },
  },
  lines: [
    {
      title: 'Server goes up or down',
      match:
        /^(?:Backup )?Server (?<backend>[\w.:-]{1,255})\/(?<server>[\w.:-]{1,255}) is (?<state>UP|DOWN|MAINT|going DOWN)/,
      class: 'application_lifecycle',
      activity: { by: 'state', words: { UP: 3, DOWN: 4, 'going DOWN': 4, MAINT: 7 }, else: 99 },
      severity: { by: 'state', words: { DOWN: 3 }, else: 1 },
      map: { server: 'app.name' },
    },
    {
      title: 'Backend without a server',
      match: /^(?:backend|proxy) (?<backend>[\w.:-]{1,255}) has no server available!/,
      class: 'application_lifecycle',
      activity: 4,
      severity: 4,
      map: { backend: 'app.name' },
    },
    {
      title: 'Proxy starts or stops',
      match: /^Proxy (?<backend>[\w.:-]{1,255}) (?<state>started|stopped)/,
      class: 'application_lifecycle',
      activity: { by: 'state', words: { started: 3, stopped: 4 }, else: 99 },
      severity: 1,
      map: { backend: 'app.name' },
    },
  ],
})
