import { definePack, type Kind } from '../../src/packs/kit.ts'

const CLIENT = {
  'client.ip_address': 'src_endpoint.ip',
  'session.ip': 'src_endpoint.ip',
} as const
const ACTOR = {
  'actor_details.email': 'actor.user',
  'actor_details.name': 'actor.user.full_name',
  actor_uuid: 'actor.user.uid',
  'session.uuid': 'actor.session.uid',
  ...CLIENT,
} as const
/** What is changed: a user is told by name, other objects by number only. */
const USER = {
  'object_details.email': 'user',
  'object_details.name': 'user.full_name',
  object_uuid: 'user.uid',
} as const
const account = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity,
  map: { ...USER, ...ACTOR },
})
/** Members of a group: the object is the group, the other number the member. */
const member = (title: string, activity: number): Kind => ({
  title,
  class: 'group_management',
  activity,
  ends: 'success',
  severity: 2,
  map: {
    object_uuid: 'group.uid',
    'aux_details.email': 'user',
    'aux_details.name': 'user.full_name',
    aux_uuid: 'user.uid',
    ...ACTOR,
  },
})
const thing = (title: string, activity: number, severity = 1): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity,
  map: { object_uuid: 'entity.uid', 'object_details.name': 'entity.name', object_type: 'entity.type', ...ACTOR },
})

const KINDS: Readonly<Record<string, Kind>> = {
  signin: {
    title: 'Sign-in',
    class: 'authentication',
    activity: 1,
    ends: {
      by: 'category',
      success: ['success', 'firewall_reported_success'],
      failure: ['credentials_failed', 'mfa_failed', 'sso_failed', 'modern_version_failed'],
      refused: ['firewall_failed'],
    },
    map: {
      'target_user.email': 'user',
      'target_user.name': 'user.full_name',
      'target_user.uuid': 'user.uid',
      session_uuid: 'session.uid',
      type: 'status_detail',
      ...CLIENT,
    },
    facts: { 'service.name': '1Password' },
    says: [
      'sign-in',
      '{category}',
      '{type}',
      'of {target_user.email}',
      'from {client.ip_address}',
      'with {client.app_name}',
    ],
  },
  itemusage: {
    title: 'Item in a shared vault used',
    class: 'web_resources_activity',
    activity: {
      by: 'action',
      words: {
        reveal: 2,
        fill: 2,
        'secure-copy': 2,
        export: 7,
        share: 8,
        'server-fetch': 2,
        'server-update': 3,
        'server-create': 1,
      },
      else: 99,
    },
    ends: 'success',
    map: {
      item_uuid: 'web_resources.uid',
      'user.email': 'actor.user',
      'user.name': 'actor.user.full_name',
      'user.uuid': 'actor.user.uid',
      ...CLIENT,
    },
    facts: { 'web_resources.type': 'item' },
    says: ['item {item_uuid}', '{action}', 'by {user.email}', 'from {client.ip_address}'],
  },
  'user:create': account('User created', 1),
  'user:activate': account('User activated', 2),
  'user:reactive': account('User activated again', 2),
  'user:suspend': account('User suspended', 5),
  'user:delete': account('User deleted', 6),
  'gm:join': member('Member added to a group', 3),
  'gm:leave': member('Member removed from a group', 4),
  'group:create': { ...thing('Group created', 1) },
  'group:delete': { ...thing('Group deleted', 4, 2) },
  'vault:create': thing('Vault created', 1),
  'vault:update': thing('Vault changed', 3),
  'vault:delete': thing('Vault deleted', 4, 2),
  'vault:export': { ...thing('Vault exported', 99, 3) },
  ':create': thing('Something created', 1),
  ':delete': thing('Something deleted', 4),
  ':purge': thing('Something deleted for good', 4),
  ':update': thing('Something changed', 3),
  ':enblmfa': thing('Second factor switched on', 8, 2),
  ':disblmfa': thing('Second factor switched off', 9, 3),
  ':enblduo': thing('Duo switched on', 8, 2),
  ':disblduo': thing('Duo switched off', 9, 3),
}

export const pack = definePack({
  id: 'onepassword-events',
  vendor: '1Password',
  product: 'Events',
  names: ['1Password'],
  docs: [
    'https://developer.1password.com/docs/events-api/reference/',
    'https://developer.1password.com/docs/events-api/audit-events/',
  ],
  send: 'A poll of the Events API (signinattempts, itemusages, auditevents); one event per object.',
  marks: {
    keys: [
      ['target_user', 'category', 'session_uuid'],
      ['item_uuid', 'vault_uuid', 'used_version'],
      ['actor_uuid', 'action', 'object_type', 'object_uuid'],
    ],
  },
  time: ['timestamp'],
  kind: source => {
    if (source.text('category') !== undefined) return 'signin'
    if (source.text('item_uuid') !== undefined) return 'itemusage'
    const [type, action] = [source.text('object_type'), source.text('action')]
    return Object.hasOwn(KINDS, `${type}:${action}`) ? `${type}:${action}` : `:${action}`
  },
  map: { uuid: 'metadata.uid', action: 'metadata.event_code' },
  kinds: KINDS,
  says: ['{action}', '{object_type}', 'by {actor_details.email}', 'of {object_details.email}', 'from {session.ip}'],
  personal: {
    'target_user.name': 'name',
    'target_user.email': 'email',
    'user.name': 'name',
    'user.email': 'email',
    'actor_details.name': 'name',
    'actor_details.email': 'email',
    'object_details.email': 'email',
    'aux_details.name': 'name',
    'aux_details.email': 'email',
  },
  // A group is told by its number.
  lacks: ['src_endpoint'],
})
