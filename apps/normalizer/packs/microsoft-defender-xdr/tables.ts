import type { Draft, Kind, Mapping, Source } from '../../src/packs/kit.ts'

/** Columns as the streaming API writes them (under `properties`) and as a query gives them. */
const both = (columns: Mapping): Mapping =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, path]) => [
      [`properties.${name}`, path],
      [name, path],
    ]),
  )
export const textOf = (source: Source, name: string): string | undefined => source.first(`properties.${name}`, name)

const DEVICE = { DeviceName: 'device.hostname', DeviceId: 'device.uid', ActionType: 'metadata.event_code' }
const ACTOR = {
  InitiatingProcessAccountName: 'actor.user.name',
  InitiatingProcessAccountDomain: 'actor.user.domain',
  InitiatingProcessAccountSid: 'actor.user.uid',
  InitiatingProcessAccountUpn: 'actor.user.email_addr',
  InitiatingProcessFolderPath: 'actor.process.file.path',
  InitiatingProcessFileName: 'actor.process.name',
  InitiatingProcessId: 'actor.process.pid',
  InitiatingProcessCommandLine: 'actor.process.cmd_line',
  InitiatingProcessParentFileName: 'actor.process.parent_process.name',
  InitiatingProcessParentId: 'actor.process.parent_process.pid',
}
const HASHES = [
  ['MD5', 'MD5', 1],
  ['SHA1', 'SHA-1', 2],
  ['SHA256', 'SHA-256', 3],
] as const

/** Fingerprints of a file of the draft. */
function hashes(source: Source, file: unknown): void {
  if (typeof file !== 'object' || file === null) return
  const list = HASHES.flatMap(([column, algorithm, id]) => {
    const value = textOf(source, column)
    return value !== undefined && /^[0-9a-f]{32,64}$/i.test(value)
      ? [{ algorithm, algorithm_id: id, value: value.toLowerCase() }]
      : []
  })
  if (list.length > 0) (file as { hashes?: unknown }).hashes = list
}
const event = (
  title: string,
  kind: Pick<Kind, 'class' | 'activity'> & Partial<Pick<Kind, 'ends' | 'severity' | 'also'>>,
  columns: Mapping,
): Kind => ({ title, severity: 1, ...kind, map: both({ ...ACTOR, ...DEVICE, ...columns }) })

const BY = ['properties.ActionType', 'ActionType']
const FILE = { FolderPath: 'file.path', FileName: 'file.name', FileSize: 'file.size' }
const file = (title: string, activity: number): Kind =>
  event(
    title,
    { class: 'file_activity', activity, ends: 'success', also: (source, draft) => hashes(source, draft.objects.file) },
    FILE,
  )
const key = (title: string, activity: number): Kind =>
  event(title, { class: 'registry_key_activity', activity, ends: 'success' }, { RegistryKey: 'reg_key.path' })
const value = (title: string, activity: number): Kind =>
  event(
    title,
    { class: 'registry_value_activity', activity, ends: 'success' },
    { RegistryKey: 'reg_value.path', RegistryValueName: 'reg_value.name', RegistryValueData: 'reg_value.data' },
  )
const PERSON = {
  AccountName: 'user.name',
  AccountDomain: 'user.domain',
  AccountSid: 'user.uid',
  AccountUpn: 'user.email_addr',
}
const CONNECTION = {
  Protocol: 'connection_info.protocol_name',
  RemoteUrl: 'url.url_string',
}
/** The machine is the client, unless the connection came in. */
function ends(inbound: boolean): (source: Source, draft: Draft) => void {
  const [near, far] = inbound ? ['dst_endpoint', 'src_endpoint'] : ['src_endpoint', 'dst_endpoint']
  return (source, draft) => {
    draft
      .set(`${near}.ip`, textOf(source, 'LocalIP'))
      .set(`${near}.port`, textOf(source, 'LocalPort'))
      .set(`${far}.ip`, textOf(source, 'RemoteIP'))
      .set(`${far}.port`, textOf(source, 'RemotePort'))
  }
}
const net = (title: string, activity: number, end: Kind['ends'], inbound = false): Kind =>
  event(title, { class: 'network_activity', activity, ends: end, also: ends(inbound) }, CONNECTION)

const logon = (title: string, columns: Mapping): Kind =>
  event(
    title,
    {
      class: 'authentication',
      activity: 1,
      ends: { by: BY, success: ['LogonSuccess'], failure: ['LogonFailed'] },
    },
    { ...PERSON, FailureReason: 'status_detail', LogonType: 'logon_type', Protocol: 'auth_protocol', ...columns },
  )
const WAYS = ['Unknown', 'Inbound', 'Outbound', 'Internal']
/** The machine that a person comes from is no machine of the event. */
const IDENTITY: Mapping = {
  AccountDisplayName: 'user.full_name',
  IPAddress: 'src_endpoint.ip',
  DeviceName: 'src_endpoint.hostname',
  DestinationDeviceName: 'dst_endpoint.hostname',
  DestinationIPAddress: 'dst_endpoint.ip',
  Application: 'service.name',
}
const mail = (title: string, activity: number, direction: number): Kind => ({
  title,
  class: 'email_activity',
  activity,
  severity: 1,
  ends: {
    by: ['properties.DeliveryAction', 'DeliveryAction'],
    allowed: ['Delivered', 'Junked'],
    refused: ['Blocked', 'Replaced'],
  },
  map: both({
    NetworkMessageId: 'email.uid',
    InternetMessageId: 'email.message_uid',
    SenderFromAddress: 'email.from',
    SenderMailFromAddress: 'email.smtp_from',
    Subject: 'email.subject',
    SenderIPv4: 'src_endpoint.ip',
    SenderIPv6: 'src_endpoint.ip',
  }),
  also: (source, draft) => {
    draft.set('direction', WAYS[direction])
    // A number of OCSF, not a text.
    draft.objects.direction_id = direction
    const recipient = textOf(source, 'RecipientEmailAddress')
    const email = draft.objects.email as { to?: unknown } | undefined
    if (recipient !== undefined && email) email.to = [recipient]
  },
})

/** Kinds by table and action, `DeviceFileEvents:FileCreated`, or by table alone. */
export const TABLES: Readonly<Record<string, Kind>> = {
  'DeviceProcessEvents:ProcessCreated': event(
    'Process started',
    {
      class: 'process_activity',
      activity: 1,
      ends: 'success',
      also: (source, draft) => hashes(source, (draft.objects.process as { file?: unknown } | undefined)?.file),
    },
    {
      ProcessId: 'process.pid',
      FolderPath: 'process.file.path',
      FileName: 'process.name',
      ProcessCommandLine: 'process.cmd_line',
      AccountName: 'process.user.name',
      AccountDomain: 'process.user.domain',
      AccountSid: 'process.user.uid',
    },
  ),
  'DeviceNetworkEvents:ConnectionSuccess': net('Connection opened', 1, 'success'),
  'DeviceNetworkEvents:ConnectionFailed': net('Connection fails', 4, 'failure'),
  'DeviceNetworkEvents:ConnectionAttempt': net('Connection tried', 6, undefined),
  'DeviceNetworkEvents:ConnectionRequest': net('Connection tried', 6, undefined),
  'DeviceNetworkEvents:InboundConnectionAccepted': net('Connection accepted', 1, 'success', true),
  'DeviceLogonEvents:LogonSuccess': logon('Logon', {
    RemoteIP: 'src_endpoint.ip',
    RemoteDeviceName: 'src_endpoint.hostname',
  }),
  'DeviceLogonEvents:LogonFailed': logon('Logon fails', {
    RemoteIP: 'src_endpoint.ip',
    RemoteDeviceName: 'src_endpoint.hostname',
  }),
  'DeviceLogonEvents:LogonAttempted': logon('Logon tried', {
    RemoteIP: 'src_endpoint.ip',
    RemoteDeviceName: 'src_endpoint.hostname',
  }),
  'IdentityLogonEvents:LogonSuccess': logon('Logon in the directory', IDENTITY),
  'IdentityLogonEvents:LogonFailed': logon('Logon in the directory fails', IDENTITY),
  'DeviceFileEvents:FileCreated': file('File created', 1),
  'DeviceFileEvents:FileModified': file('File changed', 3),
  'DeviceFileEvents:FileDeleted': file('File deleted', 4),
  'DeviceFileEvents:FileRenamed': file('File renamed', 5),
  'DeviceRegistryEvents:RegistryKeyCreated': key('Registry key created', 1),
  'DeviceRegistryEvents:RegistryKeyDeleted': key('Registry key deleted', 4),
  'DeviceRegistryEvents:RegistryKeyRenamed': key('Registry key renamed', 5),
  'DeviceRegistryEvents:RegistryValueSet': value('Registry value set', 2),
  'DeviceRegistryEvents:RegistryValueDeleted': value('Registry value deleted', 4),
  'DeviceImageLoadEvents:ImageLoaded': event(
    'Library loaded',
    {
      class: 'module_activity',
      activity: 1,
      ends: 'success',
      also: (source, draft) => hashes(source, (draft.objects.module as { file?: unknown } | undefined)?.file),
    },
    { FolderPath: 'module.file.path', FileName: 'module.file.name' },
  ),
  'EmailEvents:Inbound': mail('Mail received', 2, 1),
  'EmailEvents:Outbound': mail('Mail sent', 1, 2),
  'EmailEvents:Intra-org': mail('Mail within the company', 1, 3),
}
