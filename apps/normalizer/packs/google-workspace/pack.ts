import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** Parameters whose value is a switch, a number or a list, and so is not among the texts. */
const NOT_TEXT = new Set(
  'primary_event billable is_encrypted owner_is_shared_drive owner_is_team_drive actor_is_collaborator_account is_suspicious is_second_factor login_challenge_method old_value new_value login_timestamp recipients scope scope_data num_response_bytes'.split(
    ' ',
  ),
)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])
/**
 * The text of a parameter. Lists are flat here: names and values belong together only if those without a text are all
 * known, so that what remains is as long as the list of values.
 */
function parameter(source: Source, name: string): string | undefined {
  const names = listOf(source.take('events.parameters.name')).filter(one => !NOT_TEXT.has(String(one)))
  const values = listOf(source.take('events.parameters.value'))
  const value = names.length === values.length ? values[names.indexOf(name)] : undefined
  return typeof value === 'string' ? value : undefined
}

function where(source: Source, draft: Draft): void {
  draft.set('src_endpoint.ip', source.text('ipAddress'))
}
function actor(source: Source, draft: Draft): void {
  draft.set('actor.user', source.text('actor.email')).set('actor.user.uid', source.text('actor.profileId'))
  if (source.text('actor.email') === undefined) draft.set('actor.app_name', source.text('actor.key'))
  where(source, draft)
}
const login = (title: string, activity: number, ends: Kind['ends'], severity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  severity,
  map: { 'actor.email': 'user', 'actor.profileId': 'user.uid' },
  facts: { 'service.name': 'Google Workspace' },
  also: (source, draft) => {
    where(source, draft)
    draft.set('status_detail', parameter(source, 'login_failure_type'))
    const challenge = parameter(source, 'login_challenge_status')?.toLowerCase()
    if (challenge === 'challenge passed' || challenge === 'passed') draft.end('success')
    if (challenge === 'challenge failed' || challenge === 'failed') draft.end('failure')
  },
})
/** The account itself is changed by its owner. */
const own = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: 2,
  map: { 'actor.email': 'user', 'actor.profileId': 'user.uid' },
  also: actor,
})
const account = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity,
  also: (source, draft) => {
    draft.set('user', parameter(source, 'USER_EMAIL'))
    actor(source, draft)
  },
})
const group = (title: string, activity: number): Kind => ({
  ...account(title, activity),
  class: 'group_management',
  also: (source, draft) => {
    draft.set('group.name', parameter(source, 'GROUP_EMAIL')).set('user', parameter(source, 'USER_EMAIL'))
    actor(source, draft)
  },
})
const role = (title: string, activity: number): Kind => ({
  ...account(title, activity, 3),
  class: 'user_access',
  also: (source, draft) => {
    draft.set('user', parameter(source, 'USER_EMAIL'))
    const name = parameter(source, 'ROLE_NAME')
    if (name !== undefined) draft.objects.privileges = [name]
    actor(source, draft)
  },
})
const setting = (title: string, activity: number): Kind => ({
  ...account(title, activity),
  class: 'entity_management',
  also: (source, draft) => {
    draft.set('entity.name', parameter(source, 'SETTING_NAME') ?? parameter(source, 'APPLICATION_NAME'))
    if (draft.objects.entity) draft.set('entity.type', 'Setting')
    actor(source, draft)
  },
})
const file = (title: string, activity: number): Kind => ({
  title,
  class: 'file_hosting',
  activity,
  ends: 'success',
  severity: 1,
  also: (source, draft) => {
    draft.set('file.name', parameter(source, 'doc_title')).set('file.uid', parameter(source, 'doc_id'))
    actor(source, draft)
  },
})
const token = (title: string, activity: number): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity: 2,
  also: (source, draft) => {
    draft.set('entity.name', parameter(source, 'app_name')).set('entity.uid', parameter(source, 'client_id'))
    if (draft.objects.entity) draft.set('entity.type', 'Application')
    actor(source, draft)
  },
})
const KINDS: Readonly<Record<string, Kind>> = {
  'login:login_success': login('Login', 1, 'success'),
  'login:login_failure': login('Login fails', 1, 'failure'),
  'login:login_challenge': login('Second step asked', 1, undefined),
  'login:login_verification': login('Second step checked', 1, undefined),
  'login:logout': login('Logout', 2, 'success'),
  'login:risky_sensitive_action_blocked': login('Sensitive action blocked', 99, 'refused', 3),
  'login:password_edit': own('Own password changed', 3),
  'login:2sv_enroll': own('Second step added', 10),
  'login:2sv_disable': own('Second step removed', 11),
  'login:recovery_email_edit': own('Recovery address changed', 99),
  'login:recovery_phone_edit': own('Recovery phone changed', 99),
  'admin:CREATE_USER': account('Account created', 1),
  'admin:DELETE_USER': account('Account deleted', 6),
  'admin:UNDELETE_USER': account('Account restored', 2),
  'admin:SUSPEND_USER': account('Account suspended', 5),
  'admin:UNSUSPEND_USER': account('Account no longer suspended', 2),
  'admin:CHANGE_PASSWORD': account('Password reset by an administrator', 4),
  'admin:GRANT_ADMIN_PRIVILEGE': account('Administrator rights given', 7, 3),
  'admin:REVOKE_ADMIN_PRIVILEGE': account('Administrator rights taken', 8),
  'admin:TURN_OFF_2_STEP_VERIFICATION': account('Second step removed by an administrator', 11, 3),
  'admin:RENAME_USER': account('Account renamed', 99),
  'admin:CREATE_GROUP': group('Group created', 6),
  'admin:DELETE_GROUP': group('Group deleted', 5),
  'admin:ADD_GROUP_MEMBER': group('Member added to a group', 3),
  'admin:REMOVE_GROUP_MEMBER': group('Member removed from a group', 4),
  'admin:ASSIGN_ROLE': role('Role given', 1),
  'admin:UNASSIGN_ROLE': role('Role taken', 2),
  'admin:CREATE_APPLICATION_SETTING': setting('Setting created', 1),
  'admin:CHANGE_APPLICATION_SETTING': setting('Setting changed', 3),
  'admin:DELETE_APPLICATION_SETTING': setting('Setting deleted', 4),
  'drive:view': file('File opened', 14),
  'drive:preview': file('File previewed', 9),
  'drive:download': file('File downloaded', 2),
  'drive:upload': file('File uploaded', 1),
  'drive:create': file('File created', 1),
  'drive:edit': file('File changed', 3),
  'drive:rename': file('File renamed', 5),
  'drive:move': file('File moved', 7),
  'drive:copy': file('File copied', 6),
  'drive:trash': file('File moved to the trash', 4),
  'drive:delete': file('File deleted', 4),
  'drive:untrash': file('File restored', 8),
  'drive:change_user_access': file('Access to a file changed', 12),
  'drive:change_document_visibility': file('Visibility of a file changed', 12),
  'drive:change_document_access_scope': file('Visibility of a file changed', 12),
  'token:authorize': token('Application authorised', 9),
  'token:revoke': token('Application no longer authorised', 8),
}

/** Of several events in an activity none is the one; suspicion of Google's is a finding. */
function kind(source: Source): string | undefined {
  const name = source.take('events.name')
  const one = Array.isArray(name) ? (new Set(name).size === 1 ? name[0] : undefined) : name
  if (typeof one !== 'string') return undefined
  if (
    /^(?:suspicious_login|suspicious_login_less_secure_app|suspicious_programmatic_login|account_disabled_\w{1,64}|gov_attack_warning)$/.test(
      one,
    )
  )
    return 'warning'
  return `${source.text('id.applicationName') ?? ''}:${one}`
}

export const pack = definePack({
  id: 'google-workspace',
  vendor: 'Google',
  product: 'Workspace',
  names: ['Google Workspace', 'G Suite', 'GSuite'],
  docs: [
    'https://developers.google.com/workspace/admin/reports/reference/rest/v1/activities/list',
    'https://developers.google.com/workspace/admin/reports/v1/appendix/activity/login',
    'https://developers.google.com/workspace/admin/reports/v1/appendix/activity/drive',
  ],
  send: 'The Reports API, activities.list, one activity a log.',
  marks: {
    keys: [
      ['id.applicationName', 'events', 'actor'],
      ['id.applicationName', 'kind=admin#reports#activity'],
    ],
  },
  time: ['id.time'],
  kind,
  map: { 'id.uniqueQualifier': 'metadata.uid', 'events.name': 'metadata.event_code', 'id.customerId': 'cloud.org.uid' },
  kinds: {
    ...KINDS,
    warning: {
      title: 'Warning of Google about an account',
      class: 'detection_finding',
      activity: 1,
      severity: 3,
      map: { 'events.name': 'finding_info.title', 'id.uniqueQualifier': 'finding_info.uid' },
      also: (source, draft) => {
        draft.set('user', parameter(source, 'affected_email_address') ?? source.text('actor.email'))
        where(source, draft)
      },
    },
  },
  says: ['{id.applicationName} {events.name}', 'by {actor.email}', 'from {ipAddress}'],
  // What Google does itself has no address; a parameter without a value hides where the others are.
  lacks: ['user', 'group', 'entity', 'privileges', 'file', 'src_endpoint', 'actor'],
  personal: { 'actor.email': 'user' },
})
