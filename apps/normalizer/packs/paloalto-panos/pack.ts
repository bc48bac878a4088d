import { definePack, type Kind, type Told } from '../../src/packs/kit.ts'
import { readPanos } from './columns.ts'

const SEVERITY: Told = {
  by: 'severity',
  words: { informational: 1, low: 2, medium: 3, high: 4, critical: 5 },
  else: 1,
}
const NETWORK = {
  src: 'src_endpoint.ip',
  sport: 'src_endpoint.port',
  dst: 'dst_endpoint.ip',
  dport: 'dst_endpoint.port',
  proto: 'connection_info.protocol_name',
  sessionid: 'connection_info.uid',
  rule: 'firewall_rule.name',
  srcuser: 'actor.user',
} as const
const FLOW = ['from {src}:{sport}', 'to {dst}:{dport}', '{proto} {app}', 'user {srcuser}', 'rule {rule}'] as const

const traffic = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  map: {
    ...NETWORK,
    bytes_sent: 'traffic.bytes_out',
    bytes_received: 'traffic.bytes_in',
    bytes: 'traffic.bytes',
    packets: 'traffic.packets',
  },
  says: ['Traffic {subtype}: {action}', ...FLOW, 'because {session_end_reason}'],
})
const BY_ACTION: Kind['ends'] = {
  by: 'action',
  allowed: ['allow', 'alert', 'continue'],
  refused: [
    'deny',
    'drop',
    'drop icmp',
    'reset client',
    'reset server',
    'reset both',
    'reset-client',
    'reset-server',
    'reset-both',
    'block',
    'block-url',
    'block-continue',
    'block-ip',
    'drop-all',
    'sinkhole',
  ],
}
const threat = (title: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  ends: BY_ACTION,
  severity: SEVERITY,
  map: {
    threatid: 'finding_info.title',
    seqno: 'finding_info.uid',
    ...NETWORK,
  },
  says: ['{threatid}', '{action}', ...FLOW, '{misc}'],
})

export const pack = definePack({
  id: 'paloalto-panos',
  vendor: 'Palo Alto Networks',
  product: 'PAN-OS',
  names: ['Firewall', 'NGFW', 'Panorama', 'PA'],
  docs: [
    'https://docs.paloaltonetworks.com/pan-os/11-1/pan-os-admin/monitoring/use-syslog-for-monitoring/syslog-field-descriptions',
  ],
  send: 'A syslog server profile with the format BSD or IETF and the default fields.',
  marks: {
    heads: ['TRAFFIC', 'THREAT', 'SYSTEM', 'CONFIG', 'GLOBALPROTECT'].flatMap(type => [
      `<n>,<t>,<n>,${type},`,
      `<n>,<t>,<w>,${type},`,
    ]),
  },
  read: readPanos,
  time: ['time_generated', 'receive_time'],
  host: ['device_name'],
  kind: ['type', 'subtype'],
  map: { serial: 'device.uid' },
  kinds: {
    'TRAFFIC:start': traffic('Session started', 1, BY_ACTION),
    'TRAFFIC:end': traffic('Session ended', 2, BY_ACTION),
    'TRAFFIC:deny': traffic('Session denied', 5, 'refused'),
    'TRAFFIC:drop': traffic('Session dropped', 5, 'refused'),
    'THREAT:url': {
      title: 'Web address visited',
      class: 'http_activity',
      activity: 99,
      ends: BY_ACTION,
      severity: SEVERITY,
      map: {
        ...NETWORK,
        misc: 'http_request.url.url_string',
        user_agent: 'http_request.user_agent',
        referer: 'http_request.referrer',
      },
      says: ['{action} {misc}', 'category {category}', ...FLOW],
    },
    THREAT: threat('Threat found'),
    'SYSTEM:auth': {
      title: 'Administrator logs in',
      class: 'authentication',
      activity: 1,
      severity: SEVERITY,
      facts: { 'service.name': 'PAN-OS' },
      ends: { by: 'eventid', success: ['auth-success'], failure: ['auth-fail'] },
      says: ['{opaque}'],
      also: (source, draft) => {
        const said = source.text('opaque') ?? ''
        draft.set('user.name', /\buser '([^']{1,128})'/.exec(said)?.[1])
        draft.set('src_endpoint.ip', /\bFrom: ([0-9A-Fa-f:.]{2,45})\.?$/.exec(said)?.[1]?.replace(/\.$/, ''))
      },
    },
    SYSTEM: {
      title: 'System event',
      class: 'base_event',
      activity: 0,
      severity: SEVERITY,
      map: { eventid: 'metadata.event_code' },
      says: ['{subtype} {eventid}:', '{opaque}'],
    },
    CONFIG: {
      title: 'Configuration changed',
      class: 'device_config_state_change',
      activity: 1,
      severity: 2,
      map: { admin: 'actor.user' },
      ends: { by: 'result', success: ['Submitted', 'Succeeded'], failure: ['Failed', 'Unauthorized'] },
      says: ['{cmd} {path}', 'by {admin}', 'with {client}', 'from {host}', '{result}'],
    },
    GLOBALPROTECT: {
      title: 'GlobalProtect login or tunnel',
      class: 'authentication',
      activity: { by: 'eventid', words: { 'gateway-logout': 2, 'portal-logout': 2 }, else: 1 },
      ends: { by: 'status', success: ['success'], failure: ['failure'] },
      map: {
        srcuser: 'user',
        public_ip: 'src_endpoint.ip',
        public_ipv6: 'src_endpoint.ip',
        machinename: 'src_endpoint.hostname',
        portal: 'service.name',
        error: 'status_detail',
        reason: 'status_detail',
      },
      says: [
        '{eventid} {stage} {status}',
        'user {srcuser}',
        'from {public_ip}',
        'from {public_ipv6}',
        'on {machinename}',
        'at {portal}',
        '{reason}',
        '{error}',
      ],
    },
  },
  personal: {
    srcuser: 'user',
    dstuser: 'user',
    admin: 'user',
    machinename: 'host',
    natsrc: 'ip',
    sender: 'email',
    recipient: 'email',
  },
})
