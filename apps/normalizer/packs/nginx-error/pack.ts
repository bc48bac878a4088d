import { definePack, type Line, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = {
  by: 'level',
  words: { emerg: 5, alert: 5, crit: 4, error: 3, warn: 2, notice: 1, info: 1, debug: 1 },
  else: 1,
}
/** `2026/11/21 09:29:58 [error] 4242#4242: *17 open() "/x" failed (2: …), client: …, server: …, request: "GET / HTTP/1.1", host: "…"`. */
const HEAD = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(\w{1,8})\] (\d{1,10})#(\d{1,10}): (?:\*(\d{1,20}) )?([\s\S]*)$/
/**
 * nginx appends these itself, in this order and to the end of the line. What stands before them, and in quotes, may be
 * a path or a header that a stranger typed.
 */
const TAIL =
  /^, client: ([0-9A-Fa-f.:]{2,45}|unix:)(?:, server: ([^,\s]{0,255}))?(?:, request: "((?:[^"\\]|\\.)*)")?(?:, upstream: "((?:[^"\\]|\\.)*)")?(?:, host: "((?:[^"\\]|\\.)*)")?(?:, referrer: "((?:[^"\\]|\\.)*)")?\s*$/

/**
 * The end that nginx wrote. Where two places fit, one of them was typed by a stranger: then there is none.
 */
function tailOf(text: string): { at: number; tail: RegExpExecArray } | undefined {
  let found: { at: number; tail: RegExpExecArray } | undefined
  let tries = 0
  for (let at = text.indexOf(', client: '); at >= 0 && tries < 8; at = text.indexOf(', client: ', at + 1), tries++) {
    const tail = TAIL.exec(text.slice(at))
    if (tail && found) return undefined
    if (tail) found = { at, tail }
  }
  return found
}

function read(message: string): Record<string, string> | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const [, level = '', pid = '', tid = '', connection, rest = ''] = head
  const out: Record<string, string> = { time: message.slice(0, 19), level, pid, tid }
  if (connection) out.connection = connection
  const found = tailOf(rest)
  out.message = found ? rest.slice(0, found.at) : rest
  if (!found) return out
  const { tail } = found
  const [, client, server, request, upstream, host, referrer] = tail
  const told = { client, server, request, upstream, host, referrer }
  for (const [name, value] of Object.entries(told)) if (value !== undefined && value !== '') out[name] = value
  const line = /^([A-Z]{1,16}) (\S{1,8192})(?: HTTP\/[\d.]{1,4})?$/.exec(request ?? '')
  if (line) {
    out.method = line[1]!
    out.uri = line[2]!
  }
  return out
}

const METHODS = { CONNECT: 1, DELETE: 2, GET: 3, HEAD: 4, OPTIONS: 5, POST: 6, PUT: 7, TRACE: 8, PATCH: 9 } as const
const request = (title: string, match: RegExp, more: Partial<Line> = {}): Line => ({
  title,
  match,
  class: 'http_activity',
  activity: { by: 'method', words: METHODS, else: 99 },
  ends: 'failure',
  severity: LEVEL,
  map: {
    client: 'src_endpoint.ip',
    host: 'http_request.url.hostname',
    uri: 'http_request.url.url_string',
    method: 'http_request.http_method',
    referrer: 'http_request.referrer',
    user: 'actor.user.name',
  },
  says: ['{message}', '{request}', 'from {client}', 'host {host}', 'upstream {upstream}'],
  ...more,
})

export const pack = definePack({
  id: 'nginx-error',
  vendor: 'F5',
  product: 'nginx error log',
  names: ['nginx error', 'nginx'],
  docs: ['https://nginx.org/en/docs/ngx_core_module.html#error_log', 'https://nginx.org/en/docs/syslog.html'],
  send: 'error_log syslog:server=<address>, or the file through a shipper.',
  marks: { heads: ['<t> [<w>] <n>#<n>: '] },
  read,
  time: ['time'],
  map: { pid: 'process.pid' },
  lines: [
    request(
      'Password refused',
      /^user "(?<user>[^"]{1,256})"(?: was not found in "[^"]{1,1024}"|: password mismatch)$/,
      {
        class: 'authentication',
        activity: 1,
        severity: 2,
        facts: { 'service.name': 'nginx' },
        map: {
          user: 'user.name',
          client: 'src_endpoint.ip',
          uri: 'http_request.url.url_string',
          method: 'http_request.http_method',
        },
      },
    ),
    request('Refused by a rule', /^access forbidden by rule$/, { ends: 'refused' }),
    request('Too many requests', /^(?:limiting|delaying) (?:requests|connections)/, { ends: 'refused', severity: 2 }),
    request('File not found or not allowed', /^(?:open\(\)|"[^"]{1,4096}"|directory index of|stat\(\)) /),
    request('Upstream failed', /^(?:connect\(\)|upstream |recv\(\)|no live upstreams|SSL_do_handshake\(\))/),
    request('Client broke off', /^client (?:intended|sent|prematurely|timed)/),
  ],
  other: {
    title: 'Message of the server',
    class: 'base_event',
    activity: 0,
    severity: LEVEL,
    says: ['{message}', 'from {client}', '{request}'],
  },
})
