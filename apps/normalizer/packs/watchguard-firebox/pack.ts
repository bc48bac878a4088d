import { definePack, type Fields, type Kind, type Line, readPairs } from '../../src/packs/kit.ts'

/** Serial number and UTC time, the program, then the message; the header's host may stand before. */
const HEAD =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} )?(?:([A-Za-z0-9][\w.-]{0,127}) )?([0-9A-Z]{13}) \((\d{4}-\d\d-\d\dT[\d:]{8})\) ([\w-]{1,32})(?:\[\d{1,10}\])?: (?=msg_id=)/
const ID = /^msg_id="([0-9A-Fa-f]{4}-[0-9A-Fa-f]{4})" (.{1,8192})$/s
const IP = '[0-9A-Fa-f.:]{2,45}'
/** `Deny 1-Trusted 0-External 52 tcp 20 127 10.0.1.2 203.0.113.9 62443 80 …`: sizes are there for packets only. */
const TRAFFIC = new RegExp(
  `^(?<disposition>Allow|Deny) (?<src_interface>\\S{1,64}) (?<dst_interface>\\S{1,64}) (?:\\d{1,6} )?(?<proto>[a-zA-Z][\\w-]{0,15}) (?:\\d{1,4} \\d{1,4} )?(?<src_ip>${IP}) (?<dst_ip>${IP}) (?<src_port>\\d{1,5}) (?<dst_port>\\d{1,5})(?= |$)`,
)
const POLICY = /\(([^()"]{1,128})\)\s*$/

function read(message: string, header: Readonly<Fields>): Fields | undefined {
  const head = HEAD.exec(message)
  const id = ID.exec(head ? message.slice(head[0].length) : message)
  if (!id) return undefined
  const text = id[2]!
  const out: Fields = { msg_id: id[1]!, message: text }
  if (head) {
    if (header.host === undefined && head[1] !== undefined) out.hostname = head[1]
    out.serial = head[2]
    out.utc = `${head[3]}Z`
    out.process_name = head[4]
  }
  const traffic = TRAFFIC.exec(text)
  if (!traffic?.groups) return out
  const tail = text.slice(traffic[0].length)
  const pairs = readPairs(tail)
  // Paths and agents are typed by strangers: a name that stands there twice is nobody's.
  if (pairs.src_user !== undefined && tail.split('src_user="').length !== 2) delete pairs.src_user
  Object.assign(out, pairs, traffic.groups, { message: text })
  out.proto = traffic.groups.proto!.toLowerCase()
  if (/^icmp/.test(String(out.proto))) {
    delete out.src_port
    delete out.dst_port
  }
  const policy = POLICY.exec(tail)?.[1]
  if (policy !== undefined) out.policy = policy
  out.event = pairs.virus ? 'virus' : pairs.signature_name ? 'signature' : pairs.op && pairs.dstname ? 'web' : 'traffic'
  return out
}

const FLOW = {
  src_ip: 'src_endpoint.ip',
  src_port: 'src_endpoint.port',
  src_interface: 'src_endpoint.interface_name',
  dst_ip: 'dst_endpoint.ip',
  dst_port: 'dst_endpoint.port',
  dst_interface: 'dst_endpoint.interface_name',
  proto: 'connection_info.protocol_name',
  policy: 'firewall_rule.name',
  src_user: 'actor.user',
} as const
const ENDS: Kind['ends'] = { by: 'disposition', allowed: ['Allow'], refused: ['Deny'] }
const finding = (title: string, name: string, uid: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends: ENDS,
  severity: { by: 'severity', words: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 }, else: 4 },
  map: { [name]: 'finding_info.title', [uid]: 'finding_info.uid', msg_id: 'finding_info.uid', ...FLOW },
})
const login = (title: string, match: RegExp, activity: number, ends: Kind['ends']): Line => ({
  title,
  match,
  class: 'authentication',
  activity,
  ends,
  map: {
    user: 'user.name',
    domain: 'user.domain',
    from: 'src_endpoint.ip',
    what: 'service.name',
    reason: 'status_detail',
  },
})

/** Names of devices hold letters, digits, `_` and often `-`. */
const NAMES = ['<w>', '<w>-<w>', '<w>-<n>', '<w>-<w>-<w>', '<w>-<w>-<n>', '<ip>']
const SERIALS = ['<w>', '<n><w>', '<n>']

export const pack = definePack({
  id: 'watchguard-firebox',
  vendor: 'WatchGuard',
  product: 'Firebox',
  names: ['Fireware', 'Firebox XTM', 'WatchGuard Firewall'],
  docs: ['https://www.watchguard.com/help/docs/fireware/12/en-US/log_catalog/Log-Catalog_v12_10.html'],
  send: 'System, Logging, Syslog Server: format Syslog, with the time stamp and the serial number of the device.',
  marks: {
    heads: [
      'msg_id=<q> ',
      ...SERIALS.flatMap(serial =>
        ['<w>: msg_id=', '<w>[<n>]: msg_id=', '<w>-<w>: msg_id=', '<w>-<w>[<n>]: msg_id='].flatMap(program => [
          `${serial} (<t>) ${program}`,
          ...NAMES.flatMap(name => [
            `<<n>><t> ${name} ${serial} (<t>) ${program}`,
            `${name} ${serial} (<t>) ${program}`,
            `<t> ${name} ${serial} (<t>) ${program}`,
          ]),
        ]),
      ),
    ],
  },
  confirms: ({ message }) =>
    message === undefined || /msg_id="[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}" /.test(message.slice(0, 512)),
  read,
  time: ['utc'],
  host: ['hostname'],
  kind: 'event',
  map: { msg_id: 'metadata.event_code', serial: 'device.uid' },
  kinds: {
    traffic: {
      title: 'Connection allowed or refused',
      class: 'network_activity',
      activity: { by: 'disposition', words: { Allow: 6, Deny: 5 }, else: 6 },
      ends: ENDS,
      map: {
        ...FLOW,
        sent_bytes: 'traffic.bytes_out',
        rcvd_bytes: 'traffic.bytes_in',
        app_name: 'app_name',
        msg: 'status_detail',
      },
    },
    web: {
      title: 'Web address visited',
      class: 'http_activity',
      activity: {
        by: 'op',
        words: { CONNECT: 1, DELETE: 2, GET: 3, HEAD: 4, OPTIONS: 5, POST: 6, PUT: 7, TRACE: 8, PATCH: 9 },
        else: 99,
      },
      ends: ENDS,
      map: {
        ...FLOW,
        op: 'http_request.http_method',
        dstname: 'http_request.url.hostname',
        arg: 'http_request.url.path',
        sent_bytes: 'traffic.bytes_out',
        rcvd_bytes: 'traffic.bytes_in',
      },
    },
    virus: finding('Virus found', 'virus', 'md5'),
    signature: finding('Attack found', 'signature_name', 'signature_id'),
  },
  lines: [
    login(
      'User is authenticated, or not',
      /^Authentication of (?<what>[\w ]{1,32}?) user \[(?<user>.{1,128})@(?<domain>[^@\]]{1,64})\] from (?<from>[0-9A-Fa-f.:]{2,45}) was (?<result>accepted|rejected)(?:, (?<reason>.{1,256}))?$/,
      1,
      { by: 'result', success: ['accepted'], failure: ['rejected'] },
    ),
    login(
      'User or administrator logs in',
      /^(?<what>[\w ]{1,32}?) user (?<user>[^\s@]{1,128})@(?<domain>\S{1,64}) from (?<from>[0-9A-Fa-f.:]{2,45}) logged in(?: |$)/,
      1,
      'success',
    ),
    login(
      'User or administrator logs out',
      /^(?<what>[\w ]{1,32}?) user (?<user>[^\s@]{1,128})@(?<domain>\S{1,64}) from (?<from>[0-9A-Fa-f.:]{2,45}) logged out(?: |$)/,
      2,
      'success',
    ),
    {
      title: 'ARP spoofing',
      match: /^ARP spoofing attack detected, ip=(?<ip>[0-9A-Fa-f.:]{2,45}), mac=(?<mac>[0-9A-Fa-f:]{17}), /,
      class: 'detection_finding',
      activity: 1,
      severity: 4,
      facts: { 'finding_info.title': 'ARP spoofing' },
      map: { msg_id: 'finding_info.uid', ip: 'src_endpoint.ip', mac: 'src_endpoint.mac' },
    },
  ],
  says: ['{msg_id}', '{message}'],
  personal: { src_user: 'user', user: 'user', src_ip: 'ip', dst_ip: 'ip' },
})
