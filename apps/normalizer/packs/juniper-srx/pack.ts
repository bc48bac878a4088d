import { definePack, type Kind, type Told } from '../../src/packs/kit.ts'
import { readJunos } from './read.ts'

const PROTOCOLS: Readonly<Record<string, string>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  47: 'gre',
  50: 'esp',
  58: 'ipv6-icmp',
}
const ENDS_OF = {
  'source-address': 'src_endpoint.ip',
  'source-port': 'src_endpoint.port',
  'source-zone-name': 'src_endpoint.zone',
  'source-zone': 'src_endpoint.zone',
  'source-interface-name': 'src_endpoint.interface_name',
  'packet-incoming-interface': 'src_endpoint.interface_name',
  'interface-name': 'src_endpoint.interface_name',
  'destination-address': 'dst_endpoint.ip',
  'destination-port': 'dst_endpoint.port',
  'destination-zone-name': 'dst_endpoint.zone',
  'destination-zone': 'dst_endpoint.zone',
  'destination-interface-name': 'dst_endpoint.interface_name',
  username: 'actor.user',
} as const
const PLACES = [
  'from {source-address} port {source-port}',
  'to {destination-address} port {destination-port}',
  'user {username}',
  'policy {policy-name}',
] as const
const flow = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  map: {
    ...ENDS_OF,
    'protocol-id': 'connection_info.protocol_num',
    'session-id-32': 'connection_info.uid',
    'policy-name': 'firewall_rule.name',
    'bytes-from-client': 'traffic.bytes_out',
    'bytes-from-server': 'traffic.bytes_in',
    'packets-from-client': 'traffic.packets_out',
    'packets-from-server': 'traffic.packets_in',
    application: 'app_name',
    reason: 'status_detail',
  },
  says: ['{event}', ...PLACES, '{service-name}', '{application}', '{reason}'],
  also: (source, draft) => {
    draft.set('connection_info.protocol_name', PROTOCOLS[source.text('protocol-id') ?? ''])
  },
})
const ACTION: Kind['ends'] = {
  by: ['action'],
  refused: [
    'drop',
    'drop_packet',
    'dropped',
    'close',
    'close_client',
    'close_server',
    'block',
    'blocked',
    'deny',
    'reject',
  ],
  allowed: ['none', 'no_action', 'ignore', 'alarm-without-drop', 'permit', 'permitted', 'log', 'no-action'],
}
const THREAT: Told = {
  by: ['threat-severity', 'action'],
  words: { critical: 5, high: 4, major: 4, medium: 3, warning: 3, minor: 2, low: 2, info: 1, informational: 1 },
  else: 3,
}
const finding = (title: string, more: Partial<Kind> = {}): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends: ACTION,
  severity: THREAT,
  ...more,
  map: {
    'attack-name': 'finding_info.title',
    name: 'finding_info.title',
    reason: 'finding_info.title',
    event: 'finding_info.uid',
    ...ENDS_OF,
    'protocol-name': 'connection_info.protocol_name',
    'protocol-id': 'connection_info.protocol_num',
    ...more.map,
  },
  says: ['{event}', '{attack-name}', '{name}', '{action}', ...PLACES, '{filename}', '{reason}'],
})
const web = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'http_activity',
  activity: 99,
  ends,
  map: { ...ENDS_OF, url: 'http_request.url.hostname', obj: 'http_request.url.path', reason: 'status_detail' },
  says: ['{event}', '{url}{obj}', 'category {category}', ...PLACES, '{reason}'],
})
const login = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  facts: { 'service.name': 'Junos CLI' },
  map: {
    username: 'user',
    'source-address': 'src_endpoint.ip',
    'source-port': 'src_endpoint.port',
    'destination-address': 'dst_endpoint.ip',
    'destination-port': 'dst_endpoint.port',
  },
})
const command = (title: string, activity: number): Kind => ({
  title,
  class: 'api_activity',
  activity,
  map: { username: 'actor.user', command: 'api.operation' },
})
const screen = finding('Screen: attack or scan seen')

export const pack = definePack({
  id: 'juniper-srx',
  vendor: 'Juniper',
  product: 'SRX',
  names: ['Junos', 'SRX Series', 'vSRX', 'JunOS', 'MX', 'EX'],
  docs: [
    'https://www.juniper.net/documentation/us/en/software/junos/network-mgmt/topics/topic-map/system-logging-for-a-security-device.html',
    'https://apps.juniper.net/syslog-explorer/',
  ],
  send: 'set security log mode stream, format sd-syslog (structured, best) or syslog; set system syslog host <address> any any, structured-data.',
  marks: {
    tags: ['rt_flow', 'rt_ids', 'rt_idp', 'rt_utm', 'rt_aamw', 'rt_secintel', 'rt_aaa', 'mgd'],
    heads: ['RT_FLOW_SESSION_CREATE: ', 'RT_FLOW_SESSION_CLOSE: ', 'RT_FLOW_SESSION_DENY: '],
  },
  read: readJunos,
  kind: source => {
    // The pairs are read; they are not kept twice.
    for (const name in source.fields)
      if (name.startsWith('junos@') || name.startsWith('syslog_junos@')) source.use(name)
    return source.text('event')
  },
  map: { event: 'metadata.event_code', tag: 'metadata.event_code' },
  kinds: {
    RT_FLOW_SESSION_CREATE: flow('Session opened', 1, 'allowed'),
    RT_FLOW_SESSION_CLOSE: flow('Session closed', 2, 'success'),
    RT_FLOW_SESSION_DENY: flow('Session refused', 5, 'refused'),
    APPTRACK_SESSION_CREATE: flow('Application session opened', 1, 'allowed'),
    APPTRACK_SESSION_VOL_UPDATE: flow('Application session goes on', 6, 'allowed'),
    APPTRACK_SESSION_CLOSE: flow('Application session closed', 2, 'success'),
    RT_SCREEN_TCP: screen,
    RT_SCREEN_UDP: screen,
    RT_SCREEN_ICMP: screen,
    RT_SCREEN_IP: screen,
    RT_SCREEN_TCP_SRC_IP: screen,
    RT_SCREEN_TCP_DST_IP: screen,
    RT_SCREEN_SESSION_LIMIT: screen,
    IDP_ATTACK_LOG_EVENT: finding('Attack found', { map: { 'rule-name': 'firewall_rule.name' } }),
    IDP_APPDDOS_APP_ATTACK_EVENT: finding('Denial of service found', {
      map: { 'ddos-application-name': 'finding_info.title' },
    }),
    WEBFILTER_URL_BLOCKED: web('Web address refused', 'refused'),
    WEBFILTER_URL_PERMITTED: web('Web address visited', 'allowed'),
    AV_VIRUS_DETECTED: finding('Virus found', { map: { filename: 'file.name' }, severity: 4 }),
    CONTENT_FILTERING_BLOCKED: finding('Content refused', {
      ends: 'refused',
      severity: 2,
      map: { filename: 'file.name' },
    }),
    UI_LOGIN_EVENT: login('Administrator logs in', 1, 'success'),
    UI_LOGOUT_EVENT: login('Administrator logs out', 2, 'success'),
    UI_CMDLINE_READ_LINE: command('Command typed', 99),
    UI_COMMIT: command('Configuration committed', 3),
  },
  personal: {
    username: 'user',
    'source-address': 'ip',
    'destination-address': 'ip',
    'nat-source-address': 'ip',
    'nat-destination-address': 'ip',
    'source-name': 'host',
  },
  // Commands do not tell from where, and screens that count may tell one end only.
  lacks: ['src_endpoint', 'api', 'user'],
})
