import { definePack, type Fields, type Line, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = {
  by: 'level',
  words: { emerg: 5, alert: 5, crit: 4, error: 3, warn: 2 },
  else: 1,
}
/**
 * `[Sat Nov 21 09:29:58.123456 2026] [core:error] [pid 17:tid 139] (13)Permission denied: [client 192.0.2.1:4711] AH00035: …`,
 * and the form of version 2.2, which has only the level and no port.
 */
const HEAD =
  /^(?:\[([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4})\] )?\[(?:([\w-]{0,32}):)?(\w{1,8})\] (?:\[pid (\d{1,10})(?::tid (\d{1,20}))?\] )?(?:\[remote ([0-9A-Fa-f.:]{2,45}):(\d{1,5})\] )?([\s\S]*)$/
/** What the operating system said, then the client. Both stand before anything that a stranger typed. */
const BEFORE =
  /^((?:[\w.]{1,32}\.c\(\d{1,6}\): )?(?:\(\d{1,10}\)[A-Z][A-Za-z '()/-]{0,80}: )?)\[client ([0-9A-Fa-f.:]{2,45}|\S{1,255})\] ([\s\S]*)$/

function read(message: string): Fields | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const [, time, module, level = '', pid, tid, remote, port, rest = ''] = head
  const out: Fields = { level }
  const told = { time, module, pid, tid }
  for (const [name, value] of Object.entries(told)) if (value !== undefined && value !== '') out[name] = value
  if (remote !== undefined) Object.assign(out, { client: remote, client_port: port })
  const before = BEFORE.exec(rest)
  if (!before) return { ...out, ...coded(rest) }
  const [, error, client = '', text = ''] = before
  if (error) out.error = error.replace(/: $/, '')
  return { ...out, ...endOf(client), ...coded(text) }
}

/** `192.0.2.1:4711`, `2001:db8::1:4711` (the port is what follows the last colon) or an address alone. */
function endOf(client: string): Fields {
  const colon = client.lastIndexOf(':')
  if (colon < 0) return { client }
  return { client: client.slice(0, colon).replace(/^\[|\]$/g, ''), client_port: client.slice(colon + 1) }
}

function coded(text: string): Fields {
  const out: Fields = { message: text }
  const code = /^(AH\d{5}): /.exec(text)
  if (code) out.code = code[1]
  if (!/^(?:\[client [^\]]{1,64}\] )?ModSecurity: /.test(text)) return out
  // ModSecurity escapes the quotes of what a stranger sent, so these are its own.
  for (const name of ['id', 'msg', 'uri', 'unique_id']) {
    const at = text.indexOf(`[${name} "`)
    const end = text.indexOf('"]', at)
    if (at >= 0 && end > at) out[`rule_${name}`] = text.slice(at + name.length + 3, end)
  }
  return out
}

const SAYS = ['{message}', 'from {client}', '{error}'] as const
const login = (title: string, match: RegExp): Line => ({
  title,
  match,
  class: 'authentication',
  activity: 1,
  ends: 'failure',
  severity: 2,
  facts: { 'service.name': 'httpd' },
  map: {
    user: 'user.name',
    client: 'src_endpoint.ip',
    client_port: 'src_endpoint.port',
    code: 'metadata.event_code',
  },
  says: SAYS,
})
const refused = (title: string, match: RegExp): Line => ({
  title,
  match,
  class: 'http_activity',
  activity: 0,
  ends: 'refused',
  severity: LEVEL,
  map: {
    client: 'src_endpoint.ip',
    client_port: 'src_endpoint.port',
    code: 'metadata.event_code',
  },
  says: SAYS,
})

export const pack = definePack({
  id: 'apache-http',
  vendor: 'Apache',
  product: 'HTTP Server error log',
  names: ['Apache', 'httpd', 'Apache HTTP Server', 'Apache error'],
  docs: [
    'https://httpd.apache.org/docs/2.4/logs.html#errorlog',
    'https://httpd.apache.org/docs/2.4/mod/core.html#errorlogformat',
  ],
  send: 'ErrorLog "syslog:local1", or the file through a shipper. Access logs are read by generic-web-access.',
  marks: {
    heads: [
      '[<t>] [<w>:<w>] [pid ',
      '[<t>] [:<w>] [pid ',
      '[<t>] [<w>] [client ',
      '[<t>] [<w>] [pid ',
      '[<t>] [ssl:<w>] ',
      '[<t>] [notice] ',
      '[<t>] [error] ',
      '[<t>] [warn] ',
      '[<t>] [crit] ',
      '[<t>] [info] ',
      '[<w>:<w>] [pid <n>',
    ],
  },
  confirms: ({ message }) => message !== undefined && HEAD.test(message),
  read,
  time: ['time'],
  map: { pid: 'process.pid' },
  lines: [
    // A name may hold the words behind it. Then there is no telling where it ends, and no name is taken.
    login(
      'Password refused',
      /^(?:AH\d{5}: )?user (?<user>[^\s"]{1,256}): authentication failure for "(?:[^"\\]|\\.){0,4096}": Password Mismatch(?:, referer: |$)/,
    ),
    login('User not found', /^(?:AH\d{5}: )?user (?<user>[^\s"]{1,256}) not found(?!.{0,8192} not found)(?:: |$)/),
    login(
      'Digest login refused',
      /^(?:AH\d{5}: )?(?:Digest: )?user [`'](?<user>[^\s'"`]{1,256})' in realm [`'][^'`]{0,256}' (?:not found|denied by provider)/,
    ),
    login(
      'LDAP login refused',
      /^(?:AH\d{5}: )?auth_ldap authenticate: user (?<user>[^\s"]{1,256}) authentication failed/,
    ),
    refused('Refused by configuration', /^(?:AH\d{5}: )?client denied by server configuration: /),
    refused('Not allowed', /^(?:AH\d{5}: )?(?:access to |authorization failure)/),
    {
      title: 'Blocked or found by ModSecurity',
      match: /^(?:\[client [^\]]{1,64}\] )?ModSecurity: (?<action>Access denied|Warning)/,
      class: 'detection_finding',
      activity: 1,
      ends: { by: 'action', refused: ['Access denied'] },
      severity: 3,
      map: {
        rule_msg: 'finding_info.title',
        rule_id: 'finding_info.uid',
        client: 'src_endpoint.ip',
        client_port: 'src_endpoint.port',
      },
      says: ['{action}', '{rule_msg}', 'rule {rule_id}', 'from {client}'],
    },
    {
      title: 'Request that cannot be served',
      match:
        /^(?:AH\d{5}: )?(?:File does not exist|Invalid URI in request|request failed|script |Attempt to serve|Cannot serve directory|Invalid method in request|URI too long|\(\d{1,5}\)[A-Z])/,
      class: 'http_activity',
      activity: 0,
      ends: 'failure',
      severity: LEVEL,
      map: { client: 'src_endpoint.ip', client_port: 'src_endpoint.port', code: 'metadata.event_code' },
      says: SAYS,
    },
  ],
  other: {
    title: 'Message of the server',
    class: 'base_event',
    activity: 0,
    severity: LEVEL,
    map: { code: 'metadata.event_code' },
    says: SAYS,
    also: (source, draft) => {
      const client = source.text('client')
      if (client === undefined) return
      draft.is('http_activity', 0).set('src_endpoint.ip', client)
      draft.set('src_endpoint.port', source.text('client_port'))
    },
  },
  // The message says what was wrong with a request, and rarely which request.
  lacks: ['http_request'],
})
