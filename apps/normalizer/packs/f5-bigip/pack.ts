import { definePack, type Fields, httpActivity, type Line, type Told } from '../../src/packs/kit.ts'

const LEVELS = 'emerg alert crit err error warning warn notice info debug'.split(' ')
/** `notice tmm1[12390]: 01490500:5: …`; the program may already be taken by the header. */
const HEAD = new RegExp(
  `^(?:(?:${LEVELS.join('|')}) )?(?:([A-Za-z][\\w.-]{0,31})(?:\\[(\\d{1,10})\\])?: )?([0-9a-fA-F]{8}):(\\d): (.{1,8192})$`,
  's',
)
/** Profile, partition and session in front of what APM tells; older versions write the session only. */
const SESSION = '^(?:(?<profile>/[^:\\s]{1,128}):[^:\\s]{1,64}:)?(?<session>[0-9a-f]{8}): '
const IP = '[0-9A-Fa-f.:]{2,45}'

function read(message: string): Fields | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const out: Fields = { message: head[5]!.trim(), errdefs_msgno: head[3]!, level: head[4]! }
  if (head[1] !== undefined) out.daemon = head[1]
  return out
}

const LEVEL: Told = { by: 'level', words: { 0: 5, 1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1 }, else: 1 }
const SEVERITY: Told = {
  by: 'severity',
  words: { emergency: 5, alert: 5, critical: 4, error: 3, warning: 3, notice: 2, informational: 1 },
  else: 2,
}
const vpn = (title: string, match: string, activity: number, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(SESSION + match),
  class: 'tunnel_activity',
  activity,
  ends: 'success',
  severity: LEVEL,
  map: {
    session: 'session.uid',
    ip: 'src_endpoint.ip',
    vip: 'dst_endpoint.ip',
    reason: 'status_detail',
  },
  ...more,
})
const login = (title: string, match: string, ends: 'success' | 'failure'): Line => ({
  title,
  match: new RegExp(SESSION + match),
  class: 'authentication',
  activity: 1,
  ends,
  severity: LEVEL,
  facts: { 'service.name': 'APM' },
  map: { user: 'user', session: 'session.uid' },
})

export const pack = definePack({
  id: 'f5-bigip',
  vendor: 'F5',
  product: 'BIG-IP',
  names: ['BIG-IP LTM', 'BIG-IP ASM', 'BIG-IP APM', 'Advanced WAF', 'LTM', 'ASM', 'APM'],
  docs: [
    'https://techdocs.f5.com/kb/en-us/products/big-ip_asm/manuals/product/asm-implementations-13-1-0/14.html',
    'https://clouddocs.f5.com/products/extensions/f5-telemetry-streaming/latest/event-listener.html',
    'https://my.f5.com/manage/s/article/K16197',
  ],
  send: 'System, Logs, Configuration, Remote Logging; for ASM a logging profile with Remote Storage: key-value pairs or CEF.',
  marks: {
    tags: ['tmm', 'tmm1', 'tmm2', 'tmm3', 'tmm4', 'tmm5', 'tmm6', 'tmm7', 'mcpd', 'apmd', 'bigd', 'big3d'],
    heads: LEVELS.flatMap(level => [
      `${level} <w>[<n>]: <n>:<n>: `,
      `${level} <w>: <n>:<n>: `,
      `${level} <w>[<n>]: <n><w>:<n>: `,
      `${level} <w>: <n><w>:<n>: `,
    ]),
    keys: [['support_id', 'violations', 'ip_client', 'request_status']],
    cef: ['F5|ASM'],
  },
  read,
  time: ['date_time', 'rt'],
  host: ['unit_hostname', 'dvchost', 'management_ip_address', 'dvc'],
  kind: source => {
    if (source.text('deviceProduct') === 'ASM') return 'cef'
    const status = source.text('request_status')
    if (status === undefined) return undefined
    const found = source.first('attack_type', 'violations')
    return status === 'passed' && (found === undefined || found === 'N/A') ? 'request' : 'attack'
  },
  map: { errdefs_msgno: 'metadata.event_code' },
  kinds: {
    attack: {
      title: 'ASM: attack or violation',
      class: 'detection_finding',
      activity: 1,
      ends: { by: 'request_status', refused: ['blocked'], allowed: ['alerted', 'passed'] },
      severity: SEVERITY,
      map: {
        attack_type: 'finding_info.title',
        violations: 'finding_info.title',
        support_id: 'finding_info.uid',
        sig_names: 'finding_info.desc',
        ip_client: 'src_endpoint.ip',
        src_port: 'src_endpoint.port',
        dest_ip: 'dst_endpoint.ip',
        dest_port: 'dst_endpoint.port',
        method: 'http_request.http_method',
        uri: 'http_request.url.path',
        policy_name: 'firewall_rule.name',
      },
      says: [
        '{request_status}',
        '{attack_type}',
        '{violations}',
        'from {ip_client}',
        '{method} {uri}',
        'policy {policy_name}',
      ],
    },
    request: {
      title: 'ASM: request passed',
      class: 'http_activity',
      activity: 99,
      ends: 'allowed',
      severity: 1,
      map: {
        ip_client: 'src_endpoint.ip',
        src_port: 'src_endpoint.port',
        dest_ip: 'dst_endpoint.ip',
        dest_port: 'dst_endpoint.port',
        method: 'http_request.http_method',
        uri: 'http_request.url.path',
        policy_name: 'firewall_rule.name',
      },
      says: ['{request_status}', 'from {ip_client}', '{method} {uri}', '{response_code}'],
      also: (source, draft) => {
        draft.is('http_activity', httpActivity(source.text('method')))
        // 0 stands for no answer.
        const code = source.text('response_code')
        if (code !== '0') draft.set('http_response.code', code)
      },
    },
    cef: {
      title: 'ASM: violation, in CEF',
      class: 'detection_finding',
      activity: 1,
      ends: { by: 'act', refused: ['blocked'], allowed: ['alerted', 'passed'] },
      severity: 3,
      map: {
        attack_type: 'finding_info.title',
        name: 'finding_info.title',
        externalId: 'finding_info.uid',
        src: 'src_endpoint.ip',
        spt: 'src_endpoint.port',
        dst: 'dst_endpoint.ip',
        dpt: 'dst_endpoint.port',
        requestMethod: 'http_request.http_method',
        request: 'http_request.url.url_string',
        policy_name: 'firewall_rule.name',
      },
      says: ['{act}', '{name}', '{attack_type}', 'from {src}', '{requestMethod} {request}', 'policy {policy_name}'],
    },
  },
  lines: [
    vpn(
      'APM: session opened',
      `New session from client IP (?<ip>${IP}) \\([^()]{0,128}\\) at VIP (?<vip>${IP}) Listener (?<listener>\\S{1,256})`,
      1,
    ),
    vpn('APM: session deleted', 'Session deleted(?: \\([^()]{1,64}\\)| due to (?<reason>[^.]{1,128}))?\\.?$', 2),
    vpn(
      'APM: bytes of a session',
      'Session statistics - bytes in: ?(?<in>\\d{1,18}), bytes out: ?(?<out>\\d{1,18})',
      99,
    ),
    login(
      'APM: user logs in',
      "\\w{1,32} (?:agent|module): (?:Auth \\(logon attempt:\\d{1,3}\\): authenticate|authentication) with '(?<user>.{1,256})' successful$",
      'success',
    ),
    login(
      'APM: user does not log in',
      "\\w{1,32} (?:agent|module): (?:Auth \\(logon attempt:\\d{1,3}\\): authenticate|authentication) with '(?<user>[^']{1,256})' failed",
      'failure',
    ),
    {
      title: 'Command or change by an administrator',
      match:
        /^AUDIT - (?:client [^,]{1,64}, )?(?:[\w-]{1,64}, )?user (?<user>\S{1,128}) - (?<change>(?:transaction #|RAW|folder ).{1,4096})$/s,
      class: 'api_activity',
      activity: 99,
      severity: LEVEL,
      map: { user: 'actor.user', change: 'api.operation' },
    },
    {
      title: 'Member of a pool up or down',
      match:
        /^Pool (?<pool>\S{1,256}) member (?<member>\S{1,256}) (?:monitor status (?<state>up|down|forced down|unchecked)|session status)/,
      class: 'base_event',
      activity: 0,
      severity: LEVEL,
    },
    {
      title: 'No member of a pool is there',
      match: /^No members available for pool (?<pool>\S{1,256})$/,
      class: 'base_event',
      activity: 0,
      severity: LEVEL,
    },
  ],
  says: ['{errdefs_msgno}', '{message}'],
  // Who signs in to an application is typed by strangers: it is not taken for an account.
  personal: { user: 'user', username: 'user', ip_client: 'ip', src: 'ip' },
  lacks: ['src_endpoint'],
})
