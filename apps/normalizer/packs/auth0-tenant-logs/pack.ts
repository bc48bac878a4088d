import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** An event has its members under `data` in a stream, and on top when it is asked for. */
const both = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(map).flatMap(([name, path]) => [[`data.${name}`, path] as const, [name, path] as const]),
  )
const told = (source: Source, name: string): string | undefined => source.first(`data.${name}`, name)

const CLIENT = both({ ip: 'src_endpoint.ip', user_agent: 'http_request.user_agent', description: 'status_detail' })
const USER = both({
  user_name: 'user',
  'details.request.body.email': 'user.email_addr',
  user_id: 'user.uid',
})
const ACTOR = both({
  user_name: 'actor.user',
  'details.request.auth.user.email': 'actor.user',
  user_id: 'actor.user.uid',
  'details.request.auth.user.user_id': 'actor.user.uid',
})

const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: {
    ...USER,
    ...both({ client_name: 'service.name', client_id: 'service.uid', session_id: 'session.uid' }),
    ...CLIENT,
  },
  also: (_, draft) => {
    if (draft.objects.service === undefined) draft.set('service.name', 'Auth0')
  },
})
/** A program logs in as itself: there is no person. */
const machine = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends,
  map: {
    ...both({ client_name: 'user.name', client_id: 'user.uid', audience: 'service.name', hostname: 'service.name' }),
    ...CLIENT,
  },
})
const account = (title: string, activity: number, ends: Kind['ends'] = 'success'): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends,
  map: { ...USER, ...CLIENT },
})
const found = (title: string): Kind => ({
  title,
  class: 'detection_finding',
  activity: 1,
  severity: 3,
  facts: { 'finding_info.title': title },
  map: { ...both({ log_id: 'finding_info.uid' }), ...USER, ...CLIENT },
})
const METHODS: Readonly<Record<string, number>> = { post: 1, get: 2, patch: 3, put: 3, delete: 4 }
const api = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'api_activity',
  activity: 0,
  ends,
  map: {
    ...both({
      description: 'api.operation',
      'details.request.path': 'http_request.url.path',
      client_name: 'actor.app_name',
    }),
    ...ACTOR,
    ...both({ ip: 'src_endpoint.ip', user_agent: 'http_request.user_agent' }),
  },
  facts: { 'api.service.name': 'Auth0 Management API' },
  also: (source: Source, draft: Draft) => {
    draft.is('api_activity', METHODS[told(source, 'details.request.method')?.toLowerCase() ?? ''] ?? 0)
  },
})

export const pack = definePack({
  id: 'auth0-tenant-logs',
  vendor: 'Auth0',
  product: 'Tenant Logs',
  names: ['Auth0'],
  docs: [
    'https://auth0.com/docs/deploy-monitor/logs/log-event-type-codes',
    'https://auth0.com/docs/customize/log-streams',
  ],
  send: 'A log stream (custom webhook, JSON lines), or a poll of /api/v2/logs; one event per object.',
  marks: {
    keys: [
      ['log_id', 'data.type', 'data.date'],
      ['log_id', 'type', 'date'],
      ['tenant_name', 'log_id', 'type'],
    ],
  },
  // Others also number their logs: an event of Auth0 has a client, a connection or a tenant.
  confirms: ({ fields }) =>
    (typeof fields.data === 'object' && fields.data !== null) ||
    ['client_id', 'client_name', 'connection_id', 'tenant_name', 'user_agent', '_id'].some(name =>
      Object.hasOwn(fields, name),
    ),
  time: ['data.date', 'date'],
  kind: source => told(source, 'type'),
  map: both({ log_id: 'metadata.uid', type: 'metadata.event_code' }),
  says: [
    '{data.type}{type}',
    '{data.description}{description}',
    'user {data.user_name}{user_name}',
    'client {data.client_name}{client_name}',
    'from {data.ip}{ip}',
  ],
  kinds: {
    s: login('Login', 'success'),
    ssa: login('Silent login', 'success'),
    sens: login('Login with a native social token', 'success'),
    f: login('Login failed', 'failure'),
    fp: login('Wrong password', 'failure'),
    fu: login('Unknown user', 'failure'),
    fc: login('Login through a connector failed', 'failure'),
    fcoa: login('Login from another origin failed', 'failure'),
    fens: login('Login with a native social token failed', 'failure'),
    fsa: login('Silent login failed', 'failure'),
    slo: login('Logout', 'success', 2),
    flo: login('Logout failed', 'failure', 2),
    gd_auth_succeed: login('Second factor right', 'success'),
    gd_auth_failed: login('Second factor wrong', 'failure'),
    gd_auth_rejected: login('Second factor refused by the person', 'failure'),
    gd_recovery_succeed: login('Login with a recovery code', 'success'),
    gd_recovery_failed: login('Recovery code wrong', 'failure'),
    seacft: login('Code exchanged for a token', 'success'),
    feacft: login('Exchange of a code failed', 'failure'),
    sepft: login('Password exchanged for a token', 'success'),
    fepft: login('Exchange of a password failed', 'failure'),
    sertft: login('Refresh token used', 'success'),
    fertft: login('Refresh token refused', 'failure'),
    seotpft: login('One-time code exchanged for a token', 'success'),
    feotpft: login('Exchange of a one-time code failed', 'failure'),
    seoobft: login('Challenge on a second device exchanged for a token', 'success'),
    feoobft: login('Exchange of a challenge failed', 'failure'),
    seccft: machine('Program gets a token', 'success'),
    feccft: machine('Program gets no token', 'failure'),
    ss: account('Sign-up', 1),
    fs: account('Sign-up failed', 1, 'failure'),
    scp: account('Password changed', 3),
    fcp: account('Change of the password failed', 3, 'failure'),
    scpr: account('Password reset asked for', 4),
    fcpr: account('Request for a password reset failed', 4, 'failure'),
    sce: account('Address changed', 99),
    fce: account('Change of the address failed', 99, 'failure'),
    sv: account('Address verified', 99),
    fv: account('Verification of an address failed', 99, 'failure'),
    scpn: account('Phone number changed', 99),
    fcpn: account('Change of the phone number failed', 99, 'failure'),
    scu: account('User name changed', 99),
    fcu: account('Change of the user name failed', 99, 'failure'),
    sdu: account('User deleted', 6),
    fdu: account('Deletion of a user failed', 6, 'failure'),
    du: account('User deleted', 6),
    gd_enrollment_complete: account('Second factor added', 10),
    gd_unenroll: account('Second factor removed', 11),
    limit_wc: found('Blocked account: too many failed logins to one account'),
    limit_mu: found('Blocked address: too many failed logins or sign-ups'),
    limit_sul: found('Blocked user: too many logins in a minute'),
    pwd_leak: found('Login with a password that has leaked'),
    signup_pwd_leak: found('Sign-up with a password that has leaked'),
    sapi: api('Management API changes something', 'success'),
    fapi: api('Operation of the management API failed', 'failure'),
    mgmt_api_read: api('Management API reads something', 'success'),
  },
  personal: {
    'data.user_name': 'user',
    user_name: 'user',
    'data.details.request.auth.user.email': 'email',
    'details.request.auth.user.email': 'email',
    'data.details.request.auth.user.name': 'name',
    'details.request.auth.user.name': 'name',
  },
  // A failed login may name nobody, and a token of the management API is no person.
  lacks: ['user', 'actor', 'src_endpoint'],
})
