import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** An address, with the port that some applications add to it in their own way: `2001:db8::1#1234`, `192.0.2.1:1234`. */
const address = (source: Source, draft: Draft): void => {
  const ip = source.text('access_device.ip')
  if (ip === undefined || ip === '0.0.0.0') return
  draft.set('src_endpoint.ip', /^([0-9A-Fa-f:.]{2,45})(?:[#p]| port )\d{1,5}$/.exec(ip)?.[1] ?? ip)
}
const RESULT: Kind['ends'] = {
  by: 'result',
  success: ['success', 'SUCCESS'],
  failure: ['failure', 'error', 'FAILURE', 'ERROR', 'fraud', 'FRAUD'],
  refused: ['denied', 'DENIED'],
}
const DEVICE = {
  'access_device.hostname': 'src_endpoint.hostname',
  'access_device.port': 'src_endpoint.port',
} as const

const authentication = (title: string): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends: RESULT,
  map: {
    'user.name': 'user',
    'user.key': 'user.uid',
    email: 'user.email_addr',
    username: 'user',
    'application.name': 'service.name',
    integration: 'service.name',
    'application.key': 'service.uid',
    ip: 'src_endpoint.ip',
    reason: 'status_detail',
    ...DEVICE,
  },
  also: (source, draft) => {
    address(source, draft)
    if (draft.objects.service === undefined) draft.set('service.name', 'Duo')
    // The person says that somebody else tried.
    if (source.text('result')?.toLowerCase() === 'fraud') draft.atLeast(4)
  },
  says: [
    '{event_type}',
    '{result}',
    '{reason}',
    'of {user.name}{username}',
    'by {factor}',
    'for {application.name}{integration}',
    'from {access_device.ip}{ip}',
  ],
})

/** A change by an administrator: version 1, with `object`, or an activity, with `target`. */
const ADMIN = {
  username: 'actor.user',
  'actor.name': 'actor.user',
  'actor.key': 'actor.user.uid',
  'access_device.ip.address': 'src_endpoint.ip',
} as const
/** Version 1 only logs what was done; an activity tells how it ended. */
const ended = (source: Source, draft: Draft): void => {
  const result = source.text('outcome.result')
  if (result === undefined || result === 'SUCCESS') draft.end('success')
  else if (result === 'FAILURE') draft.end('failure').atLeast(2)
}
const SAYS = [
  '{action}{action.name}',
  'of {object}{target.name}',
  'by {username}{actor.name}',
  'from {access_device.ip.address}',
] as const
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  severity: 2,
  also: ended,
  map: { object: 'user', 'target.name': 'user', 'target.key': 'user.uid', ...ADMIN },
  says: SAYS,
})
const entity = (title: string, activity: number, type: string): Kind => ({
  title,
  class: 'entity_management',
  activity,
  severity: 2,
  also: ended,
  map: { object: 'entity.name', 'target.name': 'entity.name', 'target.key': 'entity.uid', ...ADMIN },
  facts: { 'entity.type': type },
  says: SAYS,
})
const adminLogin = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends,
  map: {
    username: 'user',
    'actor.name': 'user',
    'actor.key': 'user.uid',
    'access_device.ip.address': 'src_endpoint.ip',
  },
  facts: { 'service.name': 'Duo Admin Panel' },
  also: (source, draft) => {
    const told = /"ip_address": ?"([0-9A-Fa-f:.]{2,45})"/.exec(source.text('description') ?? '')
    draft.set('src_endpoint.ip', told?.[1])
    if (source.text('outcome.result') === 'FAILURE') draft.end('failure')
  },
  says: SAYS,
})

export const pack = definePack({
  id: 'cisco-duo',
  vendor: 'Cisco',
  product: 'Duo',
  names: ['Duo Security', 'cisco_duo'],
  docs: ['https://duo.com/docs/adminapi#logs'],
  send: 'A poll of the Admin API (/admin/v2/logs/authentication, /admin/v1/logs/administrator, /admin/v2/logs/activity); one event per object.',
  marks: {
    keys: [
      ['txid', 'factor', 'event_type', 'result'],
      ['access_device', 'event_type', 'factor'],
      ['isotimestamp', 'action', 'username'],
      ['isotimestamp', 'event_type', 'result'],
      ['activity_id', 'action.name', 'akey'],
    ],
  },
  time: ['isotimestamp', 'ts', 'timestamp'],
  kind: source => {
    const action = source.first('action', 'action.name')
    return action === undefined ? source.text('event_type') : `action:${action}`
  },
  map: { txid: 'metadata.correlation_uid', activity_id: 'metadata.uid', event_type: 'metadata.event_code' },
  says: ['{event_type}', ...SAYS],
  kinds: {
    authentication: authentication('Second factor asked for'),
    enrollment: {
      ...authentication('User enrolled at a login'),
      class: 'account_change',
      activity: 10,
      map: {
        'user.name': 'user',
        'user.key': 'user.uid',
        email: 'user.email_addr',
        reason: 'status_detail',
        ...DEVICE,
      },
      also: address,
    },
    'action:admin_login': adminLogin('Administrator logs in', 'success'),
    'action:admin_login_error': adminLogin('Login of an administrator failed', 'failure'),
    'action:user_create': account('User created', 1),
    'action:user_update': { ...account('User changed', 99) },
    'action:user_delete': account('User deleted', 6),
    'action:user_pending_delete': account('User marked for deletion', 5),
    'action:user_restore': account('User restored', 2),
    'action:admin_create': account('Administrator created', 1),
    'action:admin_update': account('Administrator changed', 99),
    'action:admin_delete': account('Administrator deleted', 6),
    'action:admin_lockout': account('Administrator locked out', 9),
    'action:webauthncredential_create': {
      ...account('Security key added', 10),
      map: { 'actor.name': 'user', 'actor.key': 'user.uid', 'access_device.ip.address': 'src_endpoint.ip' },
    },
    'action:bypass_create': { ...account('Bypass code made', 99), severity: 3 },
    'action:group_create': entity('Group created', 1, 'group'),
    'action:group_update': entity('Group changed', 3, 'group'),
    'action:group_delete': entity('Group deleted', 4, 'group'),
    'action:policy_create': entity('Policy created', 1, 'policy'),
    'action:policy_update': entity('Policy changed', 3, 'policy'),
    'action:policy_delete': entity('Policy deleted', 4, 'policy'),
    'action:integration_create': entity('Application created', 1, 'application'),
    'action:integration_update': entity('Application changed', 3, 'application'),
    'action:integration_delete': entity('Application deleted', 4, 'application'),
    'action:phone_create': entity('Phone added', 1, 'phone'),
    'action:phone_update': entity('Phone changed', 3, 'phone'),
    'action:phone_delete': entity('Phone deleted', 4, 'phone'),
  },
  personal: {
    'user.name': 'user',
    username: 'user',
    email: 'email',
    object: 'user',
    'actor.name': 'user',
    'target.name': 'name',
    'access_device.ip': 'ip',
    'auth_device.name': 'phone',
  },
})
