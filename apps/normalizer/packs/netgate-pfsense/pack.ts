import { columns, definePack, type Fields, type Line, named } from '../../src/packs/kit.ts'

const BASE = 'rulenr subrulenr anchor rid interface reason action dir ipversion'.split(' ')
const IPV4 = 'tos ecn ttl id offset ipflags protonum protoname length src dst'.split(' ')
const IPV6 = 'class flowlabel hoplimit protoname protonum length src dst'.split(' ')
const TCP = 'srcport dstport datalen tcpflags seq ack window urg tcpopts'.split(' ')
const UDP = 'srcport dstport datalen'.split(' ')

/** filterlog's columns depend on the version of IP and on the protocol. */
function readFilterlog(message: string): Fields | undefined {
  // The web interface: its messages are read by their text.
  if (/^\/\w{1,64}\.php: /.test(message)) return { message }
  const values = columns(message)
  const version = values[BASE.length - 1]
  if (version !== '4' && version !== '6') return undefined
  const head = [...BASE, ...(version === '4' ? IPV4 : IPV6)]
  const protocol = values[head.indexOf('protoname')]?.toLowerCase()
  const tail = protocol === 'tcp' ? TCP : protocol === 'udp' ? UDP : []
  const out: Fields = named([...head, ...tail], values)
  if (protocol !== undefined && protocol !== '') out.protoname = protocol
  // `0` stands for no anchor and no label.
  if (out.rid === '0') delete out.rid
  return out
}

const login = (title: string, match: RegExp, activity: number, ends: 'success' | 'failure'): Line => ({
  title,
  match,
  class: 'authentication',
  activity,
  ends,
  facts: { 'service.name': 'webConfigurator' },
  map: { user: 'user', from: 'src_endpoint.ip', backend: 'auth_protocol' },
})

const FLOW = {
  src: 'src_endpoint.ip',
  srcport: 'src_endpoint.port',
  dst: 'dst_endpoint.ip',
  dstport: 'dst_endpoint.port',
  protoname: 'connection_info.protocol_name',
  protonum: 'connection_info.protocol_num',
  rid: 'firewall_rule.uid',
} as const

export const pack = definePack({
  id: 'netgate-pfsense',
  vendor: 'Netgate',
  product: 'pfSense',
  names: ['pfSense Plus', 'OPNsense', 'filterlog', 'pf firewall'],
  docs: [
    'https://docs.netgate.com/pfsense/en/latest/monitoring/logs/raw-filter-format.html',
    'https://docs.opnsense.org/manual/logging_firewall.html',
  ],
  send: 'Status, System Logs, Settings, Remote Logging (pfSense) or System, Settings, Logging, Remote (OPNsense).',
  marks: {
    tags: ['filterlog'],
    heads: [
      '/index.php: Successful login for user ',
      '/index.php: webConfigurator authentication error for user ',
      '/index.php: User logged out for user ',
      '/<w>.php: Configuration Change: ',
    ],
  },
  read: readFilterlog,
  // A line that was cut before the addresses tells of no connection.
  kind: source => (source.text('src') === undefined ? undefined : source.text('action')),
  kinds: Object.fromEntries(
    (
      [
        ['pass', 'Packet passed', 1, 'allowed'],
        ['block', 'Packet blocked', 5, 'refused'],
        ['reject', 'Packet rejected', 5, 'refused'],
        ['nat', 'Address translated', 99, undefined],
        ['rdr', 'Packet redirected', 99, undefined],
        ['binat', 'Address translated both ways', 99, undefined],
      ] as const
    ).map(([action, title, activity, ends]) => [
      action,
      {
        title,
        class: 'network_activity' as const,
        activity,
        ends,
        map: FLOW,
        says: [
          'Packet {action}',
          '{dir} on {interface}',
          '{protoname}',
          'from {src}',
          'port {srcport}',
          'to {dst}',
          'port {dstport}',
          'rule {rid}',
        ],
      },
    ]),
  ),
  lines: [
    login(
      'Administrator logs in',
      /^\/index\.php: Successful login for user '(?<user>[^']{1,256})' from: (?<from>[0-9A-Fa-f.:]{2,45})(?: \([^()]{1,128}\))?$/,
      1,
      'success',
    ),
    login(
      'Administrator does not log in',
      // The name may hold anything: the address is the last one.
      /^\/index\.php: webConfigurator authentication error for user '(?<user>.{1,256})' from: (?<from>[0-9A-Fa-f.:]{2,45})$/,
      1,
      'failure',
    ),
    login(
      'Administrator logs out',
      /^\/index\.php: User logged out for user '(?<user>[^']{1,256})' from: (?<from>[0-9A-Fa-f.:]{2,45})(?: \([^()]{1,128}\))?$/,
      2,
      'success',
    ),
    {
      title: 'Configuration changed',
      match:
        /^\/\w{1,64}\.php: Configuration Change: (?<user>[^@\s]{1,256})@(?<from>[0-9A-Fa-f.:]{2,45})(?: \([^()]{1,128}\))?: (?<change>.{1,1024})$/,
      class: 'api_activity',
      activity: 3,
      ends: 'success',
      map: { user: 'actor.user', from: 'src_endpoint.ip', change: 'api.operation' },
    },
  ],
})
