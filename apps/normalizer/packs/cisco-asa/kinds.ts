import type { Kind, Told } from '../../src/packs/kit.ts'

/** The level of the message: 0 emergencies to 7 debugging. */
const LEVEL: Told = { by: 'level', words: { 0: 5, 1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1 }, else: 1 }
const FLOW = {
  sip: 'src_endpoint.ip',
  sport: 'src_endpoint.port',
  smac: 'src_endpoint.mac',
  sif: 'src_endpoint.interface_name',
  dip: 'dst_endpoint.ip',
  dport: 'dst_endpoint.port',
  dif: 'dst_endpoint.interface_name',
  proto: 'connection_info.protocol_name',
  protonum: 'connection_info.protocol_num',
  connection: 'connection_info.uid',
  acl: 'firewall_rule.name',
  suser: 'actor.user',
  user: 'actor.user',
  service: 'dst_endpoint.svc_name',
} as const
const flow = (title: string, activity: Kind['activity'], ends: Kind['ends'], more: Partial<Kind> = {}): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  severity: LEVEL,
  map: { ...FLOW, bytes: 'traffic.bytes', reason: 'status_detail' },
  ...more,
})
const VPN = {
  user: 'actor.user',
  sip: 'src_endpoint.ip',
  sport: 'src_endpoint.port',
  dip: 'dst_endpoint.ip',
  dport: 'dst_endpoint.port',
  tunnel: 'tunnel_type',
  received: 'traffic.bytes_out',
  sent: 'traffic.bytes_in',
  reason: 'status_detail',
} as const
const tunnel = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'tunnel_activity',
  activity,
  ends,
  severity: LEVEL,
  map: VPN,
})
const login = (title: string, activity: Kind['activity'], ends: Kind['ends'], service?: string): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  severity: LEVEL,
  map: {
    user: 'user',
    sip: 'src_endpoint.ip',
    sport: 'src_endpoint.port',
    dip: 'dst_endpoint.ip',
    dport: 'dst_endpoint.port',
    service: 'service.name',
    reason: 'status_detail',
  },
  ...(service !== undefined && { facts: { 'service.name': service } }),
})
const AAA: Told = { by: 'aaa', words: { authentication: 1, authorization: 99, accounting: 99 }, else: 1 }
const VERDICT: Kind['ends'] = {
  by: 'verdict',
  allowed: ['permitted', 'est-allowed', 'GRANTED', 'monitored'],
  refused: ['denied', 'DENIED', 'dropped'],
}
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: LEVEL,
  map: { user: 'user' },
})
const finding = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  severity: LEVEL,
  facts: { 'finding_info.title': title },
  ...more,
  map: { ...FLOW, ...more.map, message_id: 'finding_info.uid' },
})
const web = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'http_activity',
  activity: 99,
  ends,
  severity: LEVEL,
  map: { ...FLOW, url: 'http_request.url.url_string' },
})
const SECURITY = {
  SrcIP: 'src_endpoint.ip',
  SrcPort: 'src_endpoint.port',
  IngressInterface: 'src_endpoint.interface_name',
  IngressZone: 'src_endpoint.zone',
  DstIP: 'dst_endpoint.ip',
  DstPort: 'dst_endpoint.port',
  EgressInterface: 'dst_endpoint.interface_name',
  EgressZone: 'dst_endpoint.zone',
  Protocol: 'connection_info.protocol_name',
  ProtocolNumber: 'connection_info.protocol_num',
  User: 'actor.user',
} as const
const BLOCKS = { Block: 5, 'Block with reset': 5, 'Interactive Block': 5, 'Interactive Block with reset': 5 }
const connection = (title: string, activity: number): Kind => ({
  title,
  class: 'network_activity',
  activity: { by: 'AccessControlRuleAction', words: BLOCKS, else: activity },
  ends: {
    by: 'AccessControlRuleAction',
    allowed: ['Allow', 'Trust', 'Monitor', 'Fastpath'],
    refused: Object.keys(BLOCKS),
  },
  severity: { by: 'AccessControlRuleAction', words: { Block: 2, 'Block with reset': 2 }, else: 1 },
  map: {
    ...SECURITY,
    AccessControlRuleName: 'firewall_rule.name',
    ApplicationProtocol: 'app_protocol_name',
    WebApplication: 'app_name',
    URL: 'url.url_string',
    InitiatorBytes: 'traffic.bytes_out',
    ResponderBytes: 'traffic.bytes_in',
    InitiatorPackets: 'traffic.packets_out',
    ResponderPackets: 'traffic.packets_in',
    AccessControlRuleReason: 'status_detail',
  },
})
const FILE_ACTION: Kind['ends'] = {
  by: 'FileAction',
  allowed: ['Detect', 'Detect Files', 'Malware Cloud Lookup', 'Malware Allow List'],
  refused: ['Block', 'Block Files', 'Block with reset', 'Malware Block', 'Block Malware', 'Custom Detection Block'],
}
const hash: NonNullable<Kind['also']> = (source, draft) => {
  const sha256 = source.text('FileSHA256')
  if (sha256) draft.set('file.hashes', `SHA256=${sha256}`)
}

export const KINDS: Readonly<Record<string, Kind>> = {
  built: flow('Connection opened', 1, 'allowed'),
  closed: flow('Connection closed', 2, 'success'),
  denied: flow('Packet or connection refused', 5, 'refused'),
  'access-list': flow(
    'Access list matched',
    { by: 'verdict', words: { permitted: 1, 'est-allowed': 1, denied: 5 }, else: 6 },
    VERDICT,
  ),
  authorized: flow(
    'User may, or may not, connect',
    { by: 'verdict', words: { permitted: 1, denied: 5 }, else: 6 },
    VERDICT,
  ),
  'to-the-box': flow('Connection to the firewall itself', 1, 'allowed'),
  'local-host': flow('Host seen or forgotten', 99, undefined, { map: { sip: FLOW.sip, sif: FLOW.sif } }),
  translation: flow('Address translation made or ended', 99, undefined, {
    map: { sip: FLOW.sip, sif: FLOW.sif, proto: FLOW.proto, suser: FLOW.suser },
  }),
  tls: flow('TLS handshake', 6, undefined),
  'tls-failed': flow('TLS handshake fails', 4, 'failure'),
  'tls-closed': flow('TLS session ended', 2, 'success'),
  shun: flow('Address shunned, or not any more', 99, undefined, { map: { sip: FLOW.sip } }),
  ftp: {
    title: 'File stored or fetched by FTP',
    class: 'ftp_activity',
    activity: { by: 'action', words: { Stored: 1, Retrieved: 2 }, else: 99 },
    ends: 'success',
    severity: LEVEL,
    map: { ...FLOW, file: 'file.name' },
  },
  web: web('Web address visited', 'allowed'),
  'web-refused': web('Web address refused', 'refused'),
  'vpn-web': web('Web address visited through the clientless VPN', VERDICT),
  dhcp: {
    title: 'DHCP lease',
    class: 'dhcp_activity',
    activity: { by: 'what', words: { 'address granted': 5, 'address released': 7 }, else: 0 },
    ends: 'success',
    severity: LEVEL,
    map: { sip: FLOW.sip, smac: FLOW.smac },
  },
  spoofed: finding('Spoofed or malformed packet refused', { ends: 'refused' }),
  ids: {
    title: 'Signature of the built-in IDS',
    class: 'detection_finding',
    activity: 1,
    severity: LEVEL,
    map: { name: 'finding_info.title', signature: 'finding_info.uid', sip: FLOW.sip, dip: FLOW.dip, sif: FLOW.sif },
  },
  'mac-spoofed': finding('Spoofed MAC address refused', { ends: 'refused' }),
  botnet: finding('Traffic with a listed address', {
    ends: VERDICT,
    severity: {
      by: 'threat_level',
      words: { none: 1, 'very-low': 1, low: 2, moderate: 3, high: 4, 'very-high': 5 },
      else: 3,
    },
    map: { domain: 'finding_info.desc' },
  }),
  'threat-rate': finding('Threat detection: drop rate exceeded', { map: { object: 'finding_info.desc' } }),
  'threat-host': finding('Threat detection: host attacks or is attacked', {
    also: (source, draft) => {
      const host = source.text('host')
      draft.set(source.text('role') === 'attacking' ? 'src_endpoint.ip' : 'dst_endpoint.ip', host)
    },
  }),
  login: login('Login', 1, {
    by: 'result',
    success: ['succeeded', 'permitted'],
    failure: ['failed', 'denied'],
  }),
  logout: login('Logout', 2, 'success'),
  console: login('Login without the right to administer', 1, 'failure', 'console'),
  aaa: login('AAA accepts a user', AAA, 'success', 'AAA'),
  'aaa-rejected': login('AAA rejects a user', AAA, 'failure', 'AAA'),
  'tunnel-login': login(
    'VPN login',
    1,
    {
      by: ['result', 'reason'],
      success: ['successful'],
      failure: ['rejected', 'Remote peer has failed user authentication'],
    },
    'VPN',
  ),
  locked: account('Account locked', 9),
  unlocked: account('Account unlocked', 12),
  // The message holds the password, encrypted.
  'account-added': {
    ...account('Local account added', 1),
    says: ['{message_id}:', 'local account {user} added', 'with privilege {privilege}'],
  },
  'account-deleted': {
    ...account('Local account deleted', 6),
    says: ['{message_id}:', 'local account {user} deleted'],
  },
  privilege: account('Privilege level of a session changed', 99),
  changed: {
    title: 'Command that may change the configuration',
    class: 'api_activity',
    activity: 3,
    ends: 'success',
    severity: LEVEL,
    map: { user: 'actor.user', sip: 'src_endpoint.ip', command: 'api.operation', app: 'actor.app_name' },
  },
  command: {
    title: 'Command that shows something',
    class: 'api_activity',
    activity: 2,
    ends: 'success',
    severity: LEVEL,
    map: { user: 'actor.user', command: 'api.operation' },
  },
  'tunnel-opened': tunnel('VPN session opened', 1, 'success'),
  'tunnel-closed': tunnel('VPN session closed', 2, 'success'),
  'tunnel-refused': tunnel('VPN session not opened', 1, 'failure'),
  'tunnel-phase': tunnel('IKE phase completed', 99, 'success'),
  'tunnel-other': tunnel('VPN session goes on', 99),
  address: {
    ...tunnel('Address given to a VPN session', 99, 'success'),
    map: { ...VPN, assigned: 'tunnel_interface.ip' },
  },
  dap: tunnel('Access policy selected for a VPN session', 99),
  asdm: {
    title: 'ASDM session started or ended',
    class: 'network_activity',
    activity: { by: 'message_id', words: { 606001: 1, 606002: 2 }, else: 6 },
    severity: LEVEL,
    map: { sip: 'src_endpoint.ip' },
  },
  enable: {
    title: 'Wrong enable password',
    class: 'network_activity',
    activity: 4,
    ends: 'failure',
    severity: LEVEL,
    map: { sip: 'src_endpoint.ip' },
  },
  system: { title: 'The firewall tells of itself', class: 'base_event', activity: 0, severity: LEVEL },
  'security-430001': {
    title: 'Intrusion found (FTD)',
    class: 'detection_finding',
    activity: 1,
    ends: {
      by: 'InlineResult',
      refused: ['Dropped', 'Blocked', 'Block', 'Drop'],
      allowed: ['Would have dropped', 'Would have blocked', 'Alert'],
    },
    severity: { by: 'Priority', words: { 1: 4, 2: 3, 3: 2, high: 4, medium: 3, low: 2 }, else: 2 },
    map: { Message: 'finding_info.title', SID: 'finding_info.uid', ...SECURITY },
  },
  'security-430002': connection('Connection opened (FTD)', 1),
  'security-430003': connection('Connection closed (FTD)', 2),
  'security-430004': {
    title: 'File seen (FTD)',
    class: 'network_file_activity',
    activity: { by: 'FileDirection', words: { Upload: 1, Download: 2 }, else: 99 },
    ends: FILE_ACTION,
    severity: 1,
    map: { ...SECURITY, FileName: 'file.name', FileSize: 'file.size', URI: 'file.uri' },
    also: hash,
  },
  'security-430005': {
    title: 'Malware looked for (FTD)',
    class: 'detection_finding',
    activity: 1,
    ends: FILE_ACTION,
    severity: { by: 'SHA_Disposition', words: { Malware: 4, 'Custom Detection': 4 }, else: 2 },
    map: {
      ThreatName: 'finding_info.title',
      SHA_Disposition: 'finding_info.title',
      FileSHA256: 'finding_info.uid',
      ...SECURITY,
      FileName: 'file.name',
      FileSize: 'file.size',
    },
    also: hash,
  },
}
