import type { Draft, Mapping, Source } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'
import {
  BY_PROCESS,
  type Entries,
  type Entry,
  FROM,
  failureCode,
  SELF,
  SUBJECT,
  TARGET,
  WHERE,
  WHO,
} from './windows-security-entry.ts'

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
const logonType = (_: Source, draft: Draft): void => {
  const id = draft.objects.logon_type_id
  if (typeof id === 'number') draft.set('logon_type', LOGON_TYPES[id] ?? 'Other')
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

/** Logons, tickets and privileges. */
export const LOGONS: Entries = {
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
  4672: privilege('Special privileges assigned to'),
  4673: privilege('Privileged service called by'),
  4674: privilege('Privileged operation by'),
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
}
