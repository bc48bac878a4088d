import { definePack, type Kind } from '../../src/packs/kit.ts'

/** Who did it, if it was not the account itself. */
const OPERATOR = { 'payload.operator': 'actor.user', 'payload.operator_id': 'actor.user.uid' } as const
const OBJECT_USER = {
  'payload.object.email': 'user',
  'payload.object.display_name': 'user.full_name',
  'payload.object.id': 'user.uid',
} as const
const login = (title: string, activity: number, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: { email: 'user', ip_address: 'src_endpoint.ip', ...OBJECT_USER },
  facts: { 'service.name': 'Zoom' },
})
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: 2,
  map: { ...OBJECT_USER, ...OPERATOR },
})
const meeting = (title: string, activity: number, type = 'meeting'): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  map: {
    'payload.object.topic': 'entity.name',
    'payload.object.id': 'entity.uid',
    ...OPERATOR,
    'payload.object.participant.email': 'actor.user',
    'payload.object.participant.user_name': 'actor.user.full_name',
    'payload.object.participant.public_ip': 'src_endpoint.ip',
    'payload.object.participant.ip_address': 'src_endpoint.ip',
  },
  facts: { 'entity.type': type },
})
const operation = (title: string, activity: number): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity: 2,
  map: { category_type: 'entity.type', operator: 'actor.user', operation_detail: 'status_detail' },
})

export const pack = definePack({
  id: 'zoom-events',
  vendor: 'Zoom',
  product: 'Events',
  names: ['Zoom'],
  docs: [
    'https://developers.zoom.us/docs/api/rest/webhook-reference/',
    'https://developers.zoom.us/docs/api/rest/reference/zoom-api/methods/#tag/Reports',
  ],
  send: 'Webhooks, or a poll of /report/activities (sign-ins) and /report/operationlogs; one event per object.',
  marks: {
    keys: [
      ['event_ts', 'event', 'payload'],
      ['payload', 'event', 'payload.account_id'],
      ['operation_detail', 'operator', 'category_type'],
      ['client_type', 'email', 'ip_address', 'type', 'version'],
    ],
  },
  time: ['event_ts', 'time', 'payload.object.date_time'],
  kind: source => {
    const event = source.text('event')
    if (event !== undefined) return event
    const action = source.text('action')
    return action === undefined ? source.text('type') : `action:${action}`
  },
  map: { event: 'metadata.event_code' },
  says: [
    '{event}',
    '{type}',
    '{action}',
    '{category_type}',
    '{operation_detail}',
    'by {operator}{payload.operator}',
    'user {email}{payload.object.email}',
    'participant {payload.object.participant.user_name}',
    'meeting {payload.object.topic}',
    'from {ip_address}',
  ],
  kinds: {
    'user.signed_in': login('Login', 1),
    'user.signed_out': login('Logout', 2),
    'Sign in': login('Login', 1),
    'Sign out': login('Logout', 2),
    'user.created': account('User created', 1),
    'user.activated': account('User activated', 2),
    'user.deactivated': account('User deactivated', 5),
    'user.deleted': account('User deleted', 6),
    'user.updated': account('User changed', 99),
    'meeting.created': meeting('Meeting planned', 1),
    'meeting.updated': meeting('Meeting changed', 3),
    'meeting.deleted': meeting('Meeting deleted', 4),
    'meeting.started': meeting('Meeting begins', 99),
    'meeting.ended': meeting('Meeting ends', 99),
    'meeting.participant_joined': meeting('Somebody joins a meeting', 99),
    'meeting.participant_left': meeting('Somebody leaves a meeting', 99),
    'recording.started': meeting('Recording begins', 99, 'recording'),
    'recording.completed': meeting('Recording is ready', 1, 'recording'),
    'recording.deleted': meeting('Recording deleted', 4, 'recording'),
    'action:Add': operation('Something added by an administrator', 1),
    'action:Update': operation('Something changed by an administrator', 3),
    'action:Delete': operation('Something deleted by an administrator', 4),
  },
  personal: {
    email: 'email',
    operator: 'email',
    'payload.operator': 'email',
    'payload.object.email': 'email',
    'payload.object.display_name': 'name',
    'payload.object.first_name': 'name',
    'payload.object.last_name': 'name',
    'payload.object.host_email': 'email',
    'payload.object.participant.user_name': 'name',
    'payload.object.participant.email': 'email',
  },
})
