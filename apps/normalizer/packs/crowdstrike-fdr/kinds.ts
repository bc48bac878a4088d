import type { Draft, Kind, Source } from '../../src/packs/kit.ts'

const PLATFORMS: Readonly<Record<string, string>> = { Win: 'Windows', Mac: 'macOS', Lin: 'Linux' }
const PROTOCOLS: Readonly<Record<string, string>> = { '1': 'icmp', '6': 'tcp', '17': 'udp', '58': 'ipv6-icmp' }
const QUERIES: Readonly<Record<string, string>> = {
  '1': 'A',
  '2': 'NS',
  '5': 'CNAME',
  '6': 'SOA',
  '12': 'PTR',
  '15': 'MX',
  '16': 'TXT',
  '28': 'AAAA',
  '33': 'SRV',
}
const LOGON_TYPES: Readonly<Record<string, string>> = {
  '2': 'Interactive',
  '3': 'Network',
  '4': 'Batch',
  '5': 'OS Service',
  '7': 'Unlock',
  '8': 'Network Cleartext',
  '9': 'New Credentials',
  '10': 'Remote Interactive',
  '11': 'Cached Interactive',
  '12': 'Cached Remote Interactive',
  '13': 'Cached Unlock',
}

const platform = (source: Source, draft: Draft): void =>
  void draft.set('device.os.type', PLATFORMS[source.text('event_platform') ?? ''])

/** The hashes of the file; a hash of zeros was not computed. */
function hashes(source: Source, draft: Draft, path: string): void {
  const list = (['SHA256', 'SHA1', 'MD5'] as const)
    .map(name => [name, source.text(`${name}HashData`)] as const)
    .filter(([, value]) => value !== undefined && !/^0+$/.test(value))
  draft.set(path, list.map(([name, value]) => `${name}=${value}`).join(','))
}

const process = (title: string, activity: number): Kind => ({
  title,
  class: 'process_activity',
  activity,
  map: {
    ImageFileName: 'process.file.path',
    CommandLine: 'process.cmd_line',
    RawProcessId: 'process.pid',
    TargetProcessId: 'process.uid',
    ParentProcessId: 'process.parent_process.uid',
    ParentBaseFileName: 'process.parent_process.name',
    UserName: 'actor.user.name',
    UserSid: 'actor.user.uid',
    UID: 'actor.user.uid',
    LocalAddressIP4: 'device.ip',
  },
  says: [title, '{CommandLine}', '({ImageFileName})', 'parent {ParentBaseFileName}', 'by {UserName}', '{UserSid}'],
  also: (source, draft) => {
    platform(source, draft)
    hashes(source, draft, 'process.file.hashes')
  },
})

const CONTEXT = {
  ContextImageFileName: 'process.file.path',
  ContextBaseFileName: 'process.name',
  ContextProcessId: 'process.uid',
} as const

const file = (title: string, activity: number): Kind => ({
  title,
  class: 'file_activity',
  activity,
  map: {
    ...CONTEXT,
    TargetFileName: 'file.path',
    Size: 'file.size',
    UserName: 'actor.user.name',
    FileOperatorSid: 'actor.user.uid',
    LocalAddressIP4: 'device.ip',
  },
  says: [title, '{TargetFileName}', 'by {ContextImageFileName}', 'of {UserName}'],
  also: (source, draft) => {
    platform(source, draft)
    hashes(source, draft, 'file.hashes')
  },
})

/** A connection has a local and a remote end; its direction says which of them asked. */
const network = (title: string, activity: number, comes?: boolean): Kind => ({
  title,
  class: 'network_activity',
  activity,
  map: CONTEXT,
  says: [
    title,
    '{LocalAddressIP4}{LocalAddressIP6} port {LocalPort}',
    'remote {RemoteAddressIP4}{RemoteAddressIP6} port {RemotePort}',
    'by {ContextBaseFileName}',
  ],
  also: (source, draft) => {
    platform(source, draft)
    const direction = source.text('ConnectionDirection')
    const inbound = comes ?? (direction === '1' ? true : direction === '0' ? false : undefined)
    const protocol = source.text('Protocol')
    draft
      .set('connection_info.protocol_num', protocol)
      .set('connection_info.protocol_name', PROTOCOLS[protocol ?? ''])
      .set('connection_info.direction', inbound === undefined ? undefined : inbound ? 'Inbound' : 'Outbound')
    const local = [source.first('LocalAddressIP4', 'LocalAddressIP6'), source.text('LocalPort')] as const
    const remote = [source.first('RemoteAddressIP4', 'RemoteAddressIP6'), source.text('RemotePort')] as const
    // Without a direction nobody knows who asked.
    if (inbound === undefined) return
    const [src, dst] = inbound ? [remote, local] : [local, remote]
    if (src[0] !== '0.0.0.0' && src[0] !== '::') {
      draft.set('src_endpoint.ip', src[0])
      if (src[1] !== '0') draft.set('src_endpoint.port', src[1])
    }
    if (dst[0] !== '0.0.0.0' && dst[0] !== '::') draft.set('dst_endpoint.ip', dst[0])
    draft.set('dst_endpoint.port', dst[1])
  },
})

const logon = (title: string, activity: number, ends: 'success' | 'failure'): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    UserName: 'user.name',
    LogonDomain: 'user.domain',
    UserSid: 'user.uid',
    AuthenticationId: 'session.uid',
    AuthenticationPackage: 'auth_protocol',
    RemoteAddressIP4: 'src_endpoint.ip',
    RemoteAddressIP6: 'src_endpoint.ip',
    ClientComputerName: 'src_endpoint.hostname',
    SubStatus: 'status_code',
    Status: 'status_code',
    LocalAddressIP4: 'device.ip',
  },
  says: [title, '{LogonDomain}\\{UserName}', 'type {LogonType}', 'from {RemoteAddressIP4}', '{ClientComputerName}'],
  also: (source, draft) => {
    platform(source, draft)
    const type = source.text('LogonType') ?? ''
    const caption = LOGON_TYPES[type]
    if (caption) draft.set('logon_type', caption).objects.logon_type_id = Number(type)
  },
})

const registry = (title: string): Kind => ({
  title,
  class: 'registry_value_activity',
  activity: 2,
  map: {
    ...CONTEXT,
    RegObjectName: 'reg_value.path',
    RegValueName: 'reg_value.name',
    RegStringValue: 'reg_value.data',
  },
  says: [title, '{RegObjectName}\\{RegValueName}', '= {RegStringValue}'],
  also: platform,
})

const heartbeat = (title: string): Kind => ({ title, class: 'base_event', activity: 99, also: platform, says: [title] })

/** Event types by `event_simpleName`. */
export const KINDS: Readonly<Record<string, Kind>> = {
  ProcessRollup2: process('Process started', 1),
  // A process that ran before the sensor did.
  SyntheticProcessRollup2: process('Process found running', 99),
  EndOfProcess: process('Process ended', 2),
  TerminateProcess: process('Process ended', 2),
  DnsRequest: {
    title: 'DNS request',
    class: 'dns_activity',
    activity: 1,
    ends: { by: 'QueryStatus', success: ['0'], failure: ['9001', '9002', '9003', '9004', '9005'] },
    map: {
      ...CONTEXT,
      DomainName: 'query.hostname',
      RespondingDnsServer: 'dst_endpoint.ip',
      LocalAddressIP4: 'src_endpoint.ip',
    },
    severity: 1,
    says: ['DNS request {DomainName}', 'answers {IP4Records}', 'status {QueryStatus}', 'by {ContextBaseFileName}'],
    also: (source, draft) => {
      platform(source, draft)
      draft.set('query.type', QUERIES[source.text('RequestType') ?? ''])
    },
  },
  NetworkConnectIP4: network('Connection', 1),
  NetworkConnectIP6: network('Connection', 1),
  NetworkReceiveAcceptIP4: network('Connection accepted', 1, true),
  NetworkReceiveAcceptIP6: network('Connection accepted', 1, true),
  NetworkListenIP4: network('Listens', 7, true),
  NetworkListenIP6: network('Listens', 7, true),
  UserLogon: logon('Logon', 1, 'success'),
  UserLogonFailed: logon('Logon fails', 1, 'failure'),
  UserLogonFailed2: logon('Logon fails', 1, 'failure'),
  UserLogoff: logon('Logoff', 2, 'success'),
  NewExecutableWritten: file('Program created', 1),
  NewScriptWritten: file('Script created', 1),
  PeFileWritten: file('Program written', 3),
  GenericFileWritten: file('File written', 3),
  ZipFileWritten: file('Archive written', 3),
  RarFileWritten: file('Archive written', 3),
  SevenZipFileWritten: file('Archive written', 3),
  PdfFileWritten: file('Document written', 3),
  OoxmlFileWritten: file('Document written', 3),
  OleFileWritten: file('Document written', 3),
  ElfFileWritten: file('Program written', 3),
  MachOFileWritten: file('Program written', 3),
  ExecutableDeleted: file('Program deleted', 4),
  AsepValueUpdate: registry('Autostart changed'),
  RegGenericValueUpdate: registry('Registry value changed'),
  RegSystemConfigValueUpdate: registry('System setting changed'),
  ScheduledTaskRegistered: {
    title: 'Scheduled task registered',
    class: 'scheduled_job_activity',
    activity: 1,
    map: { ...CONTEXT, TaskName: 'job.name', TaskExecCommand: 'job.cmd_line', UserName: 'actor.user.name' },
    says: ['Task registered {TaskName}', '{TaskExecCommand} {TaskExecArguments}', 'by {UserName}'],
    also: platform,
  },
  SensorHeartbeat: heartbeat('Sensor heartbeat'),
  AgentOnline: heartbeat('Sensor is online'),
}
