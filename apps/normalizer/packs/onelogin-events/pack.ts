import { definePack, type Kind } from '../../src/packs/kit.ts'

/** Who it is about. A name is first and last name, or the address of a user without them. */
const USER = { login_name: 'user', user_name: 'user', user_id: 'user.uid', ipaddr: 'src_endpoint.ip' } as const
const ACTOR = {
  actor_user_name: 'actor.user',
  actor_user_id: 'actor.user.uid',
  actor_system: 'actor.app_name',
} as const
const DETAIL = { error_description: 'status_detail', custom_message: 'status_detail' } as const

const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: { ...USER, app_name: 'service.name', app_id: 'service.uid', ...DETAIL },
  also: (_, draft) => {
    if (draft.objects.service === undefined) draft.set('service.name', 'OneLogin')
  },
})
const account = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity,
  map: { ...USER, ...ACTOR, ...DETAIL },
})

export const pack = definePack({
  id: 'onelogin-events',
  vendor: 'OneLogin',
  product: 'Events',
  names: ['OneLogin', 'onelogin.events'],
  docs: [
    'https://developers.onelogin.com/api-docs/1/events/event-resource',
    'https://developers.onelogin.com/api-docs/1/events/webhooks',
  ],
  send: 'An event webhook (JSON lines), or a poll of /api/1/events; one event per object.',
  marks: {
    keys: [
      ['event_type_id', 'actor_user_name', 'user_name'],
      ['event_type_id', 'actor_user_id', 'account_id'],
      ['event_type_id', 'ipaddr', 'user_name'],
      ['event_type_id', 'account_id', 'user_name'],
      ['event_type_id', 'account_id', 'actor_system'],
    ],
  },
  time: ['event_timestamp', 'created_at'],
  kind: 'event_type_id',
  map: { uuid: 'metadata.uid', id: 'metadata.uid', event_type_id: 'metadata.event_code' },
  says: [
    'event type {event_type_id}',
    'user {user_name}',
    'by {actor_user_name}',
    'app {app_name}',
    'from {ipaddr}',
    '{error_description}',
    '{custom_message}',
  ],
  kinds: {
    3: {
      ...login('User takes on the identity of another', 'success', 7),
      severity: 3,
      map: { ...USER, ...ACTOR, ...DETAIL },
    },
    5: login('Login', 'success'),
    6: login('Login failed', 'failure'),
    7: login('Logout', 'success', 2),
    8: login('Login to an application', 'success'),
    11: account('Password changed', 3),
    13: account('User created', 1),
    14: account('User changed', 99),
    17: account('User deleted', 6),
    24: account('Second factor removed', 11, 3),
    72: {
      title: 'Privilege given to a user',
      class: 'user_access',
      activity: 1,
      ends: 'success',
      severity: 3,
      map: { ...USER, ...ACTOR, ...DETAIL },
      also: (source, draft) => {
        const privilege = source.text('privilege_name')
        if (privilege !== undefined) draft.objects.privileges = [privilege]
      },
    },
    172: account('Second factor removed', 11, 3),
    532: account('User locked by the API', 9),
    551: account('User suspended by the API', 5),
    553: account('User locked by the API', 9),
  },
  personal: { user_name: 'name', actor_user_name: 'name', login_name: 'user', imported_user_name: 'name' },
  lacks: ['privileges', 'user'],
})
