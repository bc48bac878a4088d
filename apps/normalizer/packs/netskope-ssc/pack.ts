import { definePack, type Kind } from '../../src/packs/kit.ts'

const ENDS_OF = {
  user: 'actor.user',
  srcip: 'src_endpoint.ip',
  userip: 'src_endpoint.ip',
  srcport: 'src_endpoint.port',
  hostname: 'src_endpoint.hostname',
  dstip: 'dst_endpoint.ip',
  dsthost: 'dst_endpoint.hostname',
  dstport: 'dst_endpoint.port',
} as const
const SEVERITY: Kind['severity'] = {
  by: ['severity', 'alert_severity', 'malware_severity'],
  words: { informational: 1, low: 2, medium: 3, high: 4, critical: 5 },
  else: 2,
}
const ACTION: Kind['ends'] = {
  by: 'action',
  refused: ['block', 'blocked', 'quarantine', 'drop', 'reset'],
  allowed: ['allow', 'alert', 'detection', 'useralert', 'bypass', 'anomaly_detection'],
}
const login = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    user: 'user',
    srcip: 'src_endpoint.ip',
    userip: 'src_endpoint.ip',
    dstip: 'dst_endpoint.ip',
    app: 'service.name',
  },
})
/** The activities of applications that OCSF has words for. */
const ACTIVITY = {
  by: 'activity',
  words: { create: 1, view: 2, 'view all': 2, browse: 2, download: 2, preview: 2, edit: 3, upload: 3, delete: 4 },
  else: 99,
} as const
const LOGINS: Readonly<Record<string, string>> = {
  'Login Successful': 'login',
  'Login Failed': 'login-failed',
  Logout: 'logout',
}

export const pack = definePack({
  id: 'netskope-ssc',
  vendor: 'Netskope',
  product: 'Security Cloud',
  names: ['Netskope', 'CASB', 'Next Gen SWG', 'Cloud Exchange'],
  docs: [
    'https://docs.netskope.com/en/rest-api-v2-overview-312207/',
    'https://docs.netskope.com/en/netskope-help/data-security/transaction-events/',
  ],
  send: 'Cloud Log Shipper of Cloud Exchange, or the REST API (events and alerts), as JSON without mapping.',
  marks: {
    keys: [
      ['ur_normalized', 'access_method', 'traffic_type'],
      ['ur_normalized', 'userkey', 'timestamp'],
      ['alert_type', 'alert_name', 'access_method'],
      ['_insertion_epoch_timestamp', 'access_method'],
      ['_insertion_epoch_timestamp', 'ccl', 'type'],
      ['audit_log_event', 'supporting_data'],
    ],
  },
  time: ['timestamp'],
  kind: source => {
    const audit = source.text('audit_log_event')
    if (audit !== undefined) return LOGINS[audit] === undefined ? 'audit' : `console-${LOGINS[audit]}`
    if (source.text('alert') === 'yes' || source.text('alert_type') !== undefined) return 'alert'
    const type = source.text('type')
    if (type === 'page' || type === 'connection') return source.text('url') === undefined ? undefined : 'web'
    if (type === 'network') return 'network'
    const activity = source.text('activity')
    if (activity === undefined) return undefined
    return LOGINS[activity] ?? 'activity'
  },
  kinds: {
    alert: {
      title: 'Alert: policy, malware, data loss, anomaly',
      class: 'detection_finding',
      activity: 1,
      ends: ACTION,
      severity: SEVERITY,
      map: {
        alert_name: 'finding_info.title',
        alert_type: 'finding_info.title',
        _id: 'finding_info.uid',
        incident_id: 'finding_info.uid',
        ...ENDS_OF,
        url: 'url.url_string',
        object: 'file.name',
        policy: 'firewall_rule.name',
      },
      says: [
        '{alert_type}',
        '{alert_name}',
        '{action}',
        '{activity} {object}',
        'in {app}',
        'by {user}',
        'from {srcip}',
        '{url}',
      ],
      also: (source, draft) => {
        const md5 = source.text('md5')
        if (md5 !== undefined) draft.set('file.hashes', `MD5=${md5}`)
      },
    },
    web: {
      title: 'Web page visited',
      class: 'http_activity',
      activity: 99,
      ends: ACTION,
      map: {
        ...ENDS_OF,
        url: 'http_request.url.url_string',
        domain: 'http_request.url.hostname',
        useragent: 'http_request.user_agent',
        app: 'app_name',
        client_bytes: 'traffic.bytes_out',
        server_bytes: 'traffic.bytes_in',
      },
      says: ['{url}', 'in {app}', 'by {user}', 'from {srcip}', 'to {dstip}'],
    },
    network: {
      title: 'Connection to a private application',
      class: 'network_activity',
      activity: 6,
      ends: ACTION,
      map: {
        ...ENDS_OF,
        policy: 'firewall_rule.name',
        app: 'app_name',
        client_bytes: 'traffic.bytes_out',
        server_bytes: 'traffic.bytes_in',
      },
      says: ['{action}', 'by {user}', 'from {srcip}', 'to {dstip}', 'port {dstport}', '{app}', 'policy {policy}'],
      also: (source, draft) => {
        draft.set('connection_info.protocol_name', source.text('ip_protocol')?.toLowerCase())
      },
    },
    activity: {
      title: 'Something done in an application',
      class: 'api_activity',
      activity: ACTIVITY,
      ends: ACTION,
      map: { ...ENDS_OF, activity: 'api.operation', app: 'api.service.name' },
      says: ['{activity} {object}', 'in {app}', 'by {user}', 'from {srcip}', '{url}'],
    },
    login: {
      ...login('Login to an application', 1, 'success'),
      says: ['{activity}', 'to {app}', 'by {user}', 'from {srcip}'],
    },
    'login-failed': {
      ...login('Login to an application fails', 1, 'failure'),
      says: ['{activity}', 'to {app}', 'by {user}', 'from {srcip}'],
    },
    logout: {
      ...login('Logout of an application', 2, 'success'),
      says: ['{activity}', 'of {app}', 'by {user}', 'from {srcip}'],
    },
    'console-login': {
      ...login('Administrator logs in', 1, 'success'),
      facts: { 'service.name': 'Netskope console' },
      says: ['{audit_log_event}', 'by {user}'],
    },
    'console-login-failed': {
      ...login('Administrator does not log in', 1, 'failure'),
      facts: { 'service.name': 'Netskope console' },
      says: ['{audit_log_event}', 'by {user}'],
    },
    'console-logout': {
      ...login('Administrator logs out', 2, 'success'),
      facts: { 'service.name': 'Netskope console' },
      says: ['{audit_log_event}', 'by {user}'],
    },
    audit: {
      title: 'Administrator does something',
      class: 'api_activity',
      activity: 99,
      map: { user: 'actor.user', audit_log_event: 'api.operation' },
      says: ['{audit_log_event}', 'by {user}'],
    },
  },
  personal: {
    user: 'user',
    userkey: 'user',
    ur_normalized: 'user',
    owner: 'user',
    from_user: 'user',
    hostname: 'host',
    srcip: 'ip',
    userip: 'ip',
  },
  // The trail of the console does not tell from where.
  lacks: ['src_endpoint'],
})
