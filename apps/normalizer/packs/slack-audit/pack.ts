import { definePack, type Kind } from '../../src/packs/kit.ts'

const CLIENT = {
  'context.ip_address': 'src_endpoint.ip',
  'context.ua': 'http_request.user_agent',
} as const
const ACTOR = {
  'actor.user.email': 'actor.user',
  'actor.user.name': 'actor.user.full_name',
  'actor.user.id': 'actor.user.uid',
  ...CLIENT,
} as const
/** The account that it is about. */
const USER = {
  'entity.user.email': 'user',
  'entity.user.name': 'user.full_name',
  'entity.user.id': 'user.uid',
} as const

const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    'actor.user.email': 'user',
    'actor.user.name': 'user.full_name',
    'actor.user.id': 'user.uid',
    ...USER,
    'context.session_id': 'session.uid',
    ...CLIENT,
  },
  facts: { 'service.name': 'Slack' },
})
const account = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity,
  map: { ...USER, ...ACTOR },
})
const role = (title: string, severity = 3): Kind => ({
  title,
  class: 'user_access',
  activity: 1,
  ends: 'success',
  severity,
  map: { ...USER, 'details.new_value': 'privileges', ...ACTOR },
  also: (source, draft) => {
    const to = /^role_change_to_(\w{1,32})$/.exec(source.text('action') ?? '')?.[1]
    if (to) draft.objects.privileges = [to]
  },
})
const file = (title: string, activity: number, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'file_hosting',
  activity,
  ends,
  map: { 'entity.file.name': 'file.name', 'entity.file.title': 'file.name', 'entity.file.id': 'file.uid', ...ACTOR },
})
/** A channel, an app, a workspace or a group of users. */
const thing = (title: string, activity: number, severity = 1): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity,
  map: {
    'entity.channel.name': 'entity.name',
    'entity.app.name': 'entity.name',
    'entity.usergroup.name': 'entity.name',
    'entity.workspace.name': 'entity.name',
    'entity.enterprise.name': 'entity.name',
    'entity.channel.id': 'entity.uid',
    'entity.app.id': 'entity.uid',
    'entity.usergroup.id': 'entity.uid',
    'entity.workspace.id': 'entity.uid',
    'entity.enterprise.id': 'entity.uid',
    'entity.type': 'entity.type',
    ...ACTOR,
  },
})

const KINDS: Readonly<Record<string, Kind>> = {
  user_login: login('Login', 'success'),
  user_login_failed: login('Login failed', 'failure'),
  user_logout: login('Logout', 'success', 2),
  user_logout_compromised: { ...login('Logged out because the account may be misused', 'success', 2), severity: 3 },
  user_created: account('User created', 1),
  guest_created: account('Guest created', 1),
  user_deactivated: account('User deactivated', 5),
  guest_deactivated: account('Guest deactivated', 5),
  user_reactivated: account('User activated again', 2),
  guest_reactivated: account('Guest activated again', 2),
  user_email_updated: account('Address changed', 99),
  user_password_reset: account('Password reset', 4),
  user_password_reset_slack_security: account('Password reset by Slack', 4, 3),
  user_session_reset_by_admin: account('Sessions ended by an administrator', 99),
  role_change_to_owner: role('Made an owner'),
  role_change_to_admin: role('Made an administrator'),
  role_change_to_user: role('Made an ordinary user', 2),
  role_change_to_guest: role('Made a guest', 2),
  file_uploaded: file('File uploaded', 1),
  file_downloaded: file('File downloaded', 2),
  file_downloaded_blocked: file('Download of a file refused', 2, 'refused'),
  file_shared: file('File shared', 12),
  file_public_link_created: { ...file('Public link to a file made', 12), severity: 2 },
  file_public_link_revoked: file('Public link to a file withdrawn', 13),
  file_malicious_content_detected: {
    title: 'Malware found in a file',
    class: 'detection_finding',
    activity: 1,
    severity: 4,
    facts: { 'finding_info.title': 'Malware found in a file' },
    map: { id: 'finding_info.uid', 'entity.file.name': 'file.name', 'entity.file.id': 'file.uid', ...ACTOR },
  },
  anomaly: {
    title: 'Anomaly found by Slack',
    class: 'detection_finding',
    activity: 1,
    severity: 3,
    facts: { 'finding_info.title': 'Anomaly' },
    map: { id: 'finding_info.uid', 'details.reason': 'status_detail', ...USER, ...ACTOR },
  },
  public_channel_created: thing('Public channel created', 1),
  private_channel_created: thing('Private channel created', 1),
  public_channel_archive: thing('Public channel archived', 9),
  private_channel_archive: thing('Private channel archived', 9),
  public_channel_deleted: thing('Public channel deleted', 4, 2),
  private_channel_deleted: thing('Private channel deleted', 4, 2),
  private_channel_converted_to_public: thing('Private channel made public', 3, 3),
  app_installed: thing('App installed', 1, 2),
  app_uninstalled: thing('App removed', 4),
  app_approved: thing('App approved', 8, 2),
  app_restricted: thing('App forbidden', 9),
  app_scopes_expanded: thing('Rights of an app widened', 3, 3),
  manual_export_started: thing('Export of messages started', 99, 3),
  manual_export_completed: thing('Export of messages completed', 99, 3),
  manual_export_downloaded: thing('Export of messages downloaded', 2, 3),
  'pref.two_factor_auth_changed': thing('Rule for second factors changed', 3, 3),
  'pref.sso_setting_changed': thing('Single sign-on changed', 3, 3),
  pref: thing('Setting changed', 3, 2),
}

export const pack = definePack({
  id: 'slack-audit',
  vendor: 'Slack',
  product: 'Audit Logs',
  names: ['Slack'],
  docs: ['https://api.slack.com/admins/audit-logs-call', 'https://api.slack.com/admins/audit-logs-anomaly'],
  send: 'A poll of the Audit Logs API (/audit/v1/logs); one entry per object.',
  marks: {
    keys: [
      ['date_create', 'action', 'actor', 'entity'],
      ['date_create', 'action', 'context'],
    ],
  },
  time: ['date_create'],
  kind: source => {
    const action = source.text('action') ?? ''
    return !Object.hasOwn(KINDS, action) && action.startsWith('pref.') ? 'pref' : action
  },
  map: { id: 'metadata.uid', action: 'metadata.event_code' },
  kinds: KINDS,
  says: [
    '{action}',
    'by {actor.user.email}',
    'of {entity.user.email}',
    '{entity.file.name}',
    '{entity.channel.name}',
    '{entity.app.name}',
    'in {context.location.name}',
    'from {context.ip_address}',
    '{details.reason}',
  ],
  personal: {
    'actor.user.name': 'name',
    'actor.user.email': 'email',
    'entity.user.name': 'name',
    'entity.user.email': 'email',
  },
  // What Slack itself or an app does has no address.
  lacks: ['src_endpoint', 'privileges'],
})
