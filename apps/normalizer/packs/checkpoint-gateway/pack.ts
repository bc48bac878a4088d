import { type Draft, definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'
import { readLogExporter } from './read.ts'

const PROTOCOLS: Readonly<Record<string, string>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  47: 'gre',
  50: 'esp',
  58: 'ipv6-icmp',
}
/** Names of the syslog format, then those of CEF and LEEF. */
const FLOW = {
  src: 'src_endpoint.ip',
  s_port: 'src_endpoint.port',
  spt: 'src_endpoint.port',
  srcPort: 'src_endpoint.port',
  src_machine_name: 'src_endpoint.hostname',
  shost: 'src_endpoint.hostname',
  inzone: 'src_endpoint.zone',
  dst: 'dst_endpoint.ip',
  service: 'dst_endpoint.port',
  dpt: 'dst_endpoint.port',
  dstPort: 'dst_endpoint.port',
  service_id: 'dst_endpoint.svc_name',
  outzone: 'dst_endpoint.zone',
  rule_name: 'firewall_rule.name',
  RuleName: 'firewall_rule.name',
  rule_uid: 'firewall_rule.uid',
} as const
const ACTION: Kind['ends'] = {
  by: ['action', 'act', 'rule_action'],
  allowed: [
    'Accept',
    'Allow',
    'Detect',
    'Inspect',
    'Monitor',
    'Encrypt',
    'Decrypt',
    'Bypass',
    'HTTPS Bypass',
    'HTTPS Inspect',
  ],
  refused: ['Drop', 'Reject', 'Block', 'Prevent', 'Quarantine', 'Redirect', 'Ask User'],
}
const SEVERITY: Told = {
  by: 'severity',
  words: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, informational: 1, low: 2, medium: 3, high: 4, 'very-high': 5, critical: 5 },
  else: 2,
}

/** `Ann Example (ann)(+)` of identity awareness: the account stands in brackets. */
function person(source: Source, draft: Draft, path: 'user' | 'actor.user'): void {
  const text = source.first('user', 'src_user_name', 'suser', 'usrName', 'duser', 'administrator')
  if (text === undefined) return
  const named = /^(.{1,128}?) \(([\w.@\\-]{1,128})\)(?:\(\+\))?$/.exec(text)
  draft.set(path, named?.[2] ?? text)
  if (named) draft.set(`${path}.full_name`, named[1])
}
function flowOf(source: Source, draft: Draft): void {
  const proto = source.text('proto')?.toLowerCase()
  if (proto !== undefined && /^\d{1,3}$/.test(proto)) {
    draft.set('connection_info.protocol_num', proto).set('connection_info.protocol_name', PROTOCOLS[proto])
  } else draft.set('connection_info.protocol_name', proto)
  person(source, draft, 'actor.user')
}
const SAYS = [
  '{product}',
  '{deviceProduct}',
  '{action}',
  '{act}',
  '{operation}',
  '{protection_name}',
  '{malware_action}',
  '{attack}',
  'from {src}',
  'port {s_port}',
  'to {dst}',
  'port {service}',
  '{service_id}',
  'user {user}',
  'user {src_user_name}',
  'by {administrator}',
  'from {client_ip}',
  '{objecttype}',
  '{objectname}',
  'rule {rule_name}',
  '{resource}',
  '{additional_info}',
  '{reason}',
  '{sys_message}',
  '{description}',
]
const network = (title: string, activity: Kind['activity']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends: ACTION,
  map: {
    ...FLOW,
    sent_bytes: 'traffic.bytes_out',
    received_bytes: 'traffic.bytes_in',
    bytes: 'traffic.bytes',
    packets: 'traffic.packets',
    appi_name: 'app_name',
    reason: 'status_detail',
    tcp_packet_out_of_state: 'status_detail',
  },
  also: flowOf,
})
const ACTIVITY: Told = {
  by: ['action', 'act'],
  words: { accept: 1, allow: 1, encrypt: 1, decrypt: 1, drop: 5, reject: 5, block: 5 },
  else: 6,
}
const login = (title: string, activity: number, ends: Kind['ends'], also?: Kind['also']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    src: 'src_endpoint.ip',
    client_ip: 'src_endpoint.ip',
    machine: 'src_endpoint.hostname',
    src_machine_name: 'src_endpoint.hostname',
    product: 'service.name',
    deviceProduct: 'service.name',
    reason: 'status_detail',
  },
  also: (source, draft) => {
    person(source, draft, 'user')
    also?.(source, draft)
  },
})
const WORDS: Told = {
  by: 'operation',
  words: {
    'create object': 1,
    'create rule': 1,
    'modify object': 3,
    'modify rule': 3,
    'set object': 3,
    'delete object': 4,
    'delete rule': 4,
    'install policy': 3,
  },
  else: 99,
}

const THREATS =
  /^(?:SmartDefense|IPS|Anti[ -]?Malware|Anti[ -]?Bot|(?:New )?Anti[ -]?Virus|Threat Emulation|Threat Extraction|DDoS Protector|Zero Phishing)$/i
const FIREWALLS = /^(?:VPN-1 & FireWall-1|Firewall|Application Control|URL Filtering|HTTPS Inspection|Log Update|VPN)$/i

/** Which of the kinds an event is: its product, and what it holds. */
function kindOf(source: Source): string | undefined {
  const operation = source.text('operation')
  if (operation !== undefined && source.text('administrator') !== undefined) {
    if (operation === 'Log In') return 'admin-login'
    return operation === 'Log Out' ? 'admin-logout' : 'audit'
  }
  const action = (source.first('action', 'act') ?? '').toLowerCase()
  const hasUser = source.first('user', 'src_user_name', 'suser', 'usrName', 'duser') !== undefined
  if (hasUser && (action === 'log in' || action === 'failed log in')) return 'login'
  if (hasUser && action === 'log out') return 'logout'
  const product = source.first('product', 'deviceProduct') ?? ''
  if (THREATS.test(product))
    return source.first('protection_name', 'attack', 'malware_action', 'ProtectionName') ? 'threat' : undefined
  if (!FIREWALLS.test(product) || source.text('src') === undefined) {
    return source.first('sys_message', 'update_status', 'update_service') ? 'system' : undefined
  }
  if (product === 'Log Update') return 'update'
  return source.first('resource', 'request') === undefined ? 'network' : 'web'
}

export const pack = definePack({
  id: 'checkpoint-gateway',
  vendor: 'Check Point',
  product: 'Security Gateway',
  names: ['Firewall', 'Quantum', 'VPN-1 & FireWall-1', 'NGFW', 'Log Exporter', 'R81'],
  docs: [
    'https://sc1.checkpoint.com/documents/R81.20/WebAdminGuides/EN/CP_R81.20_LoggingAndMonitoring_AdminGuide/Content/Topics-LMG/Log-Exporter.htm',
    'https://support.checkpoint.com/results/sk/sk144192',
    'https://community.checkpoint.com/docs/DOC-3371',
  ],
  send: 'cp_log_export add name wardline target-server <address> target-port 514 protocol tcp format syslog (or cef, leef, splunk).',
  marks: {
    tags: ['checkpoint'],
    cef: ['Check Point|'],
    heads: ['[action:<q>; ', '[flags:<q>; ', '[alert:<q>; flags:', 'time=<n>|hostname=', 'hostname=<w>|product='],
  },
  read: readLogExporter,
  time: ['time', 'rt'],
  // The gateway that saw it; the header names the server that exports.
  host: ['origin'],
  kind: kindOf,
  kinds: {
    network: network('Connection allowed or refused', ACTIVITY),
    update: network('Connection goes on', 6),
    web: {
      ...network('Web address visited or refused', 99),
      class: 'http_activity',
      map: {
        ...FLOW,
        resource: 'http_request.url.url_string',
        request: 'http_request.url.url_string',
        method: 'http_request.http_method',
        requestMethod: 'http_request.http_method',
        user_agent: 'http_request.user_agent',
        requestClientApplication: 'http_request.user_agent',
      },
    },
    threat: {
      title: 'Attack or malware found',
      class: 'detection_finding',
      activity: 1,
      ends: ACTION,
      severity: SEVERITY,
      map: {
        protection_name: 'finding_info.title',
        ProtectionName: 'finding_info.title',
        attack: 'finding_info.title',
        malware_action: 'finding_info.title',
        protection_id: 'finding_info.uid',
        loguid: 'finding_info.uid',
        attack_info: 'finding_info.desc',
        ...FLOW,
        resource: 'url.url_string',
        file_name: 'file.name',
        fname: 'file.name',
      },
      also: (source, draft) => {
        flowOf(source, draft)
        const md5 = source.text('file_md5')
        if (md5 !== undefined) draft.set('file.hashes', `MD5=${md5}`)
      },
    },
    login: login('User logs in', 1, {
      by: ['auth_status', 'action', 'act'],
      success: ['Successful Login', 'Log In'],
      failure: ['Failed Login', 'Failed Log In'],
    }),
    logout: login('User logs out', 2, 'success'),
    'admin-login': login(
      'Administrator logs in',
      1,
      { by: 'audit_status', success: ['Success'], failure: ['Failure'] },
      (source, draft) => {
        // Where no status is written, the login went well; a failed one says so in words.
        if (source.text('audit_status') === undefined)
          draft.end(/failed to log in/i.test(source.text('additional_info') ?? '') ? 'failure' : 'success')
      },
    ),
    'admin-logout': login('Administrator logs out', 2, 'success'),
    audit: {
      title: 'Administrator changes something',
      class: 'entity_management',
      activity: WORDS,
      ends: { by: 'audit_status', success: ['Success'], failure: ['Failure'] },
      map: {
        administrator: 'actor.user',
        client_ip: 'src_endpoint.ip',
        machine: 'src_endpoint.hostname',
        objectname: 'entity.name',
        objecttype: 'entity.type',
        uid: 'entity.uid',
        fieldschanges: 'comment',
      },
    },
    system: { title: 'The gateway tells of itself', class: 'base_event', activity: 0 },
  },
  says: SAYS,
  personal: {
    user: 'user',
    src_user_name: 'user',
    suser: 'user',
    duser: 'user',
    usrName: 'user',
    administrator: 'user',
    src_machine_name: 'host',
    machine: 'host',
    client_ip: 'ip',
    src: 'ip',
    dst: 'ip',
    xlatesrc: 'ip',
    xlatedst: 'ip',
    session_name: 'user',
  },
  lacks: ['user', 'entity', 'src_endpoint', 'service'],
})
