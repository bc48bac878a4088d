import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `Sat Nov 21 09:29:58 2026 : Auth: …` of the log file. */
const FILE =
  /^((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}) : (\w{1,16}): ([\s\S]*)$/
/**
 * The name in brackets was typed by a stranger; what follows the last bracket is the server's. After a slash stands the
 * password, if log_auth_badpass is set, or where it came from.
 */
const LOGIN =
  /^(?:\(\d{1,12}\) {1,2})?(Login OK|Login incorrect|Invalid user|Multiple logins)(?: \(([^[\]]{1,512})\))?: \[(.{0,512})\] \(from client ([\w.:-]{1,128}) port (\d{1,10})(?: cli ([^\s()]{1,64}))?( via TLS tunnel)?\)\s*$/

function read(text: string, header: Readonly<Fields>): Fields | undefined {
  const file = FILE.exec(text)
  if (!file && header.program === undefined) return undefined
  const said = file?.[3] ?? text
  const out: Fields = { ...(file && { time: file[1], level: file[2] }) }
  const login = LOGIN.exec(said)
  if (!login) return { ...out, message: said }
  const [, result, reason, names = '', client, nas_port, cli, tunnel] = login
  const user = userOf(names)
  return {
    ...out,
    result,
    ...(reason && { reason }),
    ...(user && { user }),
    client,
    nas_port,
    ...(cli && { cli }),
    ...(tunnel && { tunnel: 'TLS' }),
    message: result,
  }
}

/** The name without the password. Machines log in as `host/pc1.corp.example`. */
function userOf(names: string): string | undefined {
  // Two readings fit: a bracket in the name, or one of a stranger's making.
  if (names.includes('] (from client ')) return undefined
  const start = names.startsWith('host/') ? 5 : 0
  const slash = names.indexOf('/', start)
  const name = slash < 0 ? names : names.slice(0, slash)
  return name === '' ? undefined : name
}

const MAC = /^[0-9A-Fa-f]{2}(?:[-:]?[0-9A-Fa-f]{2}){5}$/
const login = (title: string, match: RegExp, ends: Line['ends']): Line => ({
  title,
  match,
  class: 'authentication',
  activity: 1,
  ends,
  facts: { 'service.name': 'radius', auth_protocol: 'RADIUS' },
  map: { user: 'user', reason: 'status_detail' },
  says: ['{result}', '({reason})', 'user {user}', 'from client {client} port {nas_port}', 'station {cli}'],
  also: (source, draft) => {
    const cli = source.text('cli')
    if (cli && MAC.test(cli)) draft.set('src_endpoint.mac', cli.replaceAll('-', ':').toLowerCase())
    else draft.set('src_endpoint.ip', cli)
  },
})

export const pack = definePack({
  id: 'freeradius-freeradius',
  vendor: 'FreeRADIUS',
  product: 'FreeRADIUS',
  names: ['RADIUS', 'radiusd'],
  docs: ['https://wiki.freeradius.org/guide/radiusd-X', 'https://networkradius.com/doc/3.0.10/raddb/radiusd.conf.html'],
  send: 'log { destination = syslog, auth = yes }, or radius.log through a shipper. Leave auth_badpass and auth_goodpass off: they write passwords.',
  marks: {
    tags: ['radiusd', 'freeradius'],
    heads: ['Auth', 'Info', 'Error', 'Proxy', 'Warning', 'Debug', 'Acct'].map(level => `<t> : ${level}: `),
  },
  read,
  time: ['time'],
  map: { level: 'metadata.log_level' },
  lines: [
    login('Login', /^Login OK$/, 'success'),
    login('Login refused', /^(?:Login incorrect|Invalid user)$/, 'failure'),
    login('Too many logins', /^Multiple logins$/, 'refused'),
    {
      title: 'Request of an unknown client',
      match:
        /^(?:\(\d{1,12}\) {1,2})?Ignoring request to (?:auth|acct|auth\+acct|authentication|accounting|coa)\S{0,16} (?:proto \w{1,8} )?address (?<local>\S{1,45}) port (?<lport>\d{1,5})(?: bound to server \S{1,64})? from unknown client (?<asker>[0-9A-Fa-f.:]{2,45}) port (?<aport>\d{1,5})(?: proto \w{1,8})?$/,
      class: 'network_activity',
      activity: 5,
      ends: 'refused',
      map: { asker: 'src_endpoint.ip', aport: 'src_endpoint.port', lport: 'dst_endpoint.port' },
    },
    {
      title: 'Server starts',
      match: /^Ready to process requests\.?$/,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'FreeRADIUS' },
    },
    {
      title: 'Server stops',
      match: /^(?:Exiting normally\.?|Signalled to terminate)$/,
      class: 'application_lifecycle',
      activity: 4,
      ends: 'success',
      facts: { 'app.name': 'FreeRADIUS' },
    },
  ],
  personal: { cli: 'mac', client: 'host' },
  // A name that could be read in two ways is left out.
  lacks: ['user', 'dst_endpoint'],
})
