import { type Draft, definePack, httpActivity, type Kind, type Source } from '../../src/packs/kit.ts'

const ACTOR = {
  actor: 'actor.user',
  actor_id: 'actor.user.uid',
  actor_ip: 'src_endpoint.ip',
  user_agent: 'http_request.user_agent',
} as const

/** A person's own login: who does it is who it is about. */
const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    actor: 'user',
    actor_id: 'user.uid',
    actor_ip: 'src_endpoint.ip',
    user_agent: 'http_request.user_agent',
  },
  facts: { 'service.name': 'GitHub' },
})
/** The account that is changed. Without `user` it is the actor's own. */
const account = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity,
  map: { user: 'user', user_id: 'user.uid', ...ACTOR },
  also: (source, draft) => {
    if (source.text('user') === undefined) draft.set('user', source.text('actor'))
  },
})
const rights = (title: string, severity = 2): Kind => ({
  title,
  class: 'user_access',
  activity: 1,
  ends: 'success',
  severity,
  map: {
    user: 'user',
    user_id: 'user.uid',
    permission: 'privileges',
    'data.permission': 'privileges',
    repo: 'resource.name',
    org: 'resource.name',
    ...ACTOR,
  },
})
const revoked = (title: string): Kind => ({ ...rights(title), activity: 2 })
/** Members of an organization or of a team. */
const members = (title: string, activity: number, of: 'org' | 'team' | 'business', severity = 2): Kind => ({
  title,
  class: 'group_management',
  activity,
  ends: 'success',
  severity,
  map: {
    user: 'user',
    user_id: 'user.uid',
    invitee: 'user',
    ...(of === 'team' ? { team: 'group.name', 'data.team': 'group.name' } : { [of]: 'group.name' }),
    ...ACTOR,
  },
  facts: { 'group.type': of },
})
const teamRepo = (title: string, activity: number): Kind => ({
  ...members(title, activity, 'team'),
  map: { team: 'group.name', 'data.team': 'group.name', repo: 'resource.name', ...ACTOR },
})
const repo = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity,
  map: { repo: 'entity.name', repository: 'entity.name', repo_id: 'entity.uid', ...ACTOR },
  facts: { 'entity.type': 'repository' },
})
const org = (title: string, activity: number, severity = 2): Kind => ({
  ...repo(title, activity, severity),
  map: { org: 'entity.name', business: 'entity.name', ...ACTOR },
  facts: { 'entity.type': 'organization' },
})
/** Git itself: the repository is read or written. */
const git = (title: string, activity: number): Kind => ({
  title,
  class: 'web_resources_activity',
  activity,
  ends: 'success',
  map: { repository: 'web_resources.name', repo: 'web_resources.name', ...ACTOR },
  facts: { 'web_resources.type': 'repository' },
})
/** What an action is about is the word before its dot: `hook.create`. */
const thing = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity,
  map: { name: 'entity.name', ...ACTOR },
  also: (source, draft) => draft.set('entity.type', source.text('action')?.split('.', 1)[0]),
})
const PLACES = new Set(['org', 'repo', 'business', 'environment', 'codespaces', 'user'])
/** `org.create_actions_secret`: in a place, the words after the verb tell what it is about. */
const verb = (title: string, activity: number, severity = 2): Kind => ({
  ...thing(title, activity, severity),
  map: { key: 'entity.name', name: 'entity.name', ...ACTOR },
  also: (source, draft) => {
    const [place = '', words = ''] = source.text('action')?.split('.') ?? []
    draft.set('entity.type', PLACES.has(place) ? words.slice(words.indexOf('_') + 1) : place)
  },
})
const found = (title: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  severity: 3,
  facts: { 'finding_info.title': title },
  map: { _document_id: 'finding_info.uid', number: 'finding_info.uid', ...ACTOR },
})

const KINDS: Readonly<Record<string, Kind>> = {
  'user.login': login('Login', 'success'),
  'user.failed_login': login('Login failed', 'failure'),
  'user.logout': login('Logout', 'success', 2),
  'org.sso_response': login('Single sign-on to an organization', 'success'),
  'business.sso_response': login('Single sign-on to an enterprise', 'success'),
  'two_factor_authentication.enabled': account('Second factor added', 10),
  'two_factor_authentication.disabled': account('Second factor removed', 11, 3),
  'user.change_password': account('Password changed', 3),
  'user.forgot_password': account('Password reset asked for', 4),
  'user.suspend': account('Account suspended', 5),
  'user.unsuspend': account('Account no longer suspended', 2),
  'user.create': account('Account created', 1),
  'user.delete': account('Account deleted', 6),
  'user.promote': { ...account('Made site administrator', 7, 3) },
  'user.demote': account('No longer site administrator', 8),
  'org.add_member': members('Member added to an organization', 3, 'org'),
  'org.invite_member': members('Member invited to an organization', 99, 'org'),
  'org.remove_member': members('Member removed from an organization', 4, 'org'),
  'org.add_outside_collaborator': members('Outside collaborator added', 3, 'org'),
  'org.remove_outside_collaborator': members('Outside collaborator removed', 4, 'org'),
  'org.update_member': rights("Member's role changed", 3),
  'business.add_admin': members('Enterprise owner added', 3, 'business', 3),
  'business.remove_admin': members('Enterprise owner removed', 4, 'business'),
  'team.create': members('Team created', 6, 'team'),
  'team.destroy': members('Team deleted', 5, 'team'),
  'team.add_member': members('Member added to a team', 3, 'team'),
  'team.remove_member': members('Member removed from a team', 4, 'team'),
  'team.add_repository': teamRepo('Team given access to a repository', 1),
  'team.remove_repository': teamRepo("Team's access to a repository taken", 2),
  'repo.add_member': rights('Collaborator added to a repository'),
  'repo.update_member': rights("Collaborator's role changed"),
  'repo.remove_member': revoked('Collaborator removed from a repository'),
  'repo.create': repo('Repository created', 1),
  'repo.destroy': repo('Repository deleted', 4, 3),
  'repo.rename': repo('Repository renamed', 3),
  'repo.transfer': repo('Repository moved to another owner', 5, 3),
  'repo.access': repo('Visibility of a repository changed', 3, 3),
  'repo.archived': repo('Repository archived', 3),
  'repo.unarchived': repo('Repository no longer archived', 3),
  'repo.change_merge_setting': repo('Setting of a repository changed', 3),
  'repo.add_topic': repo('Topic added to a repository', 3, 1),
  'repo.remove_topic': repo('Topic removed from a repository', 3, 1),
  'repo.pages_public': repo('Pages of a repository made public', 3, 3),
  'repo.download_zip': git('Repository downloaded', 2),
  'git.clone': git('Repository cloned', 2),
  'git.fetch': git('Repository fetched', 2),
  'git.push': git('Pushed to a repository', 3),
  'protected_branch.create': thing('Branch protection added', 1),
  'protected_branch.destroy': thing('Branch protection removed', 4, 3),
  'protected_branch.policy_override': thing('Branch protection overridden', 3, 3),
  'protected_branch.rejected_ref_update': { ...git('Push refused by branch protection', 3), ends: 'refused' },
  'org.disable_two_factor_requirement': org('Second factor no longer required', 3, 4),
  'org.enable_two_factor_requirement': org('Second factor required', 3),
  'org.disable_saml': org('Single sign-on switched off', 3, 4),
  'org.disable_oauth_app_restrictions': org('Restrictions of OAuth applications removed', 3, 3),
  'org.oauth_app_access_approved': org('OAuth application approved', 3),
  'org.enable_saml': org('Single sign-on switched on', 3),
  'org.update_default_repository_permission': org('Default role in repositories changed', 3, 3),
  'org.transfer_outgoing': org('Organization moved to another enterprise', 5, 3),
  'api.request': {
    title: 'API request',
    class: 'http_activity',
    activity: 0,
    map: {
      request_method: 'http_request.http_method',
      url_path: 'http_request.url.path',
      status_code: 'http_response.code',
      request_id: 'http_request.uid',
      ...ACTOR,
    },
    also: (source: Source, draft: Draft) => {
      draft.is('http_activity', httpActivity(source.text('request_method')))
      const code = Number(source.text('status_code'))
      if (code >= 100) draft.end(code < 400 ? 'success' : 'failure')
    },
  },
  'secret_scanning_alert.create': found('Secret found in a repository'),
  'repository_vulnerability_alert.create': found('Vulnerable dependency found'),
  'hook.config_changed': thing('Webhook changed', 3),
  'hook.events_changed': thing('Webhook changed', 3),
  'pull_request.merge': thing('Pull request merged', 3, 1),
  'pull_request.create': thing('Pull request opened', 1, 1),
  'pull_request.close': thing('Pull request closed', 3, 1),
  '*:create': thing('Something created', 1),
  '*:destroy': thing('Something deleted', 4),
  '*:delete': thing('Something deleted', 4),
  '*:update': thing('Something changed', 3),
  '*:enable': thing('Protection or feature switched on', 8),
  '*:enabled': thing('Protection or feature switched on', 8),
  '*:disable': thing('Protection or feature switched off', 9, 3),
  '*:disabled': thing('Protection or feature switched off', 9, 3),
  '*:create_': verb('Something created', 1),
  '*:register_': verb('Something registered', 6),
  '*:update_': verb('Something changed', 3),
  '*:remove_': verb('Something removed', 4),
  '*:delete_': verb('Something deleted', 4),
  '*:enable_': verb('Protection or feature switched on', 8),
  '*:disable_': verb('Protection or feature switched off', 9, 3),
}

export const pack = definePack({
  id: 'github-audit-log',
  vendor: 'GitHub',
  product: 'Audit Log',
  names: ['GitHub', 'GitHub Enterprise'],
  docs: [
    'https://docs.github.com/en/enterprise-cloud@latest/admin/monitoring-activity-in-your-enterprise/reviewing-audit-logs-for-your-enterprise/audit-log-events-for-your-enterprise',
    'https://docs.github.com/en/enterprise-cloud@latest/admin/monitoring-activity-in-your-enterprise/reviewing-audit-logs-for-your-enterprise/streaming-the-audit-log-for-your-enterprise',
  ],
  send: 'Audit log streaming, or a poll of /orgs/{org}/audit-log or /enterprises/{enterprise}/audit-log; one event per object.',
  marks: {
    keys: [
      ['_document_id', 'action', '@timestamp'],
      ['_document_id', 'action', 'created_at'],
      ['actor_location', 'action', 'actor'],
      ['org', 'action', 'actor', 'created_at'],
      ['repo', 'action', 'actor', 'created_at'],
      ['actor_ip', 'action', 'actor'],
      ['actor_id', 'action', 'actor', 'created_at'],
    ],
  },
  confirms: ({ fields }) =>
    typeof fields.action === 'string' && /^[a-z0-9_]{2,64}\.[a-z0-9_]{2,96}$/.test(fields.action),
  time: ['@timestamp', 'created_at'],
  kind: source => {
    const action = source.text('action') ?? ''
    if (Object.hasOwn(KINDS, action)) return action
    const word = action.slice(action.indexOf('.') + 1)
    return Object.hasOwn(KINDS, `*:${word}`) ? `*:${word}` : `*:${word.slice(0, word.indexOf('_') + 1)}`
  },
  map: {
    _document_id: 'metadata.uid',
    action: 'metadata.event_code',
    external_identity_nameid: 'actor.user.email_addr',
  },
  kinds: KINDS,
  says: [
    '{action}',
    'by {actor}',
    'from {actor_ip}',
    'user {user}',
    'team {team}{data.team}',
    'in {repo}',
    'of {org}',
    '{request_method} {url_path} {status_code}',
    'visibility {visibility}',
    'role {permission}',
  ],
  personal: {
    actor: 'user',
    user: 'user',
    external_identity_nameid: 'email',
    external_identity_username: 'user',
    email: 'email',
  },
  // An added collaborator's role is often not told.
  lacks: ['privileges'],
})
