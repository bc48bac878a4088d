import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** A refused request is told by its error; only a response without one has succeeded. */
const ended = (source: Source, draft: Draft): void => {
  const error = source.first('error', 'errors')
  if (error !== undefined) {
    if (/permission denied/i.test(error)) draft.refuse()
    else draft.end('failure')
    draft.set('status_detail', error.trim()).atLeast(2)
  } else if (source.text('type') === 'response') draft.end('success')
}
const request = (title: string, activity: number, severity = 1): Kind => ({
  title,
  class: 'api_activity',
  activity,
  severity,
  map: {
    'request.operation': 'api.operation',
    'request.id': 'api.request.uid',
    'request.path': 'resources.name',
    'request.mount_type': 'resources.type',
    'request.namespace.path': 'resources.namespace',
    'auth.display_name': 'actor.user',
    'auth.entity_id': 'actor.user.uid',
    'request.remote_address': 'src_endpoint.ip',
    'request.remote_port': 'src_endpoint.port',
  },
  facts: { 'api.service.name': 'Vault' },
  also: ended,
})
/**
 * The name that is logged in with: at the end of the path, also if the login fails (`auth/userpass/login/ann`). Other
 * methods only give the name that Vault makes of it.
 */
const login: Kind = {
  title: 'Login',
  class: 'authentication',
  activity: 1,
  map: {
    'response.auth.entity_id': 'user.uid',
    'auth.entity_id': 'user.uid',
    'request.mount_type': 'auth_protocol',
    'request.remote_address': 'src_endpoint.ip',
    'request.remote_port': 'src_endpoint.port',
  },
  facts: { 'service.name': 'Vault' },
  also: (source, draft) => {
    ended(source, draft)
    const path = /^auth\/[^/]{1,128}\/login\/([^/]{1,256})$/.exec(source.text('request.path') ?? '')
    draft.set('user', source.text('auth.metadata.username') ?? path?.[1])
    draft.set('user', source.first('response.auth.display_name', 'auth.display_name'))
  },
}

export const pack = definePack({
  id: 'hashicorp-vault',
  vendor: 'HashiCorp',
  product: 'Vault',
  names: ['Vault', 'OpenBao'],
  docs: ['https://developer.hashicorp.com/vault/docs/audit', 'https://developer.hashicorp.com/vault/docs/audit/schema'],
  send: 'An audit device (file, socket or syslog), format json; one entry per line.',
  marks: {
    keys: [
      ['request', 'request.operation', 'request.path', 'type', 'auth'],
      ['request', 'request.operation', 'request.path', 'request.id'],
    ],
  },
  confirms: ({ fields }) => fields.type === 'request' || fields.type === 'response',
  time: ['time'],
  kind: source => {
    const path = source.text('request.path') ?? ''
    if (
      source.text('request.operation') === 'update' &&
      /^auth\/[^/]{1,128}\/(?:login(?:\/|$)|oidc\/callback$)/.test(path)
    )
      return 'login'
    return source.text('request.operation')
  },
  map: { 'request.id': 'metadata.correlation_uid', type: 'metadata.event_code' },
  says: [
    '{type}',
    '{request.operation} {request.path}',
    'by {auth.display_name}',
    'from {request.remote_address}',
    '{error}',
  ],
  kinds: {
    login,
    read: request('Read', 2),
    list: request('Listed', 2),
    create: request('Created', 1),
    update: request('Written', 3),
    patch: request('Changed', 3),
    delete: request('Deleted', 4),
    revoke: request('Lease withdrawn', 4),
    renew: request('Lease prolonged', 3),
  },
  personal: { 'auth.display_name': 'user', 'response.auth.display_name': 'user', 'request.remote_address': 'ip' },
  // Nobody is told before a login has succeeded; Vault's own requests have no address.
  lacks: ['user', 'actor', 'src_endpoint'],
})
