import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/**
 * `2026-11-21 09:29:58 ann/203.0.113.9:50000 message` in the file, without the time through syslog. The part before the
 * message is OpenVPN's: the common name of the client, once it is known, and its address. It writes `_` for odd
 * characters of the name, blanks among them.
 */
const PREFIX =
  /^(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}) )?(?:us=\d{1,6} )?(?:([^\s/]{1,64})\/)?(?:(?:(?:udp|tcp)[46]?(?:-server)?:)?(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9A-Fa-f:.]{2,45})\]):(\d{1,5}) )?([\s\S]*)$/

function read(message: string, fields: Readonly<Fields>): Fields | undefined {
  const [, time, name, ip, ip6, port, rest = ''] = PREFIX.exec(message) ?? []
  const client = ip ?? ip6
  // A line of a file is only known by its time and a client.
  if (fields.program === undefined && (time === undefined || (client === undefined && !OWN.test(rest))))
    return undefined
  const out: Fields = { message: client === undefined && name !== undefined ? message : rest }
  if (time !== undefined) out.time = time
  if (client === undefined) return out
  Object.assign(out, { client, client_port: port })
  if (name !== undefined && name !== 'UNDEF') out.common_name = name
  return out
}
const OWN = /^(?:OpenVPN \d|Initialization Sequence Completed|TLS Error: |library versions: OpenSSL|MULTI: )/

const CLIENT = { client: 'src_endpoint.ip', client_port: 'src_endpoint.port' } as const
const SAYS = ['{message}', 'client {common_name}', 'from {client}'] as const
const login = (title: string, match: RegExp, ends: Line['ends']): Line => ({
  title,
  match,
  class: 'authentication',
  activity: 1,
  ends,
  severity: 1,
  facts: { 'service.name': 'OpenVPN' },
  map: { user: 'user.name', common_name: 'user.name', ...CLIENT },
  says: SAYS,
})
const tunnel = (title: string, match: RegExp, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match,
  class: 'tunnel_activity',
  activity,
  severity: 1,
  facts: { tunnel_type: 'OpenVPN' },
  map: { common_name: 'actor.user.name', user: 'actor.user.name', ...CLIENT },
  says: SAYS,
  ...more,
})

export const pack = definePack({
  id: 'openvpn-openvpn',
  vendor: 'OpenVPN',
  product: 'OpenVPN',
  names: ['OpenVPN Community', 'OpenVPN server'],
  docs: ['https://openvpn.net/community-docs/community-articles/openvpn-2-6-manual.html'],
  send: 'Without log options the server writes to syslog; log-append writes a file for a shipper.',
  marks: {
    tags: ['openvpn', 'ovpn-server', 'ovpn'],
    heads: [
      '<t> <n>.<n>.<n>.<n>:<n> ',
      '<t> <w>/<n>.<n>.<n>.<n>:<n> ',
      '<t> us=<n> <n>.<n>.<n>.<n>:<n> ',
      '<t> us=<n> <w>/<n>.<n>.<n>.<n>:<n> ',
      '<t> <w>.<w>/<n>.<n>.<n>.<n>:<n> ',
      '<t> OpenVPN <n>.<n>',
      '<t> MULTI: ',
      '<t> TLS Error: ',
      '<t> Initialization Sequence Completed',
    ],
  },
  read,
  time: ['time'],
  lines: [
    login(
      'Password accepted',
      /^TLS: Username\/Password authentication succeeded for username '(?<user>[^']{1,256})'(?: \[CN SET\])?\s*$/,
      'success',
    ),
    {
      // The name holds quotes, so nobody can tell where it ends.
      ...login(
        'Password accepted, the name is unclear',
        /^TLS: Username\/Password authentication succeeded for /,
        'success',
      ),
      map: CLIENT,
      says: ['Password accepted', 'from {client}'],
    },
    login('Password refused', /^TLS Auth Error: Auth Username\/Password verification failed for peer/, 'failure'),
    login(
      'Password refused by a plug-in',
      /^PLUGIN_CALL: POST .{1,512}PLUGIN_AUTH_USER_PASS_VERIFY status=1/,
      'failure',
    ),
    tunnel('Client connected', /^\[(?<user>[^\]\s]{1,64})\] Peer Connection Initiated with /, 1, {
      ends: 'success',
      also: (source, draft) => {
        // The address follows, for lines that do not begin with it.
        const end =
          /Peer Connection Initiated with \[AF_INET6?\](?:(\d{1,3}(?:\.\d{1,3}){3})|([0-9A-Fa-f:]{2,45}?)):(\d{1,5})(?: |$)/.exec(
            source.text('message') ?? '',
          )
        draft.set('src_endpoint.ip', end?.[1] ?? end?.[2]).set('src_endpoint.port', end?.[3])
      },
    }),
    tunnel('Address given', /^MULTI: primary virtual IPv?[46]? for .{1,256}: (?<address>[0-9A-Fa-f.:]{2,45})$/, 1, {
      map: { common_name: 'actor.user.name', ...CLIENT, address: 'tunnel_interface.ip' },
    }),
    tunnel('Client begins', /^TLS: Initial packet from \[AF_INET6?\]/, 1),
    tunnel('Certificate accepted', /^VERIFY OK: depth=0, /, 1, { ends: 'success' }),
    tunnel('Keys renewed', /^TLS: (?:soft reset|tls_process: killed expired key)/, 3),
    tunnel(
      'Client does not answer',
      /^\[(?<user>[^\]\s]{1,64})\] Inactivity timeout \(--ping-restart\), restarting/,
      2,
    ),
    tunnel('Client disconnected', /^SIGTERM\[soft,remote-exit\] received, client-instance exiting/, 2),
    tunnel(
      'Client lost',
      /^SIGUSR1\[soft,(?:ping-restart|connection-reset|tls-error|auth-failure)\] received, client-instance restarting/,
      2,
    ),
    {
      title: 'Certificate refused',
      match: /^VERIFY ERROR: depth=\d{1,3}, error=(?<error>[^:]{1,128})/,
      class: 'tunnel_activity',
      activity: 99,
      ends: 'failure',
      severity: 2,
      facts: { tunnel_type: 'OpenVPN' },
      map: { ...CLIENT, error: 'status_detail' },
      says: SAYS,
    },
    {
      title: 'Handshake failed',
      match:
        /^(?:TLS Error: |TLS_ERROR: |OpenSSL: error|Authenticate\/Decrypt packet error|WARNING: Bad encapsulated packet length|Connection reset, restarting)/,
      class: 'tunnel_activity',
      activity: 99,
      ends: 'failure',
      severity: 2,
      facts: { tunnel_type: 'OpenVPN' },
      map: CLIENT,
      says: SAYS,
      also: (source, draft) => {
        const end = /\[AF_INET6?\](?:(\d{1,3}(?:\.\d{1,3}){3})|([0-9A-Fa-f:]{2,45}?)):(\d{1,5})(?:[ ,(]|$)/.exec(
          source.text('message') ?? '',
        )
        draft.set('src_endpoint.ip', end?.[1] ?? end?.[2]).set('src_endpoint.port', end?.[3])
      },
    },
  ],
  lacks: ['user'],
  personal: { common_name: 'user' },
})
