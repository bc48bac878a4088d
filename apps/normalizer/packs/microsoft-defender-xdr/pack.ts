import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'
import { TABLES, textOf } from './tables.ts'

/** The only value of a list of evidence; of several, none is the one. */
function only(source: Source, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = source.take(name)
    const list = (Array.isArray(value) ? value : [value]).filter(one => typeof one === 'string' && one !== '')
    const [first] = new Set(list)
    if (typeof first === 'string' && new Set(list).size === 1) return first
  }
  return undefined
}
function evidence(source: Source, draft: Draft): void {
  draft
    .set('device.hostname', only(source, 'evidence.deviceDnsName', 'evidence.hostName'))
    .set('device.uid', only(source, 'evidence.mdeDeviceId'))
    .set('user.name', only(source, 'evidence.userAccount.accountName'))
    .set('user.domain', only(source, 'evidence.userAccount.domainName'))
    .set('user.email_addr', only(source, 'evidence.userAccount.userPrincipalName'))
    .set('src_endpoint.ip', only(source, 'evidence.ipAddress'))
}
const SEVERITY: Kind['severity'] = {
  by: ['properties.Severity', 'severity', 'Severity'],
  words: { informational: 1, low: 2, medium: 3, high: 4 },
  else: 2,
}
const alert: Kind = {
  title: 'Alert',
  class: 'detection_finding',
  activity: { by: 'status', words: { resolved: 3, inProgress: 2, InProgress: 2 }, else: 1 },
  severity: SEVERITY,
  map: {
    title: 'finding_info.title',
    'properties.Title': 'finding_info.title',
    Title: 'finding_info.title',
    id: 'finding_info.uid',
    'properties.AlertId': 'finding_info.uid',
    AlertId: 'finding_info.uid',
    description: 'finding_info.desc',
    alertWebUrl: 'finding_info.src_url',
    computerDnsName: 'device.hostname',
    machineId: 'device.uid',
    'relatedUser.userName': 'user.name',
    'relatedUser.domainName': 'user.domain',
  },
  also: evidence,
}

/** Without the name of the table, as in the answer to a query, columns that only one table has tell. */
function kind(source: Source): string | undefined {
  const category = source.text('category') ?? ''
  if (category.startsWith('AdvancedHunting-')) {
    const table = category.slice('AdvancedHunting-'.length)
    if (table === 'AlertInfo') return 'alert'
    return `${table}:${textOf(source, table === 'EmailEvents' ? 'EmailDirection' : 'ActionType') ?? ''}`
  }
  const has = (name: string): boolean => Object.hasOwn(source.fields, name)
  if (has('AlertId') && has('ServiceSource')) return has('Title') ? 'alert' : undefined
  if (has('title') && (has('detectionSource') || has('alertCreationTime'))) return 'alert'
  if (has('SenderFromAddress')) return `EmailEvents:${source.text('EmailDirection') ?? ''}`
  const action = source.text('ActionType') ?? ''
  return BY_ACTION.get(action)
}
/** Actions of exactly one table; a logon is in two, and is told by the machine. */
const BY_ACTION: ReadonlyMap<string, string> = new Map(
  Object.keys(TABLES)
    .filter(name => !name.startsWith('IdentityLogonEvents') && !name.startsWith('EmailEvents'))
    .map(name => [name.slice(name.indexOf(':') + 1), name]),
)
const STREAMED = [
  ...new Set(Object.keys(TABLES).map(name => name.slice(0, name.indexOf(':')))),
  'AlertInfo',
  'AlertEvidence',
  'DeviceEvents',
  'CloudAppEvents',
]

export const pack = definePack({
  id: 'microsoft-defender-xdr',
  vendor: 'Microsoft',
  product: 'Defender XDR',
  names: ['Microsoft Defender', 'Microsoft 365 Defender', 'Defender for Endpoint', 'MDE', 'Advanced hunting'],
  docs: [
    'https://learn.microsoft.com/graph/api/resources/security-alert',
    'https://learn.microsoft.com/defender-xdr/advanced-hunting-schema-tables',
    'https://learn.microsoft.com/defender-xdr/streaming-api-event-hub',
  ],
  send: 'The streaming API to an event hub (one record a log), alerts of the Graph API, or rows of a hunting query.',
  marks: {
    keys: [
      ...STREAMED.map(name => [`category=AdvancedHunting-${name}`, 'properties', 'time']),
      ['detectionSource', 'incidentId', 'severity', 'title'],
      ['alertCreationTime', 'severity', 'title'],
      ['ServiceSource', 'AlertId', 'Title'],
      ['ActionType', 'DeviceId', 'Timestamp'],
      ['ActionType', 'DeviceId', 'TimeGenerated'],
      ['NetworkMessageId', 'SenderFromAddress', 'Timestamp'],
    ],
  },
  time: [
    'properties.Timestamp',
    'Timestamp',
    'lastActivityDateTime',
    'createdDateTime',
    'lastEventTime',
    'alertCreationTime',
    'time',
    'TimeGenerated',
  ],
  kind,
  kinds: { ...TABLES, alert },
  says: [
    '{title}{properties.Title}{Title}',
    '{properties.ActionType}{ActionType}',
    '{properties.FolderPath}{FolderPath}',
    '{properties.ProcessCommandLine}{ProcessCommandLine}',
    'account {properties.AccountName}{AccountName}',
    'of {properties.AccountDomain}{AccountDomain}',
    'local {properties.LocalIP}{LocalIP}',
    'remote {properties.RemoteIP}{RemoteIP} {properties.RemoteUrl}{RemoteUrl}',
    'key {properties.RegistryKey}{RegistryKey} {properties.RegistryValueName}{RegistryValueName}',
    'sender {properties.SenderFromAddress}{SenderFromAddress} {properties.DeliveryAction}{DeliveryAction}',
    'on {properties.DeviceName}{DeviceName}{computerDnsName}',
    'by {properties.InitiatingProcessFileName}{InitiatingProcessFileName}',
    'severity {severity}{properties.Severity}{Severity}',
    '{category}',
  ],
  // A row of a query has only the columns that were asked for.
  lacks: [
    'process',
    'actor',
    'device',
    'file',
    'user',
    'reg_key',
    'reg_value',
    'module',
    'finding_info',
    'email',
    'src_endpoint',
    'dst_endpoint',
    'service',
  ],
  personal: {
    'relatedUser.userName': 'user',
    ...Object.fromEntries(
      ['AccountName', 'AccountUpn', 'InitiatingProcessAccountName', 'InitiatingProcessAccountUpn'].flatMap(name => [
        [name, 'user'] as const,
        [`properties.${name}`, 'user'] as const,
      ]),
    ),
    ...Object.fromEntries(
      ['SenderFromAddress', 'SenderMailFromAddress', 'RecipientEmailAddress'].flatMap(name => [
        [name, 'email'] as const,
        [`properties.${name}`, 'email'] as const,
      ]),
    ),
  },
})
