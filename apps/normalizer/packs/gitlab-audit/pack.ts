import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const ACTOR = {
  author_name: 'actor.user',
  'details.author_name': 'actor.user',
  ip_address: 'src_endpoint.ip',
  'details.ip_address': 'src_endpoint.ip',
} as const
const LOGIN = {
  author_name: 'user',
  'details.author_name': 'user',
  ip_address: 'src_endpoint.ip',
  'details.ip_address': 'src_endpoint.ip',
} as const

/** Who is not logged in, a token or a machine of GitLab's own has a negative number, which is nobody's. */
const number = (path: string) => (source: Source, draft: Draft) => {
  const id = source.text('author_id')
  if (id !== undefined && /^[1-9]\d*$/.test(id)) draft.set(path, id)
}
const login = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends,
  map: LOGIN,
  facts: { 'service.name': 'GitLab' },
  also: number('user.uid'),
})
/** The account that is changed is the target. */
const account = (title: string, activity: number, severity = 2, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends,
  severity,
  map: { target_details: 'user', 'details.target_details': 'user', ...ACTOR },
  also: (source, draft) => {
    number('actor.user.uid')(source, draft)
    if (source.first('target_type', 'details.target_type') === 'User') draft.set('user.uid', source.text('target_id'))
  },
})
const member = (title: string, activity: number): Kind => ({
  title,
  class: 'user_access',
  activity,
  ends: 'success',
  severity: 2,
  map: {
    target_details: 'user',
    'details.target_details': 'user',
    entity_path: 'resource.name',
    'details.entity_path': 'resource.name',
    entity_type: 'resource.type',
    ...ACTOR,
  },
  also: (source, draft) => {
    number('actor.user.uid')(source, draft)
    // A role's name is one privilege, though it may have a blank in it.
    const role = source.first('as', 'details.as', 'to', 'details.to')
    if (role !== undefined) draft.objects.privileges = [role]
  },
})
const thing = (title: string, activity: number, severity = 2, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends,
  severity,
  map: {
    target_details: 'entity.name',
    'details.target_details': 'entity.name',
    target_type: 'entity.type',
    'details.target_type': 'entity.type',
    ...ACTOR,
  },
  also: number('actor.user.uid'),
})
const git: Kind = {
  title: 'Git reads or writes a repository',
  class: 'web_resources_activity',
  activity: { by: 'details.custom_message.action', words: { 'git-upload-pack': 2, 'git-receive-pack': 3 }, else: 0 },
  ends: 'success',
  map: { entity_path: 'web_resources.name', 'details.entity_path': 'web_resources.name', ...ACTOR },
  facts: { 'web_resources.type': 'repository' },
  also: number('actor.user.uid'),
}

const KINDS: Readonly<Record<string, Kind>> = {
  authenticated_with_password: login('Login with a password', 'success'),
  authenticated_with_two_factor: login('Login with a second factor', 'success'),
  authenticated_with_webauthn: login('Login with a security key', 'success'),
  authenticated_with_ldap: login('Login through LDAP', 'success'),
  authenticated_with_oauth: login('Login through another provider', 'success'),
  authenticated_with_group_saml: login('Single sign-on to a group', 'success'),
  login_failed_with_standard_authentication: login('Login failed', 'failure'),
  login_failed_with_otp_authentication: login('Wrong one-time code', 'failure'),
  login_failed_with_webauthn_authentication: login('Login with a security key failed', 'failure'),
  user_created: account('User created', 1),
  user_provisioned_by_scim: account('User created by provisioning', 1),
  user_destroyed: account('User deleted', 6),
  user_activate: account('User activated', 2),
  user_deactivate: account('User deactivated', 5),
  user_blocked: account('User blocked', 5),
  // The same word stands for a ban and for its end.
  ban_user: account('User banned, blocked, or no longer so', 99),
  unban_user: account('User no longer banned', 2),
  user_approved: account('User approved', 2),
  user_rejected: account('User rejected', 99),
  user_access_locked: account('User locked', 9),
  user_access_unlocked: account('User unlocked', 12),
  user_password_updated: account('Password changed', 3),
  password_reset_failed: account('Password reset failed', 4, 2, 'failure'),
  user_enable_two_factor: account('Second factor added', 10),
  user_disable_two_factor: account('Second factor removed', 11, 3),
  user_admin_status_updated: account("User's administrator rights changed", 99, 3),
  user_impersonation: account('Impersonation started or ended', 99, 3),
  user_email_address_updated: account('Address changed', 99),
  user_username_updated: account('User renamed', 99),
  add_ssh_key: thing('SSH key added', 1),
  remove_ssh_key: thing('SSH key removed', 4),
  member_created: member('Member added', 1),
  member_updated: member("Member's role changed", 1),
  member_destroyed: member('Member removed', 2),
  repository_git_operation: git,
  ip_restricted_group_accessed: thing('Access from an address that is not allowed', 2, 3, 'refused'),
  '*_created': thing('Something created', 1),
  '*_destroyed': thing('Something deleted', 4),
  '*_deleted': thing('Something deleted', 4),
  '*_updated': thing('Something changed', 3),
  inactive_scim_user_cannot_be_added: thing('User not added to a group', 99, 2, 'failure'),
  '*_added': thing('Something added', 1),
  '*_removed': thing('Something removed', 4),
  '*_revoked': thing('Something withdrawn', 4),
  '*_changed': thing('Something changed', 3),
  '*_enabled': thing('Something switched on', 8),
  '*_disabled': thing('Something switched off', 9),
  'create_*': thing('Something created', 1),
  'update_*': thing('Something changed', 3),
  'delete_*': thing('Something deleted', 4),
  'destroy_*': thing('Something deleted', 4),
  'enable_*': thing('Something switched on', 8),
  'disable_*': thing('Something switched off', 9),
  repository_download_operation: {
    ...git,
    title: 'Repository downloaded',
    activity: 2,
  },
  '*_failed': thing('Change failed', 99, 2, 'failure'),
  // Before there were types of events, and in audit_json.log, other members tell.
  with: login('Login', 'success'),
  failed_login: login('Login failed', 'failure'),
  'add:user_access': member('Member added', 1),
  'remove:user_access': member('Member removed', 2),
  'change:access_level': member("Member's role changed", 1),
  add: thing('Something added', 1),
  remove: thing('Something removed', 4),
  change: thing('Setting changed', 3),
}

const EITHER = ['', 'details.']
function kindOf(source: Source): string | undefined {
  const type = source.first('event_type')
  if (type !== undefined && type !== 'audit_operation') {
    const [first, last] = [`${type.slice(0, type.indexOf('_'))}_*`, `*${type.slice(type.lastIndexOf('_'))}`]
    return [type, last, first].find(name => Object.hasOwn(KINDS, name))
  }
  for (const at of EITHER) {
    if (source.text(`${at}failed_login`)) return 'failed_login'
    if (source.text(`${at}with`)) return 'with'
    for (const verb of ['add', 'remove', 'change']) {
      const what = source.text(at + verb)
      if (what) return Object.hasOwn(KINDS, `${verb}:${what}`) ? `${verb}:${what}` : verb
    }
  }
  return undefined
}

export const pack = definePack({
  id: 'gitlab-audit',
  vendor: 'GitLab',
  product: 'Audit Events',
  names: ['GitLab'],
  docs: [
    'https://docs.gitlab.com/user/compliance/audit_event_schema/',
    'https://docs.gitlab.com/user/compliance/audit_event_types/',
    'https://docs.gitlab.com/administration/logs/#audit_jsonlog',
  ],
  send: 'Audit event streaming to an HTTP destination, or the file audit_json.log of your own instance.',
  marks: {
    keys: [
      ['entity_type', 'author_id', 'entity_id'],
      ['entity_path', 'author_id', 'event_type'],
    ],
  },
  time: ['created_at', 'time'],
  kind: kindOf,
  map: { id: 'metadata.uid', event_type: 'metadata.event_code', correlation_id: 'metadata.correlation_uid' },
  kinds: KINDS,
  says: [
    '{event_type}',
    'failed login {failed_login}',
    'login with {with}',
    'added {add}',
    'removed {remove}',
    'changed {change}',
    'from {from}',
    'to {to}',
    '{details.custom_message}',
    'added {details.add}',
    'removed {details.remove}',
    'changed {details.change}',
    'by {author_name}',
    'of {target_details}',
    'in {entity_path}',
    'address {ip_address}',
  ],
  personal: {
    author_name: 'name',
    'details.author_name': 'name',
    author_email: 'email',
    'details.author_email': 'email',
    target_details: 'name',
    'details.target_details': 'name',
    'meta.user': 'user',
  },
  // A member's removal does not tell the role that is lost; some changes name no target.
  lacks: ['privileges', 'entity'],
})
