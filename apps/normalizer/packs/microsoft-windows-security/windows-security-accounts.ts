import { template } from '../../src/normalize/summary.ts'
import { type Entries, type Entry, SUBJECT, TARGET, WHO } from './windows-security-entry.ts'

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
/** Accounts and groups that are created, changed or enumerated. */
export const ACCOUNTS: Entries = {
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
}
