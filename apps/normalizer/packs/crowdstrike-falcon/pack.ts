import { type Draft, definePack, itemOf, type Kind, type Source } from '../../src/packs/kit.ts'

const AUDIT = { by: 'event.Success', success: ['true'], failure: ['false'] } as const
/** A value of the list of keys and values that an audit event carries. */
const audited = (source: Source, key: string): string | undefined =>
  itemOf(source, 'event.AuditKeyValues', 'Key', key, 'ValueString')

const ACTOR = { 'event.UserId': 'actor.user', 'event.UserIp': 'src_endpoint.ip' } as const
const SAYS_AUDIT = ['{event.OperationName}', 'by {event.UserId}', 'from {event.UserIp}', 'success {event.Success}']

const login = (title: string): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends: AUDIT,
  map: { 'event.UserId': 'user', 'event.UserIp': 'src_endpoint.ip' },
  facts: { 'service.name': 'CrowdStrike Falcon' },
  says: SAYS_AUDIT,
})

const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: AUDIT,
  severity: 2,
  map: ACTOR,
  says: SAYS_AUDIT,
  also: (source, draft) => void draft.set('user', audited(source, 'target_name')),
})

const roles = (title: string, activity: number): Kind => ({
  ...account(title, activity),
  class: 'user_access',
  severity: 3,
  also: (source, draft) =>
    void draft.set('user', audited(source, 'target_name')).set('privileges', audited(source, 'roles')),
})

const SEVERITY: Kind['severity'] = {
  by: ['event.SeverityName', 'event.Severity'],
  words: { critical: 5, high: 4, medium: 3, low: 2, informational: 1, '5': 5, '4': 4, '3': 3, '2': 2, '1': 1 },
  else: 2,
}
/** What the sensor did, of which any one means that the process was not left alone. */
const PREVENTED = [
  'ProcessBlocked',
  'OperationBlocked',
  'KillProcess',
  'KillSubProcess',
  'KillParent',
  'QuarantineFile',
]

function detection(source: Source, draft: Draft): void {
  const hashes = (['SHA256', 'MD5'] as const)
    .map(name => [name, source.text(`event.${name}String`)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
  draft.set('process.file.hashes', hashes.join(','))
  // The older event has the folder here, the newer one the whole path.
  const path = source.text('event.FilePath')
  const name = source.text('event.FileName')
  const slash = path?.includes('/') ? '/' : '\\'
  if (path && name) draft.set('process.file.path', path.endsWith(`${slash}${name}`) ? path : `${path}${slash}${name}`)
  const flags = PREVENTED.filter(flag => source.take(`event.PatternDispositionFlags.${flag}`) === true)
  if (flags.length > 0) draft.refuse()
}

const DETECTION: Kind = {
  title: 'Detection on an endpoint',
  class: 'detection_finding',
  activity: 1,
  severity: SEVERITY,
  map: {
    'event.DetectName': 'finding_info.title',
    'event.Name': 'finding_info.title',
    'event.DetectId': 'finding_info.uid',
    'event.CompositeId': 'finding_info.uid',
    'event.DetectDescription': 'finding_info.desc',
    'event.Description': 'finding_info.desc',
    'event.FalconHostLink': 'finding_info.src_url',
    'event.UserName': 'actor.user',
    'event.LogonDomain': 'actor.user.domain',
    'event.UserId': 'actor.user.uid',
    'event.FileName': 'process.name',
    'event.ProcessId': 'process.uid',
    'event.CommandLine': 'process.cmd_line',
    'event.ParentProcessId': 'process.parent_process.uid',
    'event.ParentImageFilePath': 'process.parent_process.file.path',
    'event.ParentCommandLine': 'process.parent_process.cmd_line',
    'event.LocalIP': 'device.ip',
    'event.MACAddress': 'device.mac',
    'event.MachineDomain': 'device.domain',
  },
  says: [
    '{event.SeverityName}',
    '{event.DetectName}',
    '{event.Name}',
    '{event.DetectDescription}',
    '{event.Description}',
    '{event.Tactic} / {event.Technique}',
    '{event.CommandLine}',
    'user {event.UserName}',
    'on {event.ComputerName}',
    'on {event.Hostname}',
    '{event.PatternDispositionDescription}',
  ],
  also: detection,
}

const session = (title: string): Kind => ({
  title,
  class: 'base_event',
  activity: 99,
  severity: 2,
  map: {
    'event.UserName': 'actor.user',
    'event.SessionId': 'actor.session.uid',
    'event.HostnameField': 'device.hostname',
    'event.AgentIdString': 'device.uid',
  },
  says: [title, 'on {event.HostnameField}', 'by {event.UserName}', '{event.Commands}'],
})

const OPERATION: Kind = {
  title: 'Operation in the console',
  class: 'api_activity',
  activity: 99,
  ends: AUDIT,
  map: { ...ACTOR, 'event.OperationName': 'api.operation', 'event.ServiceName': 'api.service.name' },
  says: SAYS_AUDIT,
}

const OPERATIONS: Readonly<Record<string, Kind>> = {
  userAuthenticate: login('Login to the console'),
  twoFactorAuthenticate: login('Second factor checked'),
  saml2Assert: login('Single sign-on to the console'),
  createUser: account('Account created', 1),
  activateUser: account('Account activated', 2),
  deactivateUser: account('Account deactivated', 5),
  deleteUser: account('Account deleted', 6),
  changePassword: account('Password changed', 3),
  requestResetPassword: account('Password reset asked for', 4),
  grantUserRoles: roles('Roles given', 1),
  revokeUserRoles: roles('Roles taken', 2),
  detection_update: {
    title: 'Detection worked on',
    class: 'detection_finding',
    activity: 2,
    ends: AUDIT,
    map: ACTOR,
    says: SAYS_AUDIT,
    also: (source, draft) => void draft.set('finding_info.uid', audited(source, 'detection_id')),
  },
}

const AUDITS = new Set(['AuthActivityAuditEvent', 'UserActivityAuditEvent'])

function kind(source: Source): string | undefined {
  const type = source.text('metadata.eventType')
  if (type === undefined || !AUDITS.has(type)) return type
  const operation = source.text('event.OperationName')
  if (operation === undefined) return undefined
  if (!Object.hasOwn(OPERATIONS, operation)) return 'operation'
  // An account that is changed must be named, or it is only an operation.
  const needs = OPERATIONS[operation]!
  if (needs.class === 'user_access' && audited(source, 'roles') === undefined) return 'operation'
  const named = needs.class === 'authentication' ? source.text('event.UserId') : audited(source, 'target_name')
  return needs.class === 'detection_finding' || named !== undefined ? operation : 'operation'
}

export const pack = definePack({
  id: 'crowdstrike-falcon',
  vendor: 'CrowdStrike',
  product: 'Falcon',
  names: ['Falcon Event Streams', 'Falcon Insight', 'Event Stream'],
  docs: [
    'https://developer.crowdstrike.com/api-reference/collections/event-streams/',
    'https://www.elastic.co/docs/reference/beats/filebeat/exported-fields-crowdstrike',
  ],
  send: 'Event Streams API, through the SIEM connector with JSON output or the Falcon integration gateway.',
  marks: { keys: [['metadata', 'metadata.eventType', 'metadata.customerIDString', 'event']] },
  time: ['event.UTCTimestamp', 'metadata.eventCreationTime'],
  kind,
  map: {
    'metadata.eventType': 'metadata.event_code',
    'metadata.offset': 'metadata.uid',
    'event.ComputerName': 'device.hostname',
    'event.Hostname': 'device.hostname',
    'event.SensorId': 'device.uid',
    'event.AgentId': 'device.uid',
  },
  kinds: {
    DetectionSummaryEvent: DETECTION,
    EppDetectionSummaryEvent: DETECTION,
    IdpDetectionSummaryEvent: {
      title: 'Detection about an identity',
      class: 'detection_finding',
      activity: 1,
      severity: SEVERITY,
      map: {
        'event.DetectName': 'finding_info.title',
        'event.DetectId': 'finding_info.uid',
        'event.DetectDescription': 'finding_info.desc',
        'event.FalconHostLink': 'finding_info.src_url',
        'event.SourceAccountName': 'actor.user',
        'event.SourceAccountDomain': 'actor.user.domain',
        'event.SourceAccountObjectSid': 'actor.user.uid',
        'event.SourceEndpointIpAddress': 'src_endpoint.ip',
        'event.SourceEndpointHostName': 'src_endpoint.hostname',
      },
      says: [
        '{event.SeverityName}',
        '{event.DetectName}',
        '{event.DetectDescription}',
        'account {event.SourceAccountName}',
        'from {event.SourceEndpointHostName}',
        '{event.SourceEndpointIpAddress}',
      ],
    },
    IncidentSummaryEvent: {
      title: 'Incident',
      class: 'detection_finding',
      activity: { by: 'event.State', words: { open: 1, new: 1, closed: 3 }, else: 2 },
      severity: 3,
      map: { 'event.IncidentID': 'finding_info.uid', 'event.FalconHostLink': 'finding_info.src_url' },
      facts: { 'finding_info.title': 'Incident' },
      says: ['Incident {event.IncidentID}', '{event.State}', 'score {event.FineScore}', '{event.FalconHostLink}'],
    },
    RemoteResponseSessionStartEvent: session('Remote response session begins'),
    RemoteResponseSessionEndEvent: session('Remote response session ends'),
    operation: OPERATION,
    ...OPERATIONS,
  },
  personal: {
    'event.UserName': 'user',
    'event.UserId': 'user',
    'event.ComputerName': 'host',
    'event.Hostname': 'host',
    'event.HostnameField': 'host',
    'event.MachineDomain': 'host',
    'event.SourceAccountName': 'user',
    'event.SourceEndpointHostName': 'host',
    'event.LocalIP': 'ip',
    'event.LocalIPv6': 'ip',
    'event.MACAddress': 'mac',
    'event.AuditKeyValues.ValueString': 'user',
  },
  // Services of CrowdStrike act without an address.
  lacks: ['src_endpoint', 'actor'],
})
