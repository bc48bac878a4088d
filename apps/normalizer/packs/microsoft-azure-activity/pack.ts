import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const NAME = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'
const UPN = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn'
const OBJECT = 'http://schemas.microsoft.com/identity/claims/objectidentifier'

const MAP = {
  callerIpAddress: 'src_endpoint.ip',
  CallerIpAddress: 'src_endpoint.ip',
  [`identity.claims.${UPN}`]: 'actor.user',
  [`claims.${UPN}`]: 'actor.user',
  [`identity.claims.${NAME}`]: 'actor.user',
  [`claims.${NAME}`]: 'actor.user',
  [`identity.claims.${OBJECT}`]: 'actor.user.uid',
  [`claims.${OBJECT}`]: 'actor.user.uid',
  'identity.claims.name': 'actor.user.full_name',
  'claims.name': 'actor.user.full_name',
  'identity.claims.appid': 'actor.app_uid',
  'claims.appid': 'actor.app_uid',
  'claims.ipaddr': 'src_endpoint.ip',
  'identity.claims.ipaddr': 'src_endpoint.ip',
  'httpRequest.clientIpAddress': 'src_endpoint.ip',
  'identity.authorization.action': 'api.operation',
  'authorization.action': 'api.operation',
  'operationName.value': 'api.operation',
  operationName: 'api.operation',
  OperationNameValue: 'api.operation',
  'resourceProviderName.value': 'api.service.name',
  ResourceProviderValue: 'api.service.name',
  correlationId: 'metadata.correlation_uid',
  CorrelationId: 'metadata.correlation_uid',
  eventDataId: 'metadata.uid',
  EventDataId: 'metadata.uid',
  subscriptionId: 'cloud.account.uid',
  SubscriptionId: 'cloud.account.uid',
  resultSignature: 'status_code',
  'subStatus.value': 'status_code',
  ActivitySubstatusValue: 'status_code',
  resultDescription: 'status_detail',
  'properties.statusMessage': 'status_detail',
} as const

/** The caller is an account's name, or the number of a service principal. */
function caller(source: Source, draft: Draft): void {
  const who = source.first('caller', 'Caller')
  if (who === undefined) return
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(who)) draft.set('actor.user.uid', who)
  else draft.set('actor.user', who)
}
/** A subscription is the second part of a resource's path. */
function resource(source: Source, draft: Draft): void {
  const path = source.first('resourceId', 'resourceUri', '_ResourceId', 'ResourceId') ?? ''
  draft.set('cloud.account.uid', /^\/subscriptions\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1]?.toLowerCase())
  draft.set('api.service.name', /\/providers\/([A-Za-z.]{3,64})(?:\/|$)/i.exec(path)?.[1])
}
const REFUSED = new Set(['Forbidden', 'Unauthorized', 'AuthorizationFailed', 'RequestDisallowedByPolicy', '403', '401'])
/** `Forbidden (HTTP Status Code: 403)`, `Failed.Forbidden`. */
const code = (text: string | undefined): string =>
  text?.replace(/ ?\(.*$/s, '').replace(/^[A-Z][a-z]{2,10}\./, '') ?? ''

function finish(source: Source, draft: Draft): void {
  caller(source, draft)
  resource(source, draft)
  const result = source.first('status.value', 'resultType', 'ActivityStatusValue', 'ActivityStatus')?.toLowerCase()
  const detail = code(source.first('subStatus.value', 'resultSignature', 'ActivitySubstatusValue'))
  // A write that answers 201 made something new; another may have changed it.
  if (detail === 'Created' && draft.activityId === 3) draft.is('api_activity', 1)
  if (result === undefined) return
  // `Start` and `Accept` say that it goes on.
  if (/^fail(?:ed|ure)?$/.test(result)) {
    if (REFUSED.has(detail)) draft.refuse()
    else draft.end('failure')
  } else if (/^succe(?:ss|eded)$/.test(result)) draft.end('success')
}
const LEVEL: Kind['severity'] = {
  by: ['level', 'Level'],
  words: { critical: 5, error: 3, warning: 2, verbose: 1, '1': 5, '2': 3, '3': 2 },
  else: 1,
}
const call = (title: string, activity: number): Kind => ({
  title,
  class: 'api_activity',
  activity,
  severity: LEVEL,
  map: MAP,
  facts: { 'cloud.provider': 'Azure' },
  also: finish,
})
const alert: Kind = {
  title: 'Alert of Defender for Cloud',
  class: 'detection_finding',
  activity: 1,
  severity: {
    by: ['properties.severity', 'properties.Severity'],
    words: { high: 4, medium: 3, low: 2, informational: 1 },
    else: 2,
  },
  map: {
    'properties.alertDisplayName': 'finding_info.title',
    'properties.alertName': 'finding_info.title',
    'properties.threatName': 'finding_info.title',
    'properties.systemAlertId': 'finding_info.uid',
    correlationId: 'metadata.correlation_uid',
  },
  facts: { 'cloud.provider': 'Azure' },
  also: (source, draft) => {
    resource(source, draft)
    const entity = source.text('properties.compromisedEntity') ?? ''
    if (/^[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}$/.test(entity)) draft.set('device.hostname', entity)
  },
}

/** By the last word of the operation: `MICROSOFT.COMPUTE/VIRTUALMACHINES/WRITE`. */
function kind(source: Source): string | undefined {
  const category = source.first('category.value', 'category', 'CategoryValue', 'Category')?.toLowerCase()
  if (category === 'security') return 'alert'
  const name = source.first('operationName.value', 'OperationNameValue', 'authorization.action', 'operationName')
  if (name === undefined || !name.includes('/')) return undefined
  const verb = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  return Object.hasOwn(VERBS, verb) ? verb : 'other'
}
const VERBS: Readonly<Record<string, Kind>> = {
  write: call('Resource created or changed', 3),
  delete: call('Resource deleted', 4),
  read: call('Resource read', 2),
  action: call('Action on a resource', 99),
}

export const pack = definePack({
  id: 'microsoft-azure-activity',
  vendor: 'Microsoft',
  product: 'Azure Activity Log',
  names: ['Azure Activity', 'AzureActivity', 'activitylogs', 'Azure'],
  docs: [
    'https://learn.microsoft.com/azure/azure-monitor/platform/activity-log-schema',
    'https://learn.microsoft.com/azure/azure-monitor/reference/tables/azureactivity',
  ],
  send: 'A diagnostic setting of the subscription to an event hub (one record a log), the REST API, or a query of AzureActivity.',
  marks: {
    keys: [
      ['identity.authorization', 'operationName', 'resourceId', 'category'],
      ['callerIpAddress', 'resourceId', 'operationName', 'category=Administrative'],
      ['category=Administrative', 'resourceId', 'operationName'],
      ['category=Policy', 'resourceId', 'operationName', 'properties'],
      ['category=Security', 'resourceId', 'operationName', 'properties'],
      ['eventDataId', 'operationName.value', 'status.value'],
      ['resourceProviderName.value', 'operationName.value'],
      ['OperationNameValue', 'ActivityStatusValue'],
    ],
  },
  time: ['time', 'eventTimestamp', 'TimeGenerated', 'submissionTimestamp'],
  kind,
  kinds: { ...VERBS, other: call('Any other operation', 99), alert },
  says: [
    '{operationName}{operationName.value}{OperationNameValue}',
    'on {resourceId}{_ResourceId}',
    'by {caller}{Caller}',
    `by {identity.claims.${NAME}}`,
    'from {callerIpAddress}{CallerIpAddress}{httpRequest.clientIpAddress}',
    '{resultType}{status.value}{ActivityStatusValue} {resultSignature}{subStatus.value}{ActivitySubstatusValue}',
    '{properties.alertDisplayName}{properties.threatName}',
  ],
  // Azure's own services call without an address, some without a name.
  lacks: ['actor', 'src_endpoint', 'finding_info'],
  personal: {
    caller: 'user',
    Caller: 'user',
    [`identity.claims.${NAME}`]: 'user',
    [`claims.${NAME}`]: 'user',
    'identity.claims.name': 'name',
    'claims.name': 'name',
  },
})
