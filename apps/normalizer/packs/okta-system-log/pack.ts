import { type Draft, definePack, itemOf, type Kind, type Source } from '../../src/packs/kit.ts'

/** Who did it: a login is `alternateId`; `id` is Okta's own number. */
const ACTOR = {
  'actor.alternateId': 'actor.user',
  'actor.displayName': 'actor.user.full_name',
  'actor.id': 'actor.user.uid',
} as const
const CLIENT = {
  'client.ipAddress': 'src_endpoint.ip',
  'client.userAgent.rawUserAgent': 'http_request.user_agent',
  'outcome.reason': 'status_detail',
} as const
const ENDS: Kind['ends'] = {
  by: 'outcome.result',
  success: ['SUCCESS', 'ALLOW'],
  failure: ['FAILURE'],
  refused: ['DENY'],
}
const SAYS = [
  '{displayMessage}',
  '{eventType}',
  'by {actor.alternateId}',
  'on {target.alternateId}',
  'from {client.ipAddress}',
  '{outcome.result} {outcome.reason}',
] as const

const login = (title: string, activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends: ENDS,
  map: {
    'actor.alternateId': 'user',
    'actor.displayName': 'user.full_name',
    'actor.id': 'user.uid',
    'authenticationContext.externalSessionId': 'session.uid',
    ...CLIENT,
  },
  facts: { 'service.name': 'Okta' },
})
/** The account that is changed is the target; the person who changes it is the actor. */
const target = (source: Source, draft: Draft): void => {
  draft.set('user', itemOf(source, 'target', 'type', 'User', 'alternateId'))
  draft.set('user.uid', itemOf(source, 'target', 'type', 'User', 'id'))
  draft.set('group.name', itemOf(source, 'target', 'type', 'UserGroup', 'displayName'))
}
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: ENDS,
  severity: 2,
  map: { ...ACTOR, ...CLIENT },
  also: target,
})
const group = (title: string, activity: number): Kind => ({ ...account(title, activity), class: 'group_management' })
const policy = (title: string, activity: number): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: ENDS,
  severity: 2,
  map: { ...ACTOR, ...CLIENT, 'target.displayName': 'entity.name', 'target.type': 'entity.type' },
})

export const pack = definePack({
  id: 'okta-system-log',
  vendor: 'Okta',
  product: 'System Log',
  names: ['Okta', 'Identity Cloud', 'Workforce Identity'],
  docs: [
    'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/',
    'https://developer.okta.com/docs/reference/api/event-types/',
  ],
  send: 'A log streaming target or a poll of /api/v1/logs; one event per object.',
  marks: {
    keys: [
      ['legacyEventType', 'eventType', 'actor.alternateId'],
      ['debugContext', 'eventType', 'outcome'],
      ['displayMessage', 'eventType', 'published'],
    ],
  },
  time: ['published'],
  kind: 'eventType',
  map: { uuid: 'metadata.uid', eventType: 'metadata.event_code' },
  says: SAYS,
  kinds: {
    'user.session.start': login('Login'),
    'user.authentication.sso': login('Single sign-on'),
    'user.authentication.auth_via_mfa': login('Second factor checked'),
    'user.authentication.auth_via_social': login('Login through another provider'),
    'user.authentication.auth_via_IDP': login('Login through another provider'),
    'user.authentication.auth_via_radius': login('Login through RADIUS'),
    'policy.evaluate_sign_on': login('Sign-on policy evaluated', 6),
    'user.session.end': login('Logout', 2),
    'user.lifecycle.create': account('Account created', 1),
    'user.lifecycle.activate': account('Account activated', 2),
    'user.lifecycle.deactivate': account('Account deactivated', 5),
    'user.lifecycle.suspend': account('Account suspended', 5),
    'user.lifecycle.unsuspend': account('Account no longer suspended', 2),
    'user.lifecycle.delete.initiated': account('Account deleted', 6),
    'user.account.lock': account('Account locked', 9),
    'user.account.unlock': account('Account unlocked', 12),
    'user.account.update_password': account('Password changed', 3),
    'user.account.reset_password': account('Password reset', 4),
    'user.mfa.factor.activate': account('Factor added', 10),
    'user.mfa.factor.deactivate': account('Factor removed', 11),
    'user.mfa.factor.reset_all': { ...account('All factors removed', 11), severity: 3 },
    'user.account.privilege.grant': { ...account('Administrator rights given', 7), severity: 3 },
    'user.account.privilege.revoke': account('Administrator rights taken', 8),
    'group.user_membership.add': group('Member added to a group', 3),
    'group.user_membership.remove': group('Member removed from a group', 4),
    'policy.lifecycle.create': policy('Policy created', 1),
    'policy.lifecycle.update': policy('Policy changed', 3),
    'policy.lifecycle.delete': policy('Policy deleted', 4),
    'policy.rule.update': policy('Rule of a policy changed', 3),
    'application.lifecycle.create': policy('Application created', 1),
    'system.api_token.create': policy('API token created', 1),
    'security.threat.detected': {
      title: 'Threat found',
      class: 'detection_finding',
      activity: 1,
      ends: ENDS,
      severity: 3,
      map: { displayMessage: 'finding_info.title', uuid: 'finding_info.uid', ...ACTOR, ...CLIENT },
    },
  },
  personal: {
    'actor.alternateId': 'email',
    'actor.displayName': 'name',
    'target.alternateId': 'user',
    'target.displayName': 'name',
  },
})
