import type { Draft, Mapping, Source } from '../../src/normalize/draft.ts'
import type { ClassName } from '../../src/normalize/ocsf-classes.ts'
import type { Sentence } from '../../src/normalize/summary.ts'

/** One event id of the Security log: class and activity, outcome, where its fields go, and what the summary says. */
export interface Entry {
  readonly is: readonly [ClassName, number]
  /**
   * The outcome. `status`: the Status code decides, or the audit keyword if there is none. If absent, the audit keyword
   * decides.
   */
  readonly ends?: 'success' | 'failure' | 'status' | 'refused' | 'allowed'
  readonly severity?: number
  readonly maps: readonly Mapping[]
  readonly says: Sentence
  readonly also?: (source: Source, draft: Draft) => void
}

/** Entries by event id. */
export type Entries = Readonly<Record<number, Entry>>

/** The account that acts. */
export const SUBJECT: Mapping = {
  SubjectUserName: 'actor.user.name',
  SubjectDomainName: 'actor.user.domain',
  SubjectUserSid: 'actor.user.uid',
  SubjectLogonId: 'actor.session.uid',
}
/** The account that the event is about. */
export const TARGET: Mapping = {
  TargetUserName: 'user.name',
  TargetDomainName: 'user.domain',
  TargetUserSid: 'user.uid',
  TargetSid: 'user.uid',
  TargetLogonId: 'session.uid',
}
/** The account that both acts and is the target, for events where Windows names only one. */
export const SELF: Mapping = {
  SubjectUserName: 'user.name',
  SubjectDomainName: 'user.domain',
  SubjectUserSid: 'user.uid',
}
export const FROM: Mapping = {
  IpAddress: 'src_endpoint.ip',
  IpPort: 'src_endpoint.port',
  WorkstationName: 'src_endpoint.hostname',
}
export const BY_PROCESS: Mapping = { ProcessName: 'process.file.path', ProcessId: 'process.pid' }
export const WHO = ['of {TargetDomainName}\\{TargetUserName}', 'by {SubjectDomainName}\\{SubjectUserName}'] as const
export const WHERE = ['from {IpAddress}', 'port {IpPort}', 'workstation {WorkstationName}'] as const

export const failureCode = (source: Source, draft: Draft): void => {
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
