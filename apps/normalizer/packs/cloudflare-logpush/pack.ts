import { type Draft, definePack, type Fields, httpActivity, type Kind, type Source } from '../../src/packs/kit.ts'

const present = (fields: Readonly<Fields>, ...names: readonly string[]): boolean =>
  names.every(name => fields[name] !== undefined && fields[name] !== null)

/** The data set by the members that only it has: no member names it. */
function datasetOf({ fields }: Source): string | undefined {
  if (present(fields, 'ResolverDecision', 'QueryName')) return 'gateway_dns'
  if (present(fields, 'HTTPMethod') && present(fields, 'HTTPHost')) return 'gateway_http'
  if (present(fields, 'Allowed', 'AppDomain')) return 'access_requests'
  if (present(fields, 'ActionType') && (present(fields, 'ActorID') || present(fields, 'ActorType'))) return 'audit_logs'
  if (present(fields, 'action.type', 'actor.type')) return 'audit_api'
  if (present(fields, 'QueryName', 'ResponseCode')) return 'dns_logs'
  if (present(fields, 'Action', 'ClientIP') && (present(fields, 'RuleID') || present(fields, 'Source')))
    return 'firewall_events'
  if (
    present(fields, 'ClientRequestMethod') &&
    (present(fields, 'EdgeResponseStatus') || present(fields, 'ClientRequestURI'))
  ) {
    return 'http_requests'
  }
  if (present(fields, 'Action', 'DestinationIP', 'Datetime')) return 'gateway_network'
  return undefined
}

/** Devices that are not logged in have an address of Cloudflare's own: that is no person. */
const person = (source: Source, draft: Draft): void => {
  const email = source.text('Email')
  if (email !== undefined && !email.startsWith('non_identity@')) draft.set('actor.user', email)
}
const DEVICE = {
  SourceIP: 'src_endpoint.ip',
  SrcIP: 'src_endpoint.ip',
  SourceInternalIP: 'src_endpoint.ip',
  SourcePort: 'src_endpoint.port',
  SrcPort: 'src_endpoint.port',
  DeviceName: 'src_endpoint.hostname',
  DeviceID: 'src_endpoint.uid',
  DestinationIP: 'dst_endpoint.ip',
  DstIP: 'dst_endpoint.ip',
  DestinationPort: 'dst_endpoint.port',
  DstPort: 'dst_endpoint.port',
  UserID: 'actor.user.uid',
  PolicyName: 'policy.name',
  PolicyID: 'policy.uid',
} as const
const CLIENT = {
  ClientIP: 'src_endpoint.ip',
  ClientSrcPort: 'src_endpoint.port',
  ClientRequestHost: 'http_request.url.hostname',
  ClientRequestScheme: 'http_request.url.scheme',
  ClientRequestPath: 'http_request.url.path',
  ClientRequestMethod: 'http_request.http_method',
  ClientRequestUserAgent: 'http_request.user_agent',
  ClientRequestReferer: 'http_request.referrer',
  ClientRequestBytes: 'http_request.length',
  RayID: 'http_request.uid',
  EdgeResponseStatus: 'http_response.code',
  EdgeResponseBytes: 'http_response.length',
  EdgeResponseContentType: 'http_response.content_type',
} as const
/** Where the request went to, from its parts. */
const request = (source: Source, draft: Draft): void => {
  draft.is('http_activity', httpActivity(source.first('ClientRequestMethod', 'HTTPMethod')))
  const host = source.text('ClientRequestHost')
  const uri = source.text('ClientRequestURI')
  if (host !== undefined && uri?.startsWith('/')) {
    draft.set('http_request.url.url_string', `${source.text('ClientRequestScheme') ?? 'https'}://${host}${uri}`)
    draft.set('http_request.url.path', uri.split('?', 1)[0])
  }
  const query = source.text('ClientRequestQuery')
  draft.set('http_request.url.query_string', query?.startsWith('?') ? query.slice(1) : query)
  const tls = source.text('ClientSSLProtocol')
  if (tls !== undefined && tls !== 'none')
    draft.set('tls.version', tls).set('tls.cipher', source.text('ClientSSLCipher'))
}
const status = (source: Source, draft: Draft): void => {
  request(source, draft)
  const code = Number(source.text('EdgeResponseStatus'))
  if (source.first('SecurityAction', 'FirewallMatchesActions') === 'block') draft.refuse()
  else if (code >= 100) draft.end(code < 400 ? 'success' : 'failure')
}
const RCODES = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25])
const answer = (source: Source, draft: Draft): void => {
  const code = Number(source.first('RCode', 'ResponseCode'))
  if (RCODES.has(code)) draft.objects.rcode_id = code
  const ips = source.take('ResolvedIPs')
  if (Array.isArray(ips)) {
    const found = ips.filter(ip => typeof ip === 'string' && ip !== '0.0.0.0' && ip !== '::')
    if (found.length > 0) draft.objects.answers = found.map(rdata => ({ rdata }))
  }
  person(source, draft)
}
const GATEWAY: Kind['ends'] = {
  by: 'Action',
  refused: ['block'],
  allowed: ['allow', 'forward', 'allowedOnNoRuleMatch'],
}
const GATEWAY_SAYS = [
  '{Action}',
  '{HTTPMethod} {URL}',
  '{QueryName}',
  'by {Email}',
  'on {DeviceName}',
  'from {SourceIP}{SrcIP}',
  'to {DestinationIP}',
  '{ResolverDecision}',
  'policy {PolicyName}',
] as const

const VERBS: readonly (readonly [RegExp, number])[] = [
  [/(?:^|_)(?:create|add|new|issue)(?:d|_|$)/i, 1],
  [/(?:^|_)(?:delete|remove|revoke|purge)(?:d|_|$)/i, 4],
  [/(?:^|_)(?:update|change|edit|set|rotate|roll|modify)(?:d|_|$)/i, 3],
  [/(?:^|_)(?:view|read)(?:ed|_|$)/i, 2],
]
/** An account's log of changes. A login to the dashboard is one of its actions. */
const audit = (source: Source, draft: Draft): void => {
  const action = source.first('ActionType', 'action.type') ?? ''
  if (/^(?:login|logout)$/i.test(action)) {
    const user = (draft.objects.actor as { user?: object } | undefined)?.user
    delete draft.objects.entity
    delete draft.objects.actor
    if (user) draft.objects.user = user
    draft.is('authentication', /^login$/i.test(action) ? 1 : 2).set('service.name', 'Cloudflare')
    draft.severityId = 1
    return
  }
  draft.is('entity_management', VERBS.find(([verb]) => verb.test(action))?.[1] ?? 99)
}
const RESULT: Kind['ends'] = {
  by: ['ActionResult', 'action.result'],
  success: ['true', 'success'],
  failure: ['false', 'failure'],
}

export const pack = definePack({
  id: 'cloudflare-logpush',
  vendor: 'Cloudflare',
  product: 'Logpush',
  names: ['Cloudflare', 'Zero Trust'],
  docs: [
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/',
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/',
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/audit_logs/',
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/access_requests/',
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/gateway_dns/',
  ],
  send: 'Logpush to an HTTP destination or to an object store that a shipper reads; JSON lines, any time format.',
  marks: {
    keys: [
      ['ClientRequestMethod', 'EdgeResponseStatus', 'ClientIP'],
      ['ClientRequestHost', 'EdgeStartTimestamp', 'ClientIP'],
      ['EdgeStartTimestamp', 'RayID'],
      ['RayID', 'Action', 'ClientIP'],
      ['AppDomain', 'Allowed', 'RayID'],
      ['ActorType', 'ActionType', 'ActionResult'],
      ['ActorEmail', 'ActionType', 'When'],
      ['newValue', 'action.type', 'actor.type', 'when'],
      ['ResolverDecision', 'QueryName'],
      ['EDNSSubnet', 'QueryName', 'ResponseCode'],
      ['HTTPHost', 'HTTPMethod', 'Datetime'],
      ['SourceInternalIP', 'Action', 'Datetime'],
      ['OverrideIP', 'Action', 'DestinationIP'],
    ],
  },
  time: [
    'EdgeStartTimestamp',
    'Datetime',
    'CreatedAt',
    'When',
    'ActionTimestamp',
    'Timestamp',
    'when',
    'EdgeEndTimestamp',
  ],
  kind: datasetOf,
  map: {
    RayID: 'metadata.correlation_uid',
    RequestID: 'metadata.correlation_uid',
    ID: 'metadata.uid',
    AuditLogID: 'metadata.uid',
  },
  kinds: {
    http_requests: {
      title: 'HTTP request',
      class: 'http_activity',
      activity: 0,
      map: { ...CLIENT, OriginIP: 'dst_endpoint.ip' },
      also: status,
      says: [
        '{ClientRequestMethod} {ClientRequestHost}{ClientRequestURI}',
        '{EdgeResponseStatus}',
        'from {ClientIP}',
        '{SecurityAction}',
      ],
    },
    firewall_events: {
      title: 'Request matched by a security rule',
      class: 'http_activity',
      activity: 0,
      ends: { by: 'Action', refused: ['block', 'drop', 'connectionClose', 'connectionclose'], allowed: ['allow'] },
      map: { ...CLIENT, RuleID: 'firewall_rule.uid', Description: 'firewall_rule.name', Source: 'firewall_rule.type' },
      also: request,
      says: [
        '{Action}',
        '{Description}',
        '{ClientRequestMethod} {ClientRequestHost}{ClientRequestPath}',
        'from {ClientIP}',
        'rule {RuleID}',
      ],
    },
    access_requests: {
      title: 'Access asks who it is',
      class: 'authentication',
      activity: { by: 'Action', words: { login: 1, logout: 2 }, else: 0 },
      ends: { by: 'Allowed', success: ['true'], refused: ['false'] },
      map: {
        Email: 'user',
        UserUID: 'user.uid',
        IPAddress: 'src_endpoint.ip',
        AppDomain: 'service.name',
        AppUUID: 'service.uid',
        Connection: 'auth_protocol',
      },
      says: ['{Action}', 'to {AppDomain}', 'by {Email}', 'from {IPAddress}', 'allowed {Allowed}'],
    },
    audit_logs: {
      title: 'Account or zone changed, or login to the dashboard',
      class: 'entity_management',
      activity: 99,
      ends: RESULT,
      severity: 2,
      map: {
        ActorEmail: 'actor.user',
        ActorID: 'actor.user.uid',
        ActorIP: 'src_endpoint.ip',
        ActorIPAddress: 'src_endpoint.ip',
        ResourceID: 'entity.uid',
        ResourceType: 'entity.type',
        ActionType: 'metadata.event_code',
      },
      also: audit,
      says: [
        '{ActionType}',
        '{ActionDescription}',
        '{ResourceType}',
        'by {ActorEmail}',
        'from {ActorIP}{ActorIPAddress}',
        'result {ActionResult}',
      ],
    },
    audit_api: {
      title: 'Account or zone changed, or login to the dashboard, as the API tells it',
      class: 'entity_management',
      activity: 99,
      ends: RESULT,
      severity: 2,
      map: {
        'actor.email': 'actor.user',
        'actor.id': 'actor.user.uid',
        'actor.ip': 'src_endpoint.ip',
        'resource.id': 'entity.uid',
        'resource.type': 'entity.type',
        'action.type': 'metadata.event_code',
        id: 'metadata.uid',
      },
      also: audit,
      says: ['{action.type}', '{resource.type}', 'by {actor.email}', 'from {actor.ip}', 'result {action.result}'],
    },
    gateway_dns: {
      title: 'DNS query through Gateway',
      class: 'dns_activity',
      activity: 2,
      ends: {
        by: 'ResolverDecision',
        refused: [
          'blockedByCategory',
          'blockedAlwaysCategory',
          'blockedRule',
          'blocked',
          'blockedOnPolicyMatch',
          'blockedSafeSearch',
          'blockedYouTube',
        ],
        allowed: ['allowedByQueryName', 'allowedOnNoPolicyMatch', 'allowedOnNoLocation', 'allowedRule', 'allowed'],
      },
      map: { ...DEVICE, QueryName: 'query.hostname', QueryTypeName: 'query.type' },
      also: answer,
      says: GATEWAY_SAYS,
    },
    gateway_http: {
      title: 'HTTP request through Gateway',
      class: 'http_activity',
      activity: 0,
      ends: GATEWAY,
      map: {
        ...DEVICE,
        HTTPMethod: 'http_request.http_method',
        URL: 'http_request.url.url_string',
        HTTPHost: 'http_request.url.hostname',
        Referer: 'http_request.referrer',
        UserAgent: 'http_request.user_agent',
        HTTPVersion: 'http_request.version',
        HTTPStatusCode: 'http_response.code',
      },
      also: (source, draft) => {
        request(source, draft)
        person(source, draft)
        // Without a blocked file there is a size of 0, and a reason that is not known.
        const file = source.text('BlockedFileName')
        if (file !== undefined) {
          draft.set('file.name', file).set('file.size', source.text('BlockedFileSize'))
          draft.set('status_detail', source.text('BlockedFileReason'))
        }
      },
      says: GATEWAY_SAYS,
    },
    gateway_network: {
      title: 'Connection through Gateway',
      class: 'network_activity',
      activity: { by: 'Action', words: { block: 5 }, else: 6 },
      ends: GATEWAY,
      map: {
        ...DEVICE,
        Transport: 'connection_info.protocol_name',
        SNI: 'dst_endpoint.hostname',
        SessionID: 'connection_info.uid',
      },
      also: person,
      says: GATEWAY_SAYS,
    },
    dns_logs: {
      title: 'DNS query to a zone',
      class: 'dns_activity',
      activity: 2,
      map: { QueryName: 'query.hostname', SourceIP: 'src_endpoint.ip' },
      also: answer,
      says: ['query {QueryName}', 'from {SourceIP}', 'code {ResponseCode}'],
    },
  },
  personal: { Email: 'email', ActorEmail: 'email', 'actor.email': 'email', DeviceName: 'host' },
  // A change that an account's key makes may concern no single object; a probe has no code.
  lacks: ['entity'],
})
