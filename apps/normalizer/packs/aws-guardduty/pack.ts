import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** A member of the finding: as EventBridge and the API write it (`service.action`), and with capitals as GetFindings does. */
const each = (name: string, path: string): Record<string, string> => ({
  [name]: path,
  [name
    .split('.')
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join('.')]: path,
})
const FINDING = {
  ...each('title', 'finding_info.title'),
  ...each('id', 'finding_info.uid'),
  ...each('description', 'finding_info.desc'),
  ...each('type', 'finding_info.types'),
  ...each('region', 'cloud.region'),
  ...each('accountId', 'cloud.account.uid'),
  ...each('partition', 'cloud.cloud_partition'),
} as const
const WHO = {
  ...each('resource.accessKeyDetails.userName', 'actor.user.name'),
  ...each('resource.accessKeyDetails.principalId', 'actor.user.uid'),
  ...each('resource.accessKeyDetails.userType', 'actor.user.type'),
} as const
const MACHINE = {
  ...each('resource.instanceDetails.instanceId', 'device.uid'),
  ...each('service.runtimeDetails.process.executablePath', 'process.file.path'),
  ...each('service.runtimeDetails.process.pid', 'process.pid'),
  ...each('service.runtimeDetails.process.user', 'process.user'),
} as const

/** GuardDuty's numbers: 1 to 3.9 low, to 6.9 medium, to 8.9 high, from 9 critical. */
function severity(source: Source, draft: Draft): void {
  const value = Number(source.first('severity', 'Severity'))
  if (!(value > 0)) return
  draft.severityId = value >= 9 ? 5 : value >= 7 ? 4 : value >= 4 ? 3 : 2
}
/** `types` is a list. */
function types(draft: Draft): void {
  const info = draft.objects.finding_info as { types?: unknown } | undefined
  if (typeof info?.types === 'string') info.types = [info.types]
}
function refused(source: Source, draft: Draft, action: string): void {
  const blocked = source.first(`service.action.${action}.blocked`, `Service.Action.${cap(action)}.Blocked`)
  if (blocked === 'true') draft.refuse()
}
const cap = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

const finding = (title: string, action: string, map: Kind['map'] = {}): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  severity: 2,
  map: { ...FINDING, ...WHO, ...MACHINE, ...map },
  facts: { 'cloud.provider': 'AWS' },
  also: (source, draft) => {
    severity(source, draft)
    types(draft)
    refused(source, draft, action)
    if (action === 'networkConnectionAction') direction(source, draft)
  },
})
const NETWORK = 'service.action.networkConnectionAction'
/** Who asks depends on the direction; without one neither end is the client. */
function direction(source: Source, draft: Draft): void {
  const at = (name: string): string | undefined => source.first(...Object.keys(each(`${NETWORK}.${name}`, '')))
  const way = at('connectionDirection')?.toUpperCase()
  if (way !== 'INBOUND' && way !== 'OUTBOUND') return
  const [remote, local] = way === 'INBOUND' ? ['src_endpoint', 'dst_endpoint'] : ['dst_endpoint', 'src_endpoint']
  draft
    .set(`${remote}.ip`, at('remoteIpDetails.ipAddressV4') ?? at('remoteIpDetails.ipAddressV6'))
    .set(`${remote}.port`, at('remotePortDetails.port'))
    .set(`${remote}.location.country`, at('remoteIpDetails.country.countryName'))
    .set(`${local}.ip`, at('localIpDetails.ipAddressV4') ?? at('localIpDetails.ipAddressV6'))
    .set(`${local}.port`, at('localPortDetails.port'))
    .set('connection_info.protocol_name', at('protocol')?.toLowerCase())
}

const ACTIONS: Readonly<Record<string, string>> = {
  AWS_API_CALL: 'awsApiCallAction',
  KUBERNETES_API_CALL: 'kubernetesApiCallAction',
  RDS_LOGIN_ATTEMPT: 'rdsLoginAttemptAction',
}
const api = (action: string): Record<string, string> => ({
  ...each(`service.action.${action}.remoteIpDetails.ipAddressV4`, 'src_endpoint.ip'),
  ...each(`service.action.${action}.remoteIpDetails.ipAddressV6`, 'src_endpoint.ip'),
  ...each(`service.action.${action}.remoteIpDetails.country.countryName`, 'src_endpoint.location.country'),
  ...each(`service.action.${action}.api`, 'api.operation'),
  ...each(`service.action.${action}.serviceName`, 'api.service.name'),
  ...each(`service.action.${action}.userAgent`, 'http_request.user_agent'),
})

export const pack = definePack({
  id: 'aws-guardduty',
  vendor: 'AWS',
  product: 'GuardDuty',
  docs: [
    'https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_findings_eventbridge.html',
    'https://docs.aws.amazon.com/guardduty/latest/APIReference/API_Finding.html',
  ],
  send: 'EventBridge events of GuardDuty, or the findings exported to S3, one a log.',
  marks: {
    keys: [
      ['schemaVersion', 'service.serviceName=guardduty', 'severity', 'type'],
      ['schemaVersion', 'service.detectorId', 'severity', 'type'],
      ['SchemaVersion', 'Service.DetectorId', 'Severity', 'Type'],
    ],
  },
  time: ['service.eventLastSeen', 'Service.EventLastSeen', 'updatedAt', 'UpdatedAt', 'createdAt', 'CreatedAt'],
  kind: source => source.first('service.action.actionType', 'Service.Action.ActionType') ?? 'other',
  map: { arn: 'metadata.uid', Arn: 'metadata.uid' },
  kinds: {
    NETWORK_CONNECTION: finding('Finding about a connection', 'networkConnectionAction'),
    PORT_PROBE: finding('Finding about probed ports', 'portProbeAction', {
      ...each('service.action.portProbeAction.portProbeDetails.remoteIpDetails.ipAddressV4', 'src_endpoint.ip'),
      ...each('service.action.portProbeAction.portProbeDetails.localPortDetails.port', 'dst_endpoint.port'),
    }),
    DNS_REQUEST: finding('Finding about a name that was looked up', 'dnsRequestAction', {
      ...each('service.action.dnsRequestAction.domain', 'query.hostname'),
    }),
    AWS_API_CALL: finding('Finding about an API call', 'awsApiCallAction', api(ACTIONS.AWS_API_CALL!)),
    KUBERNETES_API_CALL: finding('Finding about a Kubernetes API call', 'kubernetesApiCallAction', {
      ...api(ACTIONS.KUBERNETES_API_CALL!),
      ...each('resource.kubernetesDetails.kubernetesUserDetails.username', 'actor.user.name'),
    }),
    RDS_LOGIN_ATTEMPT: finding('Finding about logins to a database', 'rdsLoginAttemptAction', {
      ...each('resource.rdsDbUserDetails.user', 'user.name'),
      ...api(ACTIONS.RDS_LOGIN_ATTEMPT!),
    }),
    other: finding('Any other finding', 'none'),
  },
  says: [
    '{title}{Title}',
    '{type}{Type}',
    '{description}{Description}',
    'count {service.count}{Service.Count}',
    'region {region}{Region}',
  ],
  personal: {
    'resource.accessKeyDetails.userName': 'user',
    'Resource.AccessKeyDetails.UserName': 'user',
    'resource.rdsDbUserDetails.user': 'user',
  },
})
