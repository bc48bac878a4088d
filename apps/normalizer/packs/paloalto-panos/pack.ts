import { definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'
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

const TYPES = [
  'TRAFFIC',
  'THREAT',
  'SYSTEM',
  'CONFIG',
  'GLOBALPROTECT',
  'USERID',
  'AUTHENTICATION',
  'HIPMATCH',
] as const
const KNOWN: ReadonlySet<string> = new Set(
  'TRAFFIC:start TRAFFIC:end TRAFFIC:deny TRAFFIC:drop THREAT:url SYSTEM:auth USERID:login USERID:logout'.split(' '),
)

/** Only some of the steps of GlobalProtect are logins. */
function globalprotect(event: string): string {
  if (event === 'portal-auth' || event === 'gateway-auth') return 'GLOBALPROTECT:login'
  if (event === 'portal-logout' || event === 'gateway-logout') return 'GLOBALPROTECT:logout'
  if (event === 'gateway-connected' || event.startsWith('gateway-setup-')) return 'GLOBALPROTECT:opened'
  return 'GLOBALPROTECT'
}
/** The same events of PAN-OS before 9.1. */
function systemGlobalprotect(source: Source): string {
  return /-auth-(?:succ|fail)$/.test(source.text('eventid') ?? '') ? 'SYSTEM:globalprotect-login' : 'SYSTEM'
}
const GLOBALPROTECT = {
  public_ip: 'src_endpoint.ip',
  public_ipv6: 'src_endpoint.ip',
  machinename: 'src_endpoint.hostname',
  error: 'status_detail',
  reason: 'status_detail',
} as const
const STATUS: Kind['ends'] = { by: 'status', success: ['success'], failure: ['failure'] }
const STEPS = [
  '{eventid} {stage} {status}',
  'user {srcuser}',
  'from {public_ip}',
  'from {public_ipv6}',
  'on {machinename}',
  'at {portal}',
  '{reason}',
  '{error}',
] as const
const tunnel = (title: string, activity: number): Kind => ({
  title,
  class: 'tunnel_activity',
  activity,
  ends: STATUS,
  map: { ...GLOBALPROTECT, private_ip: 'tunnel_interface.ip', tunnel_type: 'tunnel_type' },
  says: STEPS,
  also: (source, draft) => {
    const user = source.text('srcuser')
    // `pre-logon` is the machine, before anybody logs in.
    if (user !== 'pre-logon') draft.set('actor.user', user)
  },
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
    // The serial number is blank on Panorama and in words in the cloud.
    heads: TYPES.flatMap(type => [
      `<n>,<t>,<n>,${type},`,
      `<n>,<t>,<w>,${type},`,
      `<n>,<t>,,${type},`,
      `<n>,<t>,no-serial,${type},`,
      `,<t>,<n>,${type},`,
    ]),
  },
  read: readPanos,
  time: ['time_generated', 'receive_time'],
  host: ['device_name'],
  kind: source => {
    const type = source.text('type') ?? ''
    const subtype = source.text('subtype') ?? ''
    if (type === 'GLOBALPROTECT') return globalprotect(source.text('eventid') ?? '')
    if (type === 'SYSTEM' && source.text('eventid')?.startsWith('globalprotect')) return systemGlobalprotect(source)
    if (type === 'SYSTEM' && /^User \S{1,128} logged (?:in|out) /.test(source.text('opaque') ?? ''))
      return 'SYSTEM:login'
    return KNOWN.has(`${type}:${subtype}`) ? `${type}:${subtype}` : type
  },
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
    'GLOBALPROTECT:login': {
      title: 'GlobalProtect login',
      class: 'authentication',
      activity: 1,
      ends: STATUS,
      map: { srcuser: 'user', ...GLOBALPROTECT, portal: 'service.name' },
      says: STEPS,
    },
    'GLOBALPROTECT:logout': {
      title: 'GlobalProtect logout',
      class: 'authentication',
      activity: 2,
      ends: STATUS,
      map: { srcuser: 'user', ...GLOBALPROTECT, portal: 'service.name' },
      says: STEPS,
    },
    'GLOBALPROTECT:opened': tunnel('GlobalProtect tunnel opened', 1),
    GLOBALPROTECT: tunnel('GlobalProtect: other steps', 99),
    'SYSTEM:globalprotect-login': {
      title: 'GlobalProtect login, of older versions',
      class: 'authentication',
      activity: 1,
      severity: SEVERITY,
      facts: { 'service.name': 'GlobalProtect' },
      says: ['{eventid}:', '{opaque}'],
      also: (source, draft) => {
        const said =
          /\bLogin from: ([0-9A-Fa-f:.]{2,45}), (?:Source region: [^,]{1,64}, )?User name: ([^,]{1,128}),/.exec(
            source.text('opaque') ?? '',
          )
        draft.set('src_endpoint.ip', said?.[1]).set('user', said?.[2])
        draft.end(source.text('eventid')?.endsWith('-succ') ? 'success' : 'failure')
      },
    },
    'SYSTEM:login': {
      title: 'Administrator logs in or out',
      class: 'authentication',
      activity: 1,
      ends: 'success',
      severity: SEVERITY,
      facts: { 'service.name': 'PAN-OS' },
      says: ['{opaque}'],
      also: (source, draft) => {
        const said =
          /^User (\S{1,128}) logged (in|out) via (?:\S{1,32} )?(?:\S{1,32} )?from ([0-9A-Fa-f:.]{2,45}?)\.?(?: using \S{1,32})?$/.exec(
            source.text('opaque') ?? '',
          )
        if (!said) return
        if (said[2] === 'out') draft.is('authentication', 2)
        draft.set('user', said[1]).set('src_endpoint.ip', said[3] === 'Console' ? undefined : said[3])
      },
    },
    'USERID:login': {
      title: 'User-ID: a user at an address',
      class: 'authentication',
      activity: 1,
      ends: 'success',
      facts: { 'service.name': 'User-ID' },
      map: { user: 'user', ip: 'src_endpoint.ip' },
      says: ['User-ID {subtype}', 'user {user}', 'at {ip}', 'told by {datasource} {datasourcename}'],
    },
    'USERID:logout': {
      title: 'User-ID: a user is gone',
      class: 'authentication',
      activity: 2,
      ends: 'success',
      facts: { 'service.name': 'User-ID' },
      map: { user: 'user', ip: 'src_endpoint.ip' },
      says: ['User-ID {subtype}', 'user {user}', 'at {ip}'],
    },
    AUTHENTICATION: {
      title: 'Authentication policy asks a user',
      class: 'authentication',
      activity: 1,
      map: { user: 'user', ip: 'src_endpoint.ip', object: 'service.name', desc: 'status_detail' },
      says: ['Authentication {event}', 'user {user}', 'from {ip}', 'policy {authpolicy}', '{desc}'],
      also: (source, draft) => {
        const event = source.text('event') ?? ''
        if (/succe/i.test(event)) draft.end('success')
        else if (/fail|reject|den/i.test(event)) draft.end('failure')
      },
    },
  },
  personal: {
    user: 'user',
    normalize_user: 'user',
    ip: 'ip',
    host: 'ip',
    public_ip: 'ip',
    private_ip: 'ip',
    srcuser: 'user',
    dstuser: 'user',
    admin: 'user',
    machinename: 'host',
    natsrc: 'ip',
    sender: 'email',
    recipient: 'email',
  },
  // Who is asked by an authentication policy may not be known.
  lacks: ['user'],
})
