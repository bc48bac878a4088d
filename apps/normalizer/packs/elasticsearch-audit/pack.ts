import { definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const ORIGIN = { 'origin.address': 'src_endpoint.ip', 'url.path': 'http_request.url.path' } as const
const ACTOR = { 'user.name': 'actor.user', ...ORIGIN } as const

const login = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends,
  map: { 'user.name': 'user', 'origin.address': 'src_endpoint.ip' },
  facts: { 'service.name': 'Elasticsearch' },
})
/** `indices:data/read/search`, `cluster:admin/…`: the words before and after the slash tell what is done. */
function activityOf(source: Source): number {
  const action = source.text('action') ?? ''
  if (/^indices:data\/read\/|\/(?:get|monitor|stats)/.test(action)) return 2
  if (/^indices:admin\/create$|\/auto_create$/.test(action)) return 1
  if (/\/delete(?:$|\/)/.test(action)) return 4
  return /^indices:data\/write\/|\/put$/.test(action) ? 3 : 0
}
const access = (title: string, ends: Kind['ends'], severity: number): Kind => ({
  title,
  class: 'api_activity',
  activity: 0,
  ends,
  severity,
  map: { action: 'api.operation', 'request.id': 'api.request.uid', indices: 'resources.name', ...ACTOR },
  facts: { 'api.service.name': 'Elasticsearch' },
  also: (source, draft) => draft.is('api_activity', activityOf(source)),
})
/** A change has its object under the verb: `put.user.name`. */
const account = (title: string, activity: number, at: string): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: 'success',
  severity: 2,
  map: { [`${at}.user.name`]: 'user' },
})
const thing = (title: string, activity: number, at: string): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity: 2,
  map: { [`${at}.name`]: 'entity.name' },
  facts: { 'entity.type': at.slice(at.indexOf('.') + 1) },
})

export const pack = definePack({
  id: 'elasticsearch-audit',
  vendor: 'Elastic',
  product: 'Elasticsearch Audit',
  names: ['Elasticsearch', 'audit'],
  docs: ['https://www.elastic.co/docs/reference/elasticsearch/elasticsearch-audit-events'],
  send: 'The file <cluster>_audit.json of each node, one event per line, through any shipper.',
  marks: { keys: [['node.id', 'event.action', 'event.type', 'type=audit']] },
  time: ['timestamp', '@timestamp'],
  host: ['host.name', 'node.name'],
  kind: 'event.action',
  map: { 'request.id': 'metadata.correlation_uid', 'event.action': 'metadata.event_code' },
  says: [
    '{event.action}',
    '{action}',
    'on {indices}',
    'by {user.name}',
    '{put.user.name}{delete.user.name}{change.password.user.name}',
    'from {origin.address}',
    '{request.method} {url.path}',
  ],
  kinds: {
    authentication_success: login('Login', 'success'),
    authentication_failed: login('Login failed', 'failure'),
    realm_authentication_failed: login('Login refused by one realm', 'failure'),
    access_granted: access('Access given', 'allowed', 1),
    access_denied: access('Access without a right', 'refused', 2),
    anonymous_access_denied: access('Access without a login', 'refused', 2),
    run_as_granted: access('Access in the name of another', 'allowed', 2),
    run_as_denied: access('Access in the name of another refused', 'refused', 3),
    tampered_request: access('Request that was tampered with', 'refused', 4),
    put_user: account('User created or changed', 99, 'put'),
    delete_user: account('User deleted', 6, 'delete'),
    change_password: account('Password changed', 3, 'change.password'),
    change_enable_user: account('User enabled', 2, 'change.enable'),
    change_disable_user: account('User disabled', 5, 'change.disable'),
    put_role: thing('Role created or changed', 3, 'put.role'),
    delete_role: thing('Role deleted', 4, 'delete.role'),
    create_apikey: thing('API key made', 1, 'create.apikey'),
    connection_denied: {
      title: 'Connection refused by the address filter',
      class: 'network_activity',
      activity: 5,
      ends: 'refused',
      map: { 'origin.address': 'src_endpoint.ip', rule: 'status_detail' },
    },
  },
  personal: {
    'user.name': 'user',
    'user.run_as.name': 'user',
    'put.user.name': 'user',
    'delete.user.name': 'user',
    'change.password.user.name': 'user',
  },
  // Who asks is not told of a change itself, only of the request with the same number.
  lacks: ['actor', 'user', 'src_endpoint'],
})
