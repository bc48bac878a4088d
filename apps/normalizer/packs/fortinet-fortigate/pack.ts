import { definePack, type Kind, readPairs, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = {
  by: 'level',
  words: { emergency: 5, alert: 4, critical: 4, error: 3, warning: 2, notice: 1, information: 1, debug: 1 },
  else: 1,
}
const THREAT: Told = {
  by: ['crlevel', 'severity'],
  words: { critical: 5, high: 4, medium: 3, low: 2, info: 1 },
  else: 2,
}
const ENDPOINTS = {
  srcip: 'src_endpoint.ip',
  srcport: 'src_endpoint.port',
  srcmac: 'src_endpoint.mac',
  srcname: 'src_endpoint.hostname',
  dstip: 'dst_endpoint.ip',
  dstport: 'dst_endpoint.port',
  sessionid: 'connection_info.uid',
  policyname: 'firewall_rule.name',
  policyid: 'firewall_rule.uid',
  user: 'actor.user',
  unauthuser: 'actor.user',
} as const
const FLOW = [
  'from {srcip}:{srcport}',
  'to {dstip}:{dstport}',
  'user {user}',
  'policy {policyid} {policyname}',
] as const
const ACTION: Kind['ends'] = {
  by: ['utmaction', 'action'],
  allowed: [
    'accept',
    'close',
    'start',
    'ip-conn',
    'allow',
    'passthrough',
    'pass',
    'detected',
    'monitored',
    'exempt',
    'timeout',
    'client-rst',
    'server-rst',
  ],
  refused: ['deny', 'blocked', 'block', 'dropped', 'reset', 'quarantine', 'dns', 'reset_client', 'reset_server'],
}
const traffic = (title: string): Kind => ({
  title,
  class: 'network_activity',
  activity: {
    by: 'action',
    words: { deny: 5, 'ip-conn': 4, start: 1, close: 2, timeout: 2, 'client-rst': 3, 'server-rst': 3 },
    else: 6,
  },
  ends: ACTION,
  severity: LEVEL,
  map: { ...ENDPOINTS, sentbyte: 'traffic.bytes_out', rcvdbyte: 'traffic.bytes_in' },
  says: ['Traffic {action}', '{service}', ...FLOW],
  also: (source, draft) => {
    const number = source.text('proto')
    draft.set('connection_info.protocol_num', number).set('connection_info.protocol_name', PROTOCOLS[number ?? ''])
  },
})
const PROTOCOLS: Readonly<Record<string, string>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  47: 'gre',
  50: 'esp',
  58: 'ipv6-icmp',
}
const finding = (title: string, name: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends: ACTION,
  severity: THREAT,
  map: { [name]: 'finding_info.title', logid: 'finding_info.uid', ...ENDPOINTS, filename: 'file.name' },
  says: [`{${name}}`, '{msg}', '{action}', ...FLOW, '{filename}', '{hostname}{url}'],
})

export const pack = definePack({
  id: 'fortinet-fortigate',
  vendor: 'Fortinet',
  product: 'FortiGate',
  names: ['FortiOS', 'FortiGate Firewall'],
  docs: ['https://docs.fortinet.com/document/fortigate/7.4.3/fortios-log-message-reference/524940/introduction'],
  send: 'config log syslogd setting: set status enable, set server <address>, set format default.',
  marks: {
    heads: [
      'date=<n>-<n>-<n> time=<n>:<n>:<n> devname=',
      'logver=<n> timestamp=<n> devname=',
      'logver=<n> timestamp=<n> tz=',
    ],
    keys: [['devid', 'logid', 'type', 'subtype']],
  },
  read: message => {
    const pairs = readPairs(message)
    return pairs.logid === undefined || pairs.type === undefined ? undefined : pairs
  },
  time: ['eventtime', 'date time tz'],
  host: ['devname'],
  kind: ['type', 'subtype', 'action'],
  map: { devid: 'device.uid', logid: 'metadata.event_code' },
  kinds: {
    traffic: traffic('Traffic'),
    'utm:virus': finding('Malware found', 'virus'),
    'utm:ips': finding('Attack found', 'attack'),
    'utm:anomaly': finding('Anomaly found', 'attack'),
    'utm:webfilter': {
      title: 'Web address visited',
      class: 'http_activity',
      activity: 99,
      ends: ACTION,
      severity: LEVEL,
      map: {
        ...ENDPOINTS,
        url: 'http_request.url.url_string',
        hostname: 'http_request.url.hostname',
        agent: 'http_request.user_agent',
      },
      says: ['{action} {hostname}{url}', 'category {catdesc}', '{msg}', ...FLOW],
    },
    'utm:dns': {
      title: 'Name looked up',
      class: 'dns_activity',
      activity: { by: 'eventtype', words: { 'dns-query': 1, 'dns-response': 2 }, else: 6 },
      ends: ACTION,
      severity: LEVEL,
      map: { ...ENDPOINTS, qname: 'query.hostname', qtype: 'query.type' },
      says: ['DNS {qname}', '{qtype}', '{action}', ...FLOW],
    },
    'utm:app-ctrl': {
      title: 'Application seen',
      class: 'network_activity',
      activity: 6,
      ends: ACTION,
      severity: LEVEL,
      map: ENDPOINTS,
      says: ['Application {app}', '{action}', ...FLOW],
    },
    'event:system:login': {
      title: 'Administrator logs in',
      class: 'authentication',
      activity: 1,
      ends: { by: 'status', success: ['success'], failure: ['failed', 'failure'] },
      severity: LEVEL,
      map: {
        user: 'user',
        srcip: 'src_endpoint.ip',
        dstip: 'dst_endpoint.ip',
        method: 'service.name',
        reason: 'status_detail',
      },
      says: ['{logdesc}', '{msg}', 'user {user}', 'from {srcip}'],
    },
    'event:system': {
      title: 'System event',
      class: 'base_event',
      activity: 0,
      severity: LEVEL,
      map: { user: 'actor.user' },
      says: ['{logdesc}', '{msg}', 'by {user}'],
    },
    'event:user': {
      title: 'User authenticates',
      class: 'authentication',
      activity: { by: 'action', words: { 'auth-logout': 2, 'FSSO-logoff': 2 }, else: 1 },
      ends: { by: 'status', success: ['success', 'logon', 'logout'], failure: ['failure', 'failed', 'timed_out'] },
      severity: LEVEL,
      map: {
        user: 'user',
        srcip: 'src_endpoint.ip',
        dstip: 'dst_endpoint.ip',
        authproto: 'service.name',
        reason: 'status_detail',
      },
      says: ['{logdesc}', '{msg}', 'user {user}', 'from {srcip}'],
    },
    'event:vpn': {
      title: 'VPN tunnel',
      class: 'tunnel_activity',
      activity: {
        by: 'action',
        words: { 'tunnel-up': 1, 'ssl-new-con': 1, 'tunnel-down': 2, 'ssl-exit-error': 2 },
        else: 99,
      },
      ends: {
        by: ['status', 'action'],
        success: ['success', 'tunnel-up', 'tunnel-down'],
        failure: ['failure', 'ssl-login-fail', 'negotiate_error'],
      },
      severity: LEVEL,
      map: { user: 'actor.user', remip: 'src_endpoint.ip', tunnelid: 'session.uid', reason: 'status_detail' },
      says: ['{logdesc}', '{action}', '{msg}', 'user {user}', 'from {remip}', '{reason}'],
    },
  },
  personal: { user: 'user', unauthuser: 'user', srcname: 'host', dstname: 'host', initiator: 'user' },
})
