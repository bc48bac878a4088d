import type { Draft, Source } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'
import { BY_PROCESS, type Entries, type Entry, FROM, SUBJECT, WHERE } from './windows-security-entry.ts'

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
/** Processes, objects, services, tasks, shares, connections and the log itself. */
export const ACTIVITY: Entries = {
  1100: { is: ['event_log_activity', 7], maps: [], says: template('Event logging service stopped') },
  1102: {
    is: ['event_log_activity', 1],
    ends: 'success',
    severity: 4,
    maps: [SUBJECT],
    says: template('Audit log cleared', 'by {SubjectDomainName}\\{SubjectUserName}'),
    also: subjectFromMessage,
  },
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
  5140: share('Share accessed:'),
  5145: share('Share object accessed:'),
  5152: filtering('Packet blocked', 5, 'refused'),
  5154: filtering('Listening permitted', 7, 'allowed'),
  5156: filtering('Connection permitted', 1, 'allowed'),
  5157: filtering('Connection blocked', 5, 'refused'),
  5158: filtering('Binding permitted', 7, 'allowed'),
}

/** Flat exports of event 1102 name the subject only in the message. */
function subjectFromMessage(source: Source, draft: Draft): void {
  if (source.text('SubjectUserName')) return
  const message = source.text('Message') ?? ''
  const name = /Account Name:[ \t]*([^\s]{1,64})/.exec(message)?.[1]
  const domain = /Domain Name:[ \t]*([^\s]{1,64})/.exec(message)?.[1]
  draft.set('actor.user.name', name).set('actor.user.domain', domain)
}
