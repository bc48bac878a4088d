import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/**
 * `ftp1.corp.example (client.example[203.0.113.9]) - …` of syslog, `… (…[…]): …` of the log file. The name of the client
 * is what its address resolves to.
 */
const HEAD =
  /^(?<server>[\w.:-]{1,255}) \((?<name>[\w.:-]{1,255})\[(?<ip>[0-9A-Fa-f.:]{2,45})\]\)(?: -|:) (?<rest>[\s\S]*)$/
/** The file without a client: `ftp1.corp.example - ProFTPD …`, `192.0.2.1: …`. */
const SERVER = /^([\w.:-]{1,255})(?: -|:) ([\s\S]*)$/

function read(text: string, header: Readonly<Fields>): Fields | undefined {
  if (header.program === undefined) return undefined
  const groups = HEAD.exec(text)?.groups
  if (!groups) {
    const own = SERVER.exec(text)
    return own ? { server: own[1], message: own[2] } : { message: text }
  }
  const { server, name, ip, rest } = groups
  return { server, client: ip, ...(name !== ip && { client_name: name }), message: rest }
}

const FROM = { client: 'src_endpoint.ip', client_name: 'src_endpoint.hostname' } as const
/** No colon and no bracket: what has them could be read in two ways. */
const USER = 'USER (?<user>[^\\s:()[\\]]{1,128})'
const login = (title: string, match: string, ends: Line['ends']): Line => ({
  title,
  match: new RegExp(`^${match}`),
  class: 'authentication',
  activity: 1,
  ends,
  facts: { 'service.name': 'ftp' },
  map: { user: 'user.name', ...FROM, why: 'status_detail' },
})

export const pack = definePack({
  id: 'proftpd-proftpd',
  vendor: 'ProFTPD',
  product: 'ProFTPD',
  docs: ['http://www.proftpd.org/docs/howto/Logging.html', 'http://www.proftpd.org/docs/howto/LogMessages.html'],
  send: 'Syslog (facility ftp), or the file of SystemLog through a shipper.',
  marks: { tags: ['proftpd'] },
  read,
  lines: [
    login('Login', `${USER}: Login successful\\.?$`, 'success'),
    login('Password refused', `${USER} \\(Login failed\\): (?<why>[A-Z][\\w ,'-]{1,128})\\.?$`, 'failure'),
    login('Unknown user', `${USER}: (?<why>no such user found) from `, 'failure'),
    login('Login as root refused', '(?:SECURITY VIOLATION: )?[Rr]oot login attempted\\.?$', 'refused'),
    {
      title: 'Session opened',
      match: /^FTP session opened\.$/,
      class: 'network_activity',
      activity: 1,
      map: FROM,
    },
    {
      title: 'Session closed',
      match: /^(?:FTP session closed\.|FTP (?:login|session idle|no transfer) timed? ?out)/,
      class: 'network_activity',
      activity: 2,
      map: FROM,
    },
    {
      title: 'Client refused',
      match:
        /^(?:Maximum login attempts \(\d{1,4}\) exceeded|Connection refused \(|connection refused|Connection from .{1,300} denied)/,
      class: 'network_activity',
      activity: 5,
      ends: 'refused',
      map: FROM,
    },
    {
      title: 'Server starts',
      match: /^ProFTPD (?<version>[\w.]{1,16}) .{1,128} standalone mode STARTUP$/,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'ProFTPD' },
      map: { version: 'app.version' },
    },
    {
      title: 'Server stops',
      match: /^ProFTPD (?:.{0,128} )?standalone mode SHUTDOWN$|^ProFTPD killed \(signal \d{1,3}\)$/,
      class: 'application_lifecycle',
      activity: 4,
      facts: { 'app.name': 'ProFTPD' },
    },
  ],
  personal: { server: 'host', client: 'ip', client_name: 'host' },
  // The line of a login as root names no user.
  lacks: ['user'],
})
