import type { Kind, Line, Told } from '../../src/packs/kit.ts'

const IP = '[0-9A-Fa-f.:]{2,45}'
const LEVEL: Told = { by: 'level', words: { 0: 5, 1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1 }, else: 1 }
const FLOW = {
  sip: 'src_endpoint.ip',
  sport: 'src_endpoint.port',
  smac: 'src_endpoint.mac',
  dip: 'dst_endpoint.ip',
  dport: 'dst_endpoint.port',
  proto: 'connection_info.protocol_name',
  protonum: 'connection_info.protocol_num',
  acl: 'firewall_rule.name',
} as const
const VERDICT = { by: 'verdict', words: { permitted: 1, denied: 5 }, else: 6 } as const
const ENDS: Kind['ends'] = { by: 'verdict', allowed: ['permitted'], refused: ['denied'] }

const acl = (title: string, match: string): Line => ({
  title,
  match: new RegExp(match),
  class: 'network_activity',
  activity: VERDICT,
  ends: ENDS,
  severity: LEVEL,
  map: FLOW,
})
const login = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(match),
  class: 'authentication',
  activity: 1,
  severity: LEVEL,
  ends: {
    by: 'result',
    success: ['Success', 'Succeeded', 'Successful', 'success'],
    failure: ['failed', 'Failed', 'Rejected', 'failure'],
  },
  map: {
    user: 'user',
    sip: 'src_endpoint.ip',
    smac: 'src_endpoint.mac',
    localport: 'dst_endpoint.port',
    reason: 'status_detail',
  },
  ...more,
})
const changed = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(match),
  class: 'api_activity',
  activity: 3,
  ends: 'success',
  severity: LEVEL,
  facts: { 'api.operation': 'configure' },
  map: { user: 'actor.user', sip: 'src_endpoint.ip', command: 'api.operation' },
  ...more,
})
const finding = (title: string, match: string): Line => ({
  title,
  match: new RegExp(match),
  class: 'detection_finding',
  activity: 1,
  severity: LEVEL,
  facts: { 'finding_info.title': title },
  map: { ...FLOW, mnemonic: 'finding_info.uid', user: 'actor.user' },
})
const system = (title: string, match: string): Line => ({
  title,
  match: new RegExp(match),
  class: 'base_event',
  activity: 0,
  severity: LEVEL,
})
/** The interface and the address of the sender, with `log-input`. */
const INPUT = '(?: \\([^()]{1,80}\\))?'

export const LINES: readonly Line[] = [
  acl(
    'Access list: TCP or UDP',
    `^(?:access-list|list) (?<acl>\\S{1,128}) (?<verdict>permitted|denied) (?<proto>tcp|udp|sctp) (?<sip>${IP})\\((?<sport>\\d{1,5})\\)${INPUT} ?-> ?(?<dip>${IP})\\((?<dport>\\d{1,5})\\)`,
  ),
  acl(
    'Access list: other protocols',
    `^(?:access-list|list) (?<acl>\\S{1,128}) (?<verdict>permitted|denied) (?:(?<protonum>\\d{1,3})|(?<proto>[a-z][\\w-]{1,15})) (?<sip>${IP})${INPUT} ?-> ?(?<dip>${IP})`,
  ),
  acl(
    'Access list: source only',
    `^(?:access-list|list) (?<acl>\\S{1,128}) (?<verdict>permitted|denied) (?<sip>${IP}) \\d{1,12} packet`,
  ),
  {
    ...acl(
      'Access list of a switch counts a flow',
      `^Src IP: (?<sip>${IP}), Dst IP: (?<dip>${IP}), Src Port: (?<sport>\\d{1,5}), Dst Port: (?<dport>\\d{1,5}), Src Intf: [^,]{1,64}, Protocol: "(?<proto>\\w{1,16})"\\((?<protonum>\\d{1,3})\\)`,
    ),
    activity: 6,
    ends: undefined,
  },
  {
    title: 'Zone firewall: session opened',
    match: new RegExp(
      `Start (?<app>[\\w-]{1,32}) session: initiator \\((?<sip>${IP}):(?<sport>\\d{1,5})\\) -- responder \\((?<dip>${IP}):(?<dport>\\d{1,5})\\)$`,
    ),
    class: 'network_activity',
    activity: 1,
    ends: 'allowed',
    severity: LEVEL,
    map: { ...FLOW, app: 'app_name' },
  },
  {
    title: 'Zone firewall: session closed',
    match: new RegExp(
      `Stop (?<app>[\\w-]{1,32}) session: initiator \\((?<sip>${IP}):(?<sport>\\d{1,5})\\) sent (?<sent>\\d{1,18}) bytes -- responder \\((?<dip>${IP}):(?<dport>\\d{1,5})\\) sent (?<received>\\d{1,18}) bytes`,
    ),
    class: 'network_activity',
    activity: 2,
    ends: 'success',
    severity: LEVEL,
    map: { ...FLOW, app: 'app_name', sent: 'traffic.bytes_out', received: 'traffic.bytes_in' },
  },
  // The name may hold anything: what the system wrote behind it is the last of its kind.
  login(
    'Login',
    `^Login (?<result>Success|failed) \\[user: (?<user>.{0,256})\\] \\[Source: (?<sip>${IP})\\] \\[localport: (?<localport>\\d{1,5})\\](?: \\[Reason: (?<reason>[^\\]]{1,256})\\])? at `,
  ),
  finding(
    'Too many failed logins: quiet mode',
    `^Still timeleft for watching failures is \\d{1,9} secs, \\[user: (?<user>.{0,256})\\] \\[Source: (?<sip>${IP})\\] `,
  ),
  login(
    'Login by SSH',
    `^User '(?<user>.{1,256})' authentication for SSH2 Session from (?<sip>${IP}) \\(tty = \\d{1,5}\\) using crypto cipher '[^']{0,64}', hmac '[^']{0,64}' (?<result>Succeeded|Failed)`,
    { facts: { 'service.name': 'ssh' } },
  ),
  login(
    'Login by the web server',
    `^Login (?<result>Successful) from host (?<sip>${IP}) by user '(?<user>[^']{1,256})'`,
    {
      facts: { 'service.name': 'http' },
    },
  ),
  login(
    'Privilege level reached',
    `^Privilege level set to \\d{1,2} by (?<user>\\S{1,256}) on \\S{1,32}(?: \\((?<sip>${IP})\\))?$`,
    { activity: 7, ends: 'success' },
  ),
  login(
    'Privilege level refused',
    `^Authentication to Privilege level \\d{1,2} failed by (?<user>\\S{1,256}) on \\S{1,32}(?: \\((?<sip>${IP})\\))?$`,
    { activity: 7, ends: 'failure' },
  ),
  login('Logout', `^User (?<user>\\S{1,256}) has exited tty session \\d{1,5}\\((?<sip>${IP})?\\)$`, {
    activity: 2,
    ends: 'success',
  }),
  login(
    'Login on a Nexus switch fails',
    `^pam_aaa:Authentication (?<result>failed) (?:for user (?<user>\\S{1,256}) )?from (?<sip>${IP})(?: - |$)`,
  ),
  login(
    'Login on a Nexus switch fails: unknown user',
    `^error: PAM: Authentication (?<result>failure) for (?:illegal user )?(?<user>.{1,256}) from (?<sip>${IP})(?: - sshd\\[\\d{1,10}\\])?$`,
    { facts: { 'service.name': 'ssh' } },
  ),
  login(
    'SNMP with a wrong community or user',
    `^Authentication (?<result>failure) for SNMP req(?:uest)? from (?:host )?(?<sip>${IP})`,
    {
      facts: { 'service.name': 'snmp' },
    },
  ),
  login(
    'Port: device authenticated or not (802.1X, MAB)',
    `^(?:Authentication|Authorization) (?<result>failed|succeeded) for client \\((?<smac>[0-9A-Fa-f.]{14})\\) on Interface (?<port>\\S{1,64})`,
    { ends: { by: 'result', success: ['succeeded'], failure: ['failed'] } },
  ),
  changed(
    'Configuration changed',
    `^Configured from (?<from>\\S{1,64}) by (?<user>[^\\s@]{1,256}) on (?:\\w{1,32}(?: \\((?<sip>${IP})\\))?|(?<sip>${IP})@\\S{1,32})$`,
  ),
  changed(
    'Command that changes the configuration',
    '^User: ?(?<user>\\S{1,256}) {1,3}logged command: ?(?<command>.{1,2048})$',
    {
      facts: {},
    },
  ),
  finding(
    'Port security: unknown device',
    '^Security violation occurred, caused by MAC address (?<smac>[0-9A-Fa-f.]{14}) on port (?<port>\\S{1,64}?)\\.?$',
  ),
  finding(
    'ARP inspection: forged answer',
    `^\\d{1,9} Invalid ARPs \\(\\w{1,8}\\) on (?<port>[^,]{1,64}), vlan \\d{1,4}\\.\\(\\[(?<smac>[0-9A-Fa-f.]{14})/(?<sip>${IP})/[0-9A-Fa-f.]{14}/(?<dip>${IP})/`,
  ),
  {
    title: 'IPsec tunnel up or down',
    match: new RegExp(`^Crypto tunnel is (?<state>UP|DOWN) ?\\. {1,4}Peer (?<sip>${IP}):(?<sport>\\d{1,5}) `),
    class: 'tunnel_activity',
    activity: { by: 'state', words: { UP: 1, DOWN: 2 }, else: 0 },
    ends: 'success',
    severity: LEVEL,
    map: { sip: 'src_endpoint.ip', sport: 'src_endpoint.port' },
  },
  system(
    'Interface up or down',
    '^(?:Line protocol on )?Interface [^,]{1,64}(?:,| is) (?:changed state to )?(?:administratively )?(?:up|down)',
  ),
  system('Restarted', '^System restarted --'),
]
