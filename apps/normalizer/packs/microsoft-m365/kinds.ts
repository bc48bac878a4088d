import { type Draft, itemOf, type Kind, type Source } from '../../src/packs/kit.ts'

const ENDS: Kind['ends'] = {
  by: 'ResultStatus',
  success: ['Success', 'Succeeded', 'True', 'PartiallySucceeded'],
  failure: ['Failed', 'Failure', 'False'],
}

/** `Not Available` and the like name nobody. */
const known = (name: string | undefined): string | undefined =>
  name === undefined || /^(?:Not Available|Unknown|N\/A|<null>|None)$/i.test(name) ? undefined : name

/** `NT AUTHORITY\SYSTEM (Microsoft.Exchange.ServiceHost)`: the program is no part of the name. */
const SERVICE = /^(NT AUTHORITY\\[A-Z ]{3,20}) \([\w. -]{1,128}\)$/

function from(source: Source, draft: Draft): void {
  draft.set('src_endpoint.ip', known(source.first('ActorIpAddress', 'ClientIPAddress', 'ClientIP', 'SenderIp')))
  // OCSF's mail has no request.
  if (draft.className === 'email_activity') return
  draft.set(
    'http_request.user_agent',
    source.text('UserAgent') ??
      itemOf(source, 'ExtendedProperties', 'Name', 'UserAgent', 'Value') ??
      source.text('ClientInfoString'),
  )
}
function who(source: Source, draft: Draft): void {
  // Type 4 is the system itself, whatever name it gives.
  if (source.text('UserType') !== '4') draft.set('actor.user', known(source.text('UserId'))?.replace(SERVICE, '$1'))
  if (draft.objects.actor) draft.set('actor.user.uid', known(source.text('UserKey')))
  from(source, draft)
}
/** What a property is now, or was. */
function property(source: Source, name: string): string | undefined {
  const now = itemOf(source, 'ModifiedProperties', 'Name', name, 'NewValue')
  const text = now || itemOf(source, 'ModifiedProperties', 'Name', name, 'OldValue')
  return text?.replace(/^"(.*)"$/s, '$1') || undefined
}
/** In the directory's events, `ObjectId` is the account, if it is one. */
function target(source: Source, draft: Draft): void {
  const object = known(source.text('ObjectId'))
  if (object === undefined) return
  if (/^[^@\s]{1,256}@[\w.-]{1,190}$/.test(object)) draft.set('user', object)
  else if (/^(?:User_)?[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(object)) draft.set('user.uid', object)
}

export const login = (title: string, activity: number, ends: Kind['ends'] = ENDS): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    Workload: 'service.name',
    ApplicationId: 'service.uid',
    LogonError: 'status_detail',
    ErrorNumber: 'status_code',
  },
  also: (source, draft) => {
    draft.set('user', known(source.text('UserId')))
    if (draft.objects.user) draft.set('user.uid', known(source.text('UserKey')))
    from(source, draft)
  },
})
export const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: ENDS,
  severity: 2,
  also: (source, draft) => {
    who(source, draft)
    target(source, draft)
  },
})
export const group = (title: string, activity: number): Kind => ({
  title,
  class: 'group_management',
  activity,
  ends: ENDS,
  severity: 2,
  map: { TeamName: 'group.name', TeamGuid: 'group.uid' },
  also: (source, draft) => {
    who(source, draft)
    target(source, draft)
    draft.set('group.name', property(source, 'Group.DisplayName')).set('group.uid', property(source, 'Group.ObjectID'))
    const members = source.take('Members.UPN')
    // Of several members, none is the one.
    if (typeof members === 'string') draft.set('user', members)
    else if (Array.isArray(members) && members.length === 1) draft.set('user', members[0])
  },
})
export const role = (title: string, activity: number): Kind => ({
  title,
  class: 'user_access',
  activity,
  ends: ENDS,
  severity: 3,
  also: (source, draft) => {
    who(source, draft)
    target(source, draft)
    const name = property(source, 'Role.DisplayName')
    // A name such as `Global Administrator` is one privilege.
    if (name !== undefined) draft.objects.privileges = [name]
  },
})
export const entity = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: ENDS,
  severity,
  map: { ObjectId: 'entity.name' },
  also: who,
})
export const file = (title: string, activity: number): Kind => ({
  title,
  class: 'file_hosting',
  activity,
  severity: 1,
  map: {
    ObjectId: 'file.url.url_string',
    SourceFileName: 'file.name',
    SourceFileExtension: 'file.ext',
    SourceRelativeUrl: 'file.parent_folder',
    Id: 'metadata.uid',
  },
  // What is reported has been done.
  ends: 'success',
  also: who,
})
export const mail = (title: string, activity: number): Kind => ({
  title,
  class: 'api_activity',
  activity,
  ends: ENDS,
  map: { Operation: 'api.operation', Workload: 'api.service.name' },
  also: who,
})
export const sent = (title: string): Kind => ({
  title,
  class: 'email_activity',
  activity: 1,
  ends: ENDS,
  map: {
    'Item.InternetMessageId': 'email.message_uid',
    'Item.Id': 'email.uid',
    'Item.Subject': 'email.subject',
    SendAsUserSmtp: 'email.from',
    SendOnBehalfOfUserSmtp: 'email.from',
    MailboxOwnerUPN: 'email.from',
  },
  also: who,
})
export const alert = (title: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  severity: { by: 'Severity', words: { low: 2, medium: 3, high: 4, informational: 1 }, else: 2 },
  map: { Name: 'finding_info.title', AlertId: 'finding_info.uid', Comments: 'finding_info.desc' },
  also: who,
})
/** A mail that a filter judged. */
export const threat: Kind = {
  title: 'Threat in a mail',
  class: 'detection_finding',
  activity: 1,
  severity: { by: 'Verdict', words: { malware: 4, phish: 4, spam: 2 }, else: 3 },
  ends: { by: 'DeliveryAction', refused: ['Blocked', 'Replaced'], allowed: ['Delivered', 'DeliveredAsSpam'] },
  map: {
    Verdict: 'finding_info.title',
    NetworkMessageId: 'finding_info.uid',
    P2Sender: 'email.from',
    P1Sender: 'email.smtp_from',
    InternetMessageId: 'email.message_uid',
    Subject: 'email.subject',
    SenderIp: 'src_endpoint.ip',
  },
}
const VERBS: readonly (readonly [string, RegExp])[] = [
  ['create', /^(?:New|Add|Install|Import|Start)-/],
  ['read', /^(?:Get|Search|Export|Test)-/],
  ['update', /^(?:Set|Update|Enable|Disable|Move|Restore|Resume|Suspend|Stop)-/],
  ['delete', /^(?:Remove|Uninstall|Clear)-/],
]
/** A command of Exchange PowerShell by its verb. */
export const cmdlet = (name: string): string | undefined => {
  if (!/^[A-Z][A-Za-z]{1,32}-[A-Z][A-Za-z]{1,64}$/.test(name)) return undefined
  return `cmdlet:${VERBS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'}`
}
