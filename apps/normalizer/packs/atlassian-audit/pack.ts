import { type Draft, definePack, itemOf, type Kind, type Source } from '../../src/packs/kit.ts'

/** Data Center writes a kind of object in capitals or as a word, by product. */
function affected(source: Source, type: string, member: string): string | undefined {
  for (const word of [type, type.toUpperCase(), type.toLowerCase()]) {
    const found = itemOf(source, 'affectedObjects', 'type', word, member)
    if (found !== undefined) return found
  }
  return undefined
}
const firstOf = (source: Source, name: string): string | undefined => {
  const value = source.take(name)
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}
/** An account's number in place of its name, as Jira Cloud writes it. */
const isNumber = (name: string): boolean => /^[a-z]{2}:[0-9a-f-]{8,}/.test(name)
function setUser(draft: Draft, name: string | undefined): void {
  if (name !== undefined) draft.set(isNumber(name) ? 'user.uid' : 'user', name)
}
/** Who did it. `Anonymous` and `System` are nobody. */
function actor(source: Source, draft: Draft): void {
  const id = source.text('author.id')
  if (id !== '-1' && id !== '-2') draft.set('actor.user', source.text('author.name')).set('actor.user.uid', id)
  const key = source.text('authorKey')
  if (key !== undefined && !isNumber(key)) draft.set('actor.user', key)
  draft.set('actor.user.uid', source.first('authorAccountId', 'authorKey'))
}
const subject = (source: Source): string | undefined =>
  affected(source, 'User', 'name') ??
  (source.text('objectItem.typeName') === 'USER' ? source.text('objectItem.name') : undefined) ??
  itemOf(source, 'associatedItems', 'typeName', 'USER', 'name')

const ADDRESS = { source: 'src_endpoint.ip', remoteAddress: 'src_endpoint.ip' } as const
const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: ADDRESS,
  facts: { 'service.name': 'Atlassian' },
  also: (source, draft) => {
    const named =
      subject(source) ??
      itemOf(source, 'extraAttributes', 'name', 'Username', 'value') ??
      (/^-[12]$/.test(source.text('author.id') ?? '-1') ? undefined : source.text('author.name'))
    setUser(draft, named)
  },
  // The author of a failed login is nobody.
  says: ['{auditType.action}{summary}', 'of {affectedObjects.name}{objectItem.name}', 'from {source}{remoteAddress}'],
})
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: 2,
  map: ADDRESS,
  also: (source, draft) => {
    setUser(draft, subject(source))
    actor(source, draft)
  },
})
const group = (title: string, activity: number): Kind => ({
  title,
  class: 'group_management',
  activity,
  ends: 'success',
  severity: 2,
  map: ADDRESS,
  also: (source, draft) => {
    if (activity === 3 || activity === 4) setUser(draft, subject(source))
    const named = source.text('objectItem.typeName') === 'GROUP' ? source.text('objectItem.name') : undefined
    draft.set('group.name', affected(source, 'Group', 'name') ?? named)
    actor(source, draft)
  },
})
const thing = (title: string, activity: number, severity = 1, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends,
  severity,
  map: ADDRESS,
  also: (source, draft) => {
    draft.set('entity.name', firstOf(source, 'affectedObjects.name') ?? source.text('objectItem.name'))
    draft.set('entity.type', firstOf(source, 'affectedObjects.type') ?? source.text('objectItem.typeName'))
    actor(source, draft)
  },
})
const permission = (title: string, activity: number): Kind => ({
  title,
  class: 'user_access',
  activity,
  ends: 'success',
  severity: 3,
  map: ADDRESS,
  also: (source, draft) => {
    const user = subject(source)
    actor(source, draft)
    // A permission may also be given to a group or to everybody.
    if (user === undefined) draft.is('entity_management', 3).set('entity.type', 'permission')
    else {
      setUser(draft, user)
      const given = itemOf(source, 'extraAttributes', 'name', 'Permission', 'value')
      if (given !== undefined) draft.objects.privileges = [given]
    }
  },
})

/** The words at the beginning or at the end of an action, in small letters. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^user login failed/, 'login failed'],
  [/^user (?:login successful|logged in)/, 'login'],
  [/^user (?:logout successful|logged out)/, 'logout'],
  [/^user added to (?:user )?group/, 'member added'],
  [/^user removed from (?:user )?group/, 'member removed'],
  [/^(?:user )?group created$/, 'group created'],
  [/^(?:user )?group (?:deleted|removed)$/, 'group deleted'],
  [/^user created$/, 'user created'],
  [/^user (?:deleted|removed)$/, 'user deleted'],
  [/^user(?:'s)? password changed$/, 'password changed'],
  [/^user (?:deactivated|disabled)$/, 'user deactivated'],
  [/^user (?:reactivated|activated|enabled)$/, 'user activated'],
  [/^user (?:renamed|updated|details updated)$/, 'user updated'],
  [/^global permission (?:granted|added)$/, 'permission granted'],
  [/^global permission (?:removed|revoked)$/, 'permission removed'],
  [/^unauthorized access to a resource$/, 'unauthorized'],
  [/ (?:created|added)$/, 'created'],
  [/ (?:deleted|removed)$/, 'deleted'],
  [/ (?:updated|changed|edited)$/, 'updated'],
  [/ enabled$/, 'enabled'],
  [/ disabled$/, 'disabled'],
]

export const pack = definePack({
  id: 'atlassian-audit',
  vendor: 'Atlassian',
  product: 'Audit Log',
  names: ['Jira', 'Confluence', 'Bitbucket'],
  docs: [
    'https://confluence.atlassian.com/bitbucketserver/audit-log-events-776640423.html',
    'https://confluence.atlassian.com/adminjiraserver/audit-log-events-in-jira-998879036.html',
    'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-audit-records/',
  ],
  send: 'The audit log files of Data Center (log/audit/*.audit.log), or a poll of the audit records of Jira; one event per object.',
  marks: {
    keys: [
      ['auditType', 'auditType.action', 'author'],
      ['affectedObjects', 'auditType.action', 'auditType.category'],
      ['objectItem', 'summary', 'category', 'created'],
      ['eventSource', 'summary', 'category', 'created'],
    ],
  },
  time: ['timestamp.epochSecond', 'timestamp', 'creationDate', 'created'],
  kind: source => {
    const action = source.first('auditType.action', 'summary')?.toLowerCase() ?? ''
    return ACTIONS.find(([words]) => words.test(action))?.[1]
  },
  map: { 'auditType.actionI18nKey': 'metadata.event_code' },
  kinds: {
    login: login('Login', 'success'),
    'login failed': login('Login failed', 'failure'),
    logout: login('Logout', 'success', 2),
    'member added': group('Member added to a group', 3),
    'member removed': group('Member removed from a group', 4),
    'group created': group('Group created', 6),
    'group deleted': group('Group deleted', 5),
    'user created': account('User created', 1),
    'user deleted': account('User deleted', 6),
    'user activated': account('User activated', 2),
    'user deactivated': account('User deactivated', 5),
    'user updated': account('User changed', 99),
    'password changed': account('Password changed', 3),
    'permission granted': permission('Global permission given', 1),
    'permission removed': permission('Global permission taken', 2),
    unauthorized: thing('Access without a right', 2, 3, 'refused'),
    created: thing('Something created', 1),
    deleted: thing('Something deleted', 4, 2),
    updated: thing('Something changed', 3),
    enabled: thing('Something switched on', 8),
    disabled: thing('Something switched off', 9, 2),
  },
  says: [
    '{auditType.action}{summary}',
    'by {author.name}{authorKey}',
    'of {affectedObjects.name}{objectItem.name}',
    'with {associatedItems.name}',
    'from {source}{remoteAddress}',
  ],
  personal: {
    'author.name': 'user',
    authorKey: 'user',
    'affectedObjects.name': 'user',
    'associatedItems.name': 'user',
    'objectItem.name': 'user',
  },
  // What is changed has no name in some records, and a permission is not always told.
  lacks: ['entity', 'privileges', 'user', 'group'],
})
