import { describe, expect, it } from '@jest/globals'
import { normalizeRaw, normalizeRedacted } from '../../src/normalize/testing/normalize-raw.ts'

const security = (EventID: number, data: object) =>
  normalizeRaw({
    EventID,
    Channel: 'Security',
    SourceName: 'Microsoft-Windows-Security-Auditing',
    Hostname: 'DC1.corp.example',
    TimeCreated: '2026-11-21T09:29:58.123Z',
    ...data,
  }).event
const SUBJECT = {
  SubjectUserName: 'ann',
  SubjectDomainName: 'CORP',
  SubjectUserSid: 'S-1-5-21-1-2-3-1104',
  SubjectLogonId: '0x3e7',
}
const TARGET = { TargetUserName: 'bob', TargetDomainName: 'CORP', TargetUserSid: 'S-1-5-21-1-2-3-1105' }

describe('Windows Security', () => {
  it('4624: the target of a logon is the user, and its subject is the actor', () => {
    const event = security(4624, {
      ...SUBJECT,
      ...TARGET,
      LogonType: '3',
      IpAddress: '::ffff:10.0.0.5',
      IpPort: '50123',
      WorkstationName: 'WS7',
      ProcessId: '0x1a4',
      ProcessName: 'C:\\Windows\\System32\\lsass.exe',
      AuthenticationPackageName: 'NTLM',
    })
    expect(event).toMatchObject({
      class_uid: 3002,
      activity: 'Logon',
      outcome: 'success',
      event_time: '2026-11-21T09:29:58.123Z',
      time_quality: 'exact',
      actor: { user: { name: 'ann', domain: 'CORP' } },
      user: { name: 'bob', domain: 'CORP', uid: 'S-1-5-21-1-2-3-1105' },
      src_endpoint: { ip: '10.0.0.5', port: 50123, hostname: 'WS7' },
      process: { pid: 420, name: 'lsass.exe', file: { path: 'C:\\Windows\\System32\\lsass.exe' } },
      logon_type_id: 3,
      logon_type: 'Network',
      auth_protocol: 'NTLM',
      device: { hostname: 'DC1.corp.example' },
      metadata: { event_code: '4624', log_provider: 'Microsoft-Windows-Security-Auditing', log_name: 'Security' },
    })
  })

  it('4625: says why', () => {
    const event = security(4625, {
      ...TARGET,
      LogonType: '10',
      Status: '0xc000006d',
      SubStatus: '0xc0000064',
      IpAddress: '203.0.113.9',
      IpPort: '0',
    })
    expect(event).toMatchObject({
      class_uid: 3002,
      outcome: 'failure',
      status_id: 2,
      severity: 'low',
      status_detail: 'No such user',
      src_endpoint: { ip: '203.0.113.9' },
    })
    expect(event.src_endpoint).not.toHaveProperty('port')
  })

  it('4634: a logoff', () => {
    expect(security(4634, { ...TARGET, LogonType: '3' })).toMatchObject({
      class_uid: 3002,
      activity: 'Logoff',
      activity_id: 2,
      outcome: 'success',
      user: { name: 'bob' },
    })
  })

  it('4648: explicit credentials for another server', () => {
    expect(
      security(4648, {
        ...SUBJECT,
        ...TARGET,
        TargetServerName: 'FS1',
        IpAddress: '-',
        IpPort: '-',
        Keywords: '0x8020000000000000',
      }),
    ).toMatchObject({
      class_uid: 3002,
      outcome: 'success',
      actor: { user: { name: 'ann' } },
      user: { name: 'bob' },
      dst_endpoint: { hostname: 'FS1' },
    })
  })

  it('4672: special privileges', () => {
    expect(security(4672, { ...SUBJECT, PrivilegeList: 'SeDebugPrivilege\n\t\t\tSeTcbPrivilege' })).toMatchObject({
      event_type: 'authorize_session',
      user: { name: 'ann', domain: 'CORP' },
      privileges: ['SeDebugPrivilege', 'SeTcbPrivilege'],
    })
  })

  it('4688: hexadecimal process ids are numbers', () => {
    const event = security(4688, {
      ...SUBJECT,
      NewProcessId: '0x2560',
      NewProcessName: 'C:\\Windows\\System32\\cmd.exe',
      CommandLine: 'cmd /c whoami',
      ProcessId: '0x31c',
      ParentProcessName: 'C:\\Windows\\explorer.exe',
      TargetUserName: '-',
    })
    expect(event).toMatchObject({
      class_uid: 1007,
      category: 'system_activity',
      event_type: 'process_activity',
      activity: 'Launch',
      process: {
        pid: 9568,
        name: 'cmd.exe',
        cmd_line: 'cmd /c whoami',
        file: { path: 'C:\\Windows\\System32\\cmd.exe' },
        parent_process: { pid: 796, name: 'explorer.exe' },
      },
      actor: { user: { name: 'ann' } },
    })
    expect(event.user).toBeUndefined()
    expect(event.summary).toContain('cmd /c whoami')
  })

  it('1102: the log was cleared, even if only the message names the account', () => {
    expect(
      security(1102, {
        Message:
          'The audit log was cleared.\r\nSubject:\r\n\tSecurity ID:\tS-1\r\n\tAccount Name:\teve\r\n\tDomain Name:\tCORP',
      }),
    ).toMatchObject({
      event_type: 'event_log_activity',
      activity: 'Clear',
      severity: 'high',
      actor: { user: { name: 'eve', domain: 'CORP' } },
    })
  })

  it.each([
    [4720, { ...SUBJECT, ...TARGET }, 'account_change', 'Create', 'success'],
    [4726, { ...SUBJECT, ...TARGET }, 'account_change', 'Delete', 'success'],
    [4740, { ...SUBJECT, TargetUserName: 'bob', TargetDomainName: 'WS7' }, 'account_change', 'Lock', 'success'],
    [4768, { ...TARGET, Status: '0x6', IpAddress: '10.0.0.5' }, 'authentication', 'Authentication Ticket', 'failure'],
    [4769, { ...TARGET, Status: '0x0', ServiceName: 'krbtgt' }, 'authentication', 'Service Ticket Request', 'success'],
    [4776, { TargetUserName: 'bob', Status: '0xc000006a', Workstation: 'WS7' }, 'authentication', 'Logon', 'failure'],
    [4771, { ...TARGET, Status: '0x18', IpAddress: '10.0.0.5' }, 'authentication', 'Preauth', 'failure'],
  ])('%i', (id, data, event_type, activity, outcome) => {
    expect(security(id, data)).toMatchObject({ event_type, activity, outcome, user: { name: 'bob' } })
  })

  it('4732: the member is the user, the target the group', () => {
    expect(
      security(4732, {
        ...SUBJECT,
        MemberSid: 'S-1-5-21-9',
        TargetUserName: 'Administrators',
        TargetDomainName: 'Builtin',
      }),
    ).toMatchObject({
      event_type: 'group_management',
      activity: 'Add User',
      user: { uid: 'S-1-5-21-9' },
      group: { name: 'Administrators' },
    })
  })

  it('4732: a group is not a person and stays readable', () => {
    const { event } = normalizeRedacted({
      EventID: 4732,
      Channel: 'Security',
      ...SUBJECT,
      TargetUserName: 'Operators',
      TargetDomainName: 'Builtin',
    })
    expect(event.summary).toMatch(/group Builtin\\Operators by \S*user:1~/)
  })

  it('5157: a blocked connection is refused', () => {
    expect(
      security(5157, {
        Application: '\\device\\x\\nc.exe',
        ProcessID: '4',
        SourceAddress: '10.0.0.5',
        SourcePort: '1',
        DestAddress: '203.0.113.9',
        DestPort: '443',
        Protocol: '6',
      }),
    ).toMatchObject({
      class_uid: 4001,
      action_id: 2,
      outcome: 'failure',
      src_endpoint: { ip: '10.0.0.5', port: 1 },
      dst_endpoint: { ip: '203.0.113.9', port: 443 },
      connection_info: { protocol_name: 'tcp' },
    })
  })

  it('7045: an installed service', () => {
    const { event } = normalizeRaw({
      EventID: 7045,
      Channel: 'System',
      Provider_Name: 'Service Control Manager',
      ServiceName: 'evil',
      ImagePath: 'C:\\x.exe -k',
      AccountName: 'LocalSystem',
    })
    expect(event).toMatchObject({
      event_type: 'windows_service_activity',
      activity: 'Create',
      severity: 'medium',
      win_service: { name: 'evil', cmd_line: 'C:\\x.exe -k' },
    })
  })

  it('an event without a table is parsed, has class 0, and its message is the summary', () => {
    const event = security(4999, { Message: 'Something\r\nnew happened', Keywords: '0x8010000000000000' })
    expect(event).toMatchObject({
      class_uid: 0,
      event_type: 'base_event',
      outcome: 'failure',
      parser: { status: 'parsed' },
    })
    expect(event.summary).toContain('Something new happened')
  })
})

const sysmon = (EventID: number, data: object) =>
  normalizeRaw({
    EventID,
    Channel: 'Microsoft-Windows-Sysmon/Operational',
    Computer: 'WS7',
    UtcTime: '2026-11-21 09:29:58.587',
    User: 'CORP\\ann',
    Image: 'C:\\Windows\\System32\\cmd.exe',
    ProcessId: '9568',
    ...data,
  }).event

describe('Sysmon', () => {
  it('1: the process, its parent and its hashes', () => {
    const event = sysmon(1, {
      CommandLine: 'cmd /c whoami',
      ParentImage: 'C:\\Windows\\explorer.exe',
      ParentProcessId: '796',
      ParentCommandLine: 'explorer',
      Hashes: `MD5=${'A'.repeat(32)},SHA256=${'B'.repeat(64)},IMPHASH=${'C'.repeat(32)}`,
    })
    expect(event).toMatchObject({
      class_uid: 1007,
      activity: 'Launch',
      event_time: '2026-11-21T09:29:58.587Z',
      time_quality: 'exact',
      actor: { user: { name: 'ann', domain: 'CORP' } },
      process: {
        name: 'cmd.exe',
        pid: 9568,
        cmd_line: 'cmd /c whoami',
        file: {
          path: 'C:\\Windows\\System32\\cmd.exe',
          hashes: [
            { algorithm: 'MD5', algorithm_id: 1, value: 'a'.repeat(32) },
            { algorithm: 'SHA-256', algorithm_id: 3 },
            { algorithm: 'IMPHASH' },
          ],
        },
        parent_process: {
          pid: 796,
          name: 'explorer.exe',
          cmd_line: 'explorer',
          file: { path: 'C:\\Windows\\explorer.exe' },
        },
      },
      metadata: { event_code: '1', product: { name: 'Sysmon' } },
    })
    expect(event.summary).toContain('cmd /c whoami')
  })

  it('3: both ends of a connection', () => {
    expect(
      sysmon(3, {
        SourceIp: '10.0.0.5',
        SourcePort: '50123',
        DestinationIp: '203.0.113.9',
        DestinationPort: '443',
        DestinationHostname: 'evil.example',
        Protocol: 'tcp',
        Initiated: 'true',
      }),
    ).toMatchObject({
      class_uid: 4001,
      activity: 'Open',
      src_endpoint: { ip: '10.0.0.5', port: 50123 },
      dst_endpoint: { ip: '203.0.113.9', port: 443, hostname: 'evil.example' },
      connection_info: { protocol_name: 'tcp', direction: 'Outbound' },
      process: { pid: 9568 },
    })
  })

  it('10: the target is the process, the source is the actor', () => {
    expect(
      sysmon(10, {
        SourceImage: 'C:\\a.exe',
        SourceProcessId: '5',
        TargetImage: 'C:\\Windows\\System32\\lsass.exe',
        TargetProcessId: '0x2bc',
        GrantedAccess: '0x1410',
        SourceUser: 'CORP\\eve',
      }),
    ).toMatchObject({
      class_uid: 1007,
      activity: 'Open',
      process: { name: 'lsass.exe', pid: 700 },
      actor: { user: { name: 'eve' }, process: { name: 'a.exe', pid: 5 } },
    })
  })

  it.each([
    [5, {}, 1007, 'Terminate'],
    [7, { ImageLoaded: 'C:\\x.dll', Signed: 'true', Signature: 'Contoso', SignatureStatus: 'Valid' }, 1005, 'Load'],
    [8, { TargetImage: 'C:\\b.exe', TargetProcessId: '7' }, 1007, 'Inject'],
    [11, { TargetFilename: 'C:\\Users\\ann\\x.exe' }, 1001, 'Create'],
    [12, { EventType: 'CreateKey', TargetObject: 'HKLM\\Software\\X' }, 201001, 'Create'],
    [12, { EventType: 'DeleteKey', TargetObject: 'HKLM\\Software\\X' }, 201001, 'Delete'],
    [12, { EventType: 'DeleteValue', TargetObject: 'HKLM\\Software\\X\\v' }, 201002, 'Delete'],
    [13, { EventType: 'SetValue', TargetObject: 'HKLM\\Software\\X\\v', Details: 'DWORD (0x1)' }, 201002, 'Set'],
    [14, { EventType: 'RenameKey', TargetObject: 'HKLM\\A', NewName: 'HKLM\\B' }, 201001, 'Rename'],
    [22, { QueryName: 'evil.example', QueryStatus: '0', QueryResults: '203.0.113.9' }, 4003, 'Query'],
    [23, { TargetFilename: 'C:\\x.exe' }, 1001, 'Delete'],
    [25, { Type: 'Image is replaced' }, 1007, 'Inject'],
  ])('%i %j', (id, data, class_uid, activity) => {
    const event = sysmon(id, data)
    expect(event).toMatchObject({ class_uid, activity, parser: { status: 'parsed' } })
    for (const value of Object.values(data))
      if (value !== 'true')
        expect(event.summary + JSON.stringify(event.process)).toContain(
          JSON.stringify(value).slice(1, -1).replaceAll('\\\\', '\\').slice(-4),
        )
  })

  it('11, 13 and 22: the path, the value and the name queried', () => {
    expect(sysmon(11, { TargetFilename: 'C:\\Users\\ann\\x.exe' })).toMatchObject({
      file: { path: 'C:\\Users\\ann\\x.exe', name: 'x.exe' },
    })
    expect(sysmon(13, { TargetObject: 'HKLM\\Run\\v', Details: 'x' })).toMatchObject({
      reg_key: { path: 'HKLM\\Run\\v' },
      reg_value: { name: 'v', data: 'x' },
    })
    expect(sysmon(22, { QueryName: 'evil.example', QueryStatus: '9003' })).toMatchObject({
      query: { hostname: 'evil.example' },
      outcome: 'failure',
    })
  })
})
