import { applyMapping, type Content, type Draft, type Mapping, type Source } from '../normalize/draft.ts'
import type { ClassName } from '../normalize/ocsf-classes.ts'
import { type Sentence, template } from '../normalize/summary.ts'

/** One event id of the Security log: class and activity, outcome, where its fields go, and what the summary names. */
interface Entry {
  readonly is: readonly [ClassName, number]
  /** `status`: by the Status code, else by the audit keyword. Without it the audit keyword decides. */
  readonly ends?: 'success' | 'failure' | 'status' | 'refused' | 'allowed'
  readonly severity?: number
  readonly maps: readonly Mapping[]
  readonly says: Sentence
  readonly also?: (source: Source, draft: Draft) => void
}

/** Who acts. */
const SUBJECT: Mapping = {
  SubjectUserName: 'actor.user.name',
  SubjectDomainName: 'actor.user.domain',
  SubjectUserSid: 'actor.user.uid',
  SubjectLogonId: 'actor.session.uid',
}
/** Whom it concerns. */
const TARGET: Mapping = {
  TargetUserName: 'user.name',
  TargetDomainName: 'user.domain',
  TargetUserSid: 'user.uid',
  TargetSid: 'user.uid',
  TargetLogonId: 'session.uid',
}
/** The account that both acts and is concerned, where Windows names only one. */
const SELF: Mapping = { SubjectUserName: 'user.name', SubjectDomainName: 'user.domain', SubjectUserSid: 'user.uid' }
const FROM: Mapping = {
  IpAddress: 'src_endpoint.ip',
  IpPort: 'src_endpoint.port',
  WorkstationName: 'src_endpoint.hostname',
}
const BY_PROCESS: Mapping = { ProcessName: 'process.file.path', ProcessId: 'process.pid' }
const LOGON: Mapping = {
  LogonType: 'logon_type_id',
  AuthenticationPackageName: 'auth_protocol',
  LogonProcessName: 'logon_process.name',
}
const LOGON_TYPES: Readonly<Record<number, string>> = {
  0: 'System',
  2: 'Interactive',
  3: 'Network',
  4: 'Batch',
  5: 'OS Service',
  7: 'Unlock',
  8: 'Network Cleartext',
  9: 'New Credentials',
  10: 'Remote Interactive',
  11: 'Cached Interactive',
  12: 'Cached Remote Interactive',
  13: 'Cached Unlock',
}
const WHO = ['of {TargetDomainName}\\{TargetUserName}', 'by {SubjectDomainName}\\{SubjectUserName}'] as const
const WHERE = ['from {IpAddress}', 'port {IpPort}', 'workstation {WorkstationName}'] as const

const logonType = (_: Source, draft: Draft): void => {
  const id = draft.objects.logon_type_id
  if (typeof id === 'number') draft.set('logon_type', LOGON_TYPES[id] ?? 'Other')
}
const failureCode = (source: Source, draft: Draft): void => {
  const sub = source.text('SubStatus')
  const code = sub && sub !== '0x0' ? sub : source.text('Status')
  source.use('Status', 'SubStatus', 'FailureReason')
  draft.set('status_code', code).set('status_detail', FAILURES[(code ?? '').toLowerCase()])
}
/** NTSTATUS codes of failed logons (winerror and ntstatus of the Windows SDK). */
const FAILURES: Readonly<Record<string, string>> = {
  '0xc0000064': 'No such user',
  '0xc000006a': 'Wrong password',
  '0xc000006d': 'Bad user name or password',
  '0xc000006e': 'Account restriction',
  '0xc000006f': 'Outside of allowed hours',
  '0xc0000070': 'Workstation not allowed',
  '0xc0000071': 'Password expired',
  '0xc0000072': 'Account disabled',
  '0xc0000133': 'Clocks out of step',
  '0xc000015b': 'Logon type not granted',
  '0xc0000193': 'Account expired',
  '0xc0000224': 'Password must change',
  '0xc0000234': 'Account locked out',
}

const logon = (words: string, activity: number, extra: Partial<Entry> = {}): Entry => ({
  is: ['authentication', activity],
  maps: [TARGET, SUBJECT, FROM, BY_PROCESS, LOGON],
  says: template(
    words,
    'type {LogonType}',
    ...WHO,
    ...WHERE,
    'via {AuthenticationPackageName}',
    'process {ProcessName}',
    'reason {SubStatus} {Status}',
  ),
  also: logonType,
  ...extra,
})
const kerberos = (words: string, activity: number): Entry => ({
  is: ['authentication', activity],
  ends: 'status',
  maps: [
    TARGET,
    FROM,
    {
      ServiceName: 'service.name',
      ServiceSid: 'service.uid',
      Workstation: 'src_endpoint.hostname',
      PackageName: 'auth_protocol',
    },
  ],
  says: template(
    words,
    'of {TargetDomainName}\\{TargetUserName}',
    'for {ServiceName}',
    'encryption {TicketEncryptionType}',
    ...WHERE,
    'workstation {Workstation}',
    'status {Status}',
  ),
})
const account = (words: string, activity: number, severity = 2): Entry => ({
  is: ['account_change', activity],
  ends: 'success',
  severity,
  maps: [TARGET, SUBJECT],
  says: template(words, ...WHO, 'now named {NewTargetUserName}', 'account {SamAccountName}'),
})
const group = (words: string, activity: number, severity = 2): Entry => ({
  is: ['group_management', activity],
  ends: 'success',
  severity,
  maps: [
    SUBJECT,
    {
      TargetUserName: 'group.name',
      TargetDomainName: 'group.domain',
      TargetSid: 'group.uid',
      MemberName: 'user.name',
      MemberSid: 'user.uid',
    },
  ],
  says: template(
    words,
    '{MemberName} {MemberSid}',
    'group {TargetDomainName}\\{TargetUserName}',
    'by {SubjectDomainName}\\{SubjectUserName}',
  ),
})
const filtering = (words: string, activity: number, ends: 'refused' | 'allowed'): Entry => ({
  is: ['network_activity', activity],
  ends,
  maps: [
    { Application: 'process.file.path', ProcessID: 'process.pid', ProcessId: 'process.pid' },
    {
      SourceAddress: 'src_endpoint.ip',
      SourcePort: 'src_endpoint.port',
      DestAddress: 'dst_endpoint.ip',
      DestPort: 'dst_endpoint.port',
    },
  ],
  says: template(
    words,
    'from {SourceAddress}:{SourcePort}',
    'to {DestAddress}:{DestPort}',
    'protocol {Protocol}',
    'by {Application}',
  ),
  also: (source, draft) => {
    const number = source.text('Protocol') ?? ''
    draft.set('connection_info.protocol_num', number).set('connection_info.protocol_name', PROTOCOLS[number] ?? null)
  },
})
const PROTOCOLS: Readonly<Record<string, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 58: 'icmp6' }
const task = (words: string, activity: number): Entry => ({
  is: ['scheduled_job_activity', activity],
  ends: 'success',
  severity: activity === 1 ? 2 : 1,
  maps: [SUBJECT, { TaskName: 'job.name' }],
  says: template(words, '{TaskName}', 'by {SubjectDomainName}\\{SubjectUserName}', '{TaskContent}', '{TaskContentNew}'),
})
const share = (words: string): Entry => ({
  is: ['smb_activity', 2],
  maps: [SUBJECT, FROM, { ShareName: 'share', RelativeTargetName: 'file.path' }],
  says: template(
    words,
    '{ShareName}',
    '{RelativeTargetName}',
    'access {AccessMask}',
    'by {SubjectDomainName}\\{SubjectUserName}',
    ...WHERE,
  ),
})
const object = (words: string): Entry => ({
  is: ['windows_resource_activity', 1],
  maps: [SUBJECT, BY_PROCESS],
  says: template(
    words,
    '{ObjectType}',
    '{ObjectName}',
    'access {AccessMask}',
    'by {ProcessName}',
    'of {SubjectDomainName}\\{SubjectUserName}',
  ),
  also: (source, draft) => {
    const [type, name] = [source.text('ObjectType'), source.text('ObjectName')]
    if (type === 'File') draft.is('file_activity', 14).set('file.path', name)
    else if (type === 'Key') draft.is('registry_key_activity', 2).set('reg_key.path', name)
    else draft.set('win_resource.name', name).set('win_resource.type', type)
  },
})
const privilege = (words: string): Entry => ({
  is: ['authorize_session', 1],
  maps: [SUBJECT, SELF, BY_PROCESS, { PrivilegeList: 'privileges' }],
  says: template(
    words,
    '{SubjectDomainName}\\{SubjectUserName}',
    '{PrivilegeList}',
    '{Service}',
    'process {ProcessName}',
  ),
})

const ENTRIES: Readonly<Record<number, Entry>> = {
  1102: {
    is: ['event_log_activity', 1],
    ends: 'success',
    severity: 4,
    maps: [SUBJECT],
    says: template('Audit log cleared', 'by {SubjectDomainName}\\{SubjectUserName}'),
    also: subjectFromMessage,
  },
  1100: { is: ['event_log_activity', 7], maps: [], says: template('Event logging service stopped') },
  4624: logon('Logon', 1, { ends: 'success' }),
  4625: logon('Logon failed', 1, {
    ends: 'failure',
    severity: 2,
    also: (source, draft) => {
      logonType(source, draft)
      failureCode(source, draft)
    },
  }),
  4627: {
    is: ['authorize_session', 2],
    ends: 'success',
    maps: [TARGET, SUBJECT],
    says: template('Group membership', ...WHO),
  },
  4634: logon('Logoff', 2, { ends: 'success' }),
  4647: logon('Logoff by the user', 2, { ends: 'success' }),
  4648: logon('Logon with explicit credentials', 1, {
    maps: [TARGET, SUBJECT, FROM, BY_PROCESS, { TargetServerName: 'dst_endpoint.hostname' }],
    says: template(
      'Logon with explicit credentials',
      ...WHO,
      'to {TargetServerName}',
      ...WHERE,
      'process {ProcessName}',
    ),
  }),
  4649: { ...logon('Replay attack detected', 1), severity: 4, ends: 'failure' },
  4656: object('Handle requested:'),
  4657: {
    is: ['registry_value_activity', 3],
    maps: [
      SUBJECT,
      BY_PROCESS,
      { ObjectName: 'reg_key.path', ObjectValueName: 'reg_value.name', NewValue: 'reg_value.data' },
    ],
    says: template(
      'Registry value changed: {ObjectName}',
      '{ObjectValueName}',
      '= {NewValue}',
      'by {ProcessName}',
      'of {SubjectDomainName}\\{SubjectUserName}',
    ),
  },
  4658: object('Handle closed:'),
  4660: object('Object deleted:'),
  4661: object('Handle requested:'),
  4662: object('Operation on object:'),
  4663: object('Object accessed:'),
  4670: object('Permissions changed:'),
  4672: privilege('Special privileges assigned to'),
  4673: privilege('Privileged service called by'),
  4674: privilege('Privileged operation by'),
  4688: {
    is: ['process_activity', 1],
    ends: 'success',
    maps: [
      SUBJECT,
      {
        NewProcessName: 'process.file.path',
        NewProcessId: 'process.pid',
        CommandLine: 'process.cmd_line',
        MandatoryLabel: 'process.integrity',
        ParentProcessName: 'process.parent_process.file.path',
        CreatorProcessName: 'process.parent_process.file.path',
        ProcessId: 'process.parent_process.pid',
        TargetUserName: 'user.name',
        TargetDomainName: 'user.domain',
      },
    ],
    says: template(
      'Process started: {CommandLine}',
      '({NewProcessName})',
      'by {SubjectDomainName}\\{SubjectUserName}',
      'as {TargetDomainName}\\{TargetUserName}',
      'parent {ParentProcessName}',
    ),
  },
  4689: {
    is: ['process_activity', 2],
    ends: 'success',
    maps: [SUBJECT, BY_PROCESS],
    says: template('Process ended: {ProcessName}', 'status {Status}', 'of {SubjectDomainName}\\{SubjectUserName}'),
  },
  4690: object('Handle duplicated:'),
  4697: {
    is: ['windows_service_activity', 1],
    ends: 'success',
    severity: 3,
    maps: [
      SUBJECT,
      {
        ServiceName: 'win_service.name',
        ServiceFileName: 'win_service.cmd_line',
        ServiceAccount: 'win_service.run_as',
      },
    ],
    says: template(
      'Service installed: {ServiceName}',
      '{ServiceFileName}',
      'as {ServiceAccount}',
      'by {SubjectDomainName}\\{SubjectUserName}',
    ),
  },
  4698: task('Scheduled task created:', 1),
  4699: task('Scheduled task deleted:', 3),
  4700: task('Scheduled task enabled:', 4),
  4701: task('Scheduled task disabled:', 5),
  4702: task('Scheduled task updated:', 2),
  4703: {
    is: ['authorize_session', 1],
    maps: [SUBJECT, TARGET, BY_PROCESS],
    says: template(
      'Token right adjusted',
      ...WHO,
      'enabled {EnabledPrivilegeList}',
      'disabled {DisabledPrivilegeList}',
      'process {ProcessName}',
    ),
  },
  4719: {
    is: ['event_log_activity', 99],
    severity: 3,
    maps: [SUBJECT],
    says: template(
      'Audit policy changed',
      '{AuditPolicyChanges}',
      '{SubcategoryGuid}',
      'by {SubjectDomainName}\\{SubjectUserName}',
    ),
  },
  4720: account('Account created', 1),
  4722: account('Account enabled', 2),
  4723: account('Password change', 3),
  4724: account('Password reset', 4),
  4725: account('Account disabled', 5),
  4726: account('Account deleted', 6),
  4727: group('Group created', 6),
  4728: group('Member added to global group', 3),
  4729: group('Member removed from global group', 4),
  4731: group('Group created', 6),
  4732: group('Member added to local group', 3),
  4733: group('Member removed from local group', 4),
  4734: group('Group deleted', 5),
  4738: account('Account changed', 99),
  4740: {
    is: ['account_change', 9],
    ends: 'success',
    severity: 3,
    maps: [{ TargetUserName: 'user.name', TargetSid: 'user.uid', TargetDomainName: 'src_endpoint.hostname' }, SUBJECT],
    says: template(
      'Account locked out: {TargetUserName}',
      'from {TargetDomainName}',
      'by {SubjectDomainName}\\{SubjectUserName}',
    ),
  },
  4756: group('Member added to universal group', 3),
  4757: group('Member removed from universal group', 4),
  4767: account('Account unlocked', 12),
  4768: kerberos('Kerberos ticket requested', 3),
  4769: kerberos('Kerberos service ticket requested', 4),
  4770: kerberos('Kerberos service ticket renewed', 5),
  4771: { ...kerberos('Kerberos pre-authentication failed', 6), ends: 'failure', severity: 2 },
  4776: kerberos('Credentials validated', 1),
  4778: logon('Session reconnected', 1, {
    ends: 'success',
    maps: [
      {
        AccountName: 'user.name',
        AccountDomain: 'user.domain',
        ClientAddress: 'src_endpoint.ip',
        ClientName: 'src_endpoint.hostname',
      },
    ],
    says: template('Session reconnected', 'of {AccountDomain}\\{AccountName}', 'from {ClientAddress}', '{ClientName}'),
  }),
  4779: logon('Session disconnected', 2, {
    ends: 'success',
    maps: [
      {
        AccountName: 'user.name',
        AccountDomain: 'user.domain',
        ClientAddress: 'src_endpoint.ip',
        ClientName: 'src_endpoint.hostname',
      },
    ],
    says: template('Session disconnected', 'of {AccountDomain}\\{AccountName}', 'from {ClientAddress}', '{ClientName}'),
  }),
  4781: account('Account renamed', 99),
  4798: {
    is: ['authorize_session', 99],
    maps: [SUBJECT, TARGET],
    says: template("A user's local group membership was enumerated", ...WHO, 'process {CallerProcessName}'),
  },
  4799: {
    is: ['group_management', 99],
    maps: [
      SUBJECT,
      {
        TargetUserName: 'group.name',
        TargetDomainName: 'group.domain',
        TargetSid: 'group.uid',
        CallerProcessName: 'process.file.path',
        CallerProcessId: 'process.pid',
      },
    ],
    says: template(
      'Group membership enumerated: {TargetDomainName}\\{TargetUserName}',
      'by {SubjectDomainName}\\{SubjectUserName}',
      'process {CallerProcessName}',
    ),
  },
  5140: share('Share accessed:'),
  5145: share('Share object accessed:'),
  5152: filtering('Packet blocked', 5, 'refused'),
  5154: filtering('Listening permitted', 7, 'allowed'),
  5156: filtering('Connection permitted', 1, 'allowed'),
  5157: filtering('Connection blocked', 5, 'refused'),
  5158: filtering('Binding permitted', 7, 'allowed'),
}

/** The Security log, provider Microsoft-Windows-Security-Auditing (and Eventlog for 1102). */
export const windowsSecurity: Content = (source, draft) => {
  const id = source.take('EventID')
  const entry = typeof id === 'number' ? ENTRIES[id] : undefined
  if (!entry) return false
  draft.is(...entry.is).atLeast(entry.severity ?? 1)
  for (const mapping of entry.maps) applyMapping(source, draft, mapping)
  entry.also?.(source, draft)
  end(source, draft, entry.ends)
  draft.summary = entry.says(source.fields)
  return true
}

function end(source: Source, draft: Draft, ends: Entry['ends']): void {
  if (ends === 'success' || ends === 'failure') draft.end(ends)
  else if (ends === 'refused') draft.refuse()
  else if (ends === 'allowed') draft.allow()
  else if (ends === 'status' && source.text('Status')) {
    const failed = !/^(?:0x0+|0)$/i.test(source.text('Status') ?? '')
    draft.end(failed ? 'failure' : 'success')
    if (failed) {
      draft.atLeast(2)
      failureCode(source, draft)
    }
  } else draft.end(auditOutcome(source))
}

/** Bits 52 and 53 of the keywords, or the words that shippers make of them. */
export function auditOutcome(source: Source): 'success' | 'failure' | 'unknown' {
  const word = `${source.text('Keywords') ?? ''} ${source.text('EventType') ?? ''}`
  if (/0x8010|audit[ _]failure|-9218868437227405312/i.test(word)) return 'failure'
  return /0x8020|audit[ _]success|-9214364837600034816/i.test(word) ? 'success' : 'unknown'
}

/** Flat exports of 1102 name the subject in the message only. */
function subjectFromMessage(source: Source, draft: Draft): void {
  if (source.text('SubjectUserName')) return
  const message = source.text('Message') ?? ''
  const name = /Account Name:[ \t]*([^\s]{1,64})/.exec(message)?.[1]
  const domain = /Domain Name:[ \t]*([^\s]{1,64})/.exec(message)?.[1]
  draft.set('actor.user.name', name).set('actor.user.domain', domain)
}
