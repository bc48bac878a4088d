import { type Draft, definePack, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

const LEVEL: Told = { by: 's', words: { W: 2, E: 3, F: 4 }, else: 1 }
const REMOTE = { 'attr.remote': 'src_endpoint.ip', 'attr.client': 'src_endpoint.ip' } as const

const ofDatabase = (_: Source, draft: Draft): void => {
  const database = draft.objects.database as { type_id?: number } | undefined
  // OCSF has no number for document databases.
  if (database) database.type_id = 99
}
const login = (title: string, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  ends,
  facts: { 'service.name': 'mongodb' },
  map: {
    'attr.user': 'user.name',
    'attr.principalName': 'user.name',
    ...REMOTE,
    'attr.mechanism': 'auth_protocol',
    'attr.error': 'status_detail',
  },
  says: [
    '{msg}:',
    'user {attr.user}',
    'user {attr.principalName}',
    'of database {attr.db}',
    'of database {attr.authenticationDatabase}',
    'from {attr.remote}',
    'from {attr.client}',
    'with {attr.mechanism}',
    '{attr.error}',
  ],
})
const network = (title: string, activity: number): Kind => ({
  title,
  class: 'network_activity',
  activity,
  map: { ...REMOTE, 'attr.connectionId': 'connection_info.uid' },
  says: ['{msg}:', 'from {attr.remote}', 'connection {attr.connectionId}', 'of {attr.connectionCount}'],
  also: (_, draft) => {
    const connection = draft.objects.connection_info as { direction_id?: number } | undefined
    if (connection) connection.direction_id = 0
  },
})
const run = (title: string, activity: number): Kind => ({
  title,
  class: 'application_lifecycle',
  activity,
  facts: { 'app.name': 'MongoDB' },
  says: ['{msg}'],
})

const RESULT: Kind['ends'] = { by: 'result', success: ['0'], refused: ['13'] }
const AUDITED = { 'remote.ip': 'src_endpoint.ip', 'remote.port': 'src_endpoint.port', result: 'status_code' } as const
/** Any result but 0 is an error code of the server. */
const ended = (source: Source, draft: Draft): void => {
  if (draft.outcome === 'unknown' && /^[1-9]\d{0,9}$/.test(source.text('result') ?? '')) draft.end('failure')
  ofDatabase(source, draft)
}
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: RESULT,
  map: { 'param.user': 'user.name', 'users.user': 'actor.user.name', ...AUDITED },
  says: ['{atype}', 'of {param.user}', 'in {param.db}', 'by {users.user}', 'from {remote.ip}', 'result {result}'],
  also: ended,
})
const stored = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  ends: RESULT,
  map: { 'users.user': 'actor.user.name', ...AUDITED },
  says: ['{atype}', '{param.command}', '{param.ns}', 'by {users.user}', 'from {remote.ip}', 'result {result}'],
  also: (source, draft) => {
    const ns = source.text('param.ns') ?? ''
    const dot = ns.indexOf('.')
    draft.set('database.name', dot < 0 ? ns : ns.slice(0, dot))
    if (dot > 0) draft.set('table.name', ns.slice(dot + 1))
    ended(source, draft)
  },
})

export const pack = definePack({
  id: 'mongodb-mongodb',
  vendor: 'MongoDB',
  product: 'MongoDB',
  names: ['mongod', 'MongoDB Atlas'],
  docs: [
    'https://www.mongodb.com/docs/manual/reference/log-messages/',
    'https://www.mongodb.com/docs/manual/reference/audit-message/mongo/',
  ],
  send: 'The log of version 4.4 and later (JSON) and the audit log in JSON, through syslog or a shipper.',
  marks: {
    keys: [
      ['t.$date', 'ctx', 's', 'c', 'msg'],
      ['atype', 'ts.$date', 'param', 'result'],
    ],
  },
  time: ['t.$date', 'ts.$date'],
  host: ['host'],
  kind: source => source.first('atype', 'id'),
  map: { s: 'metadata.log_level', c: 'metadata.log_name' },
  kinds: {
    '20249': login('Login refused', 'failure'),
    '5286307': login('Login refused, version 5 and later', 'failure'),
    '20250': login('Login', 'success'),
    '5286306': login('Login, version 5 and later', 'success'),
    '22943': network('Client connects', 1),
    '22944': network('Client disconnects', 2),
    '51800': {
      title: 'Client names itself',
      class: 'network_activity',
      activity: 6,
      map: { 'attr.remote': 'src_endpoint.ip' },
      says: [
        '{msg}:',
        'from {attr.remote}',
        '{attr.doc.application.name}',
        '{attr.doc.driver.name} {attr.doc.driver.version}',
      ],
    },
    '51803': {
      title: 'Slow query',
      class: 'datastore_activity',
      activity: 4,
      map: { ...REMOTE, 'attr.appName': 'actor.app_name' },
      says: [
        '{msg}:',
        '{attr.type}',
        '{attr.ns}',
        '{attr.durationMillis} ms',
        'plan {attr.planSummary}',
        'from {attr.remote}',
      ],
      also: (source, draft) => {
        const ns = source.text('attr.ns') ?? ''
        const dot = ns.indexOf('.')
        draft.set('database.name', dot < 0 ? ns : ns.slice(0, dot))
        if (dot > 0) draft.set('table.name', ns.slice(dot + 1))
        ofDatabase(source, draft)
      },
    },
    '20436': {
      title: 'Not allowed',
      class: 'datastore_activity',
      activity: 0,
      ends: 'refused',
      map: { ...REMOTE, 'attr.error': 'status_detail' },
      says: ['{msg}:', '{attr.error}', '{attr.error.errmsg}'],
    },
    '4615611': run('Server starts', 3),
    '23016': run('Server waits for connections', 3),
    '20698': run('Server restarted', 5),
    '23138': run('Server stops', 4),
    authenticate: {
      title: 'Login (audit)',
      class: 'authentication',
      activity: 1,
      ends: RESULT,
      facts: { 'service.name': 'mongodb' },
      map: { 'param.user': 'user.name', 'param.mechanism': 'auth_protocol', ...AUDITED },
      says: [
        'authenticate',
        'user {param.user}',
        'of {param.db}',
        'from {remote.ip}',
        'with {param.mechanism}',
        'result {result}',
      ],
      also: ended,
    },
    logout: {
      title: 'Logout (audit)',
      class: 'authentication',
      activity: 2,
      ends: RESULT,
      facts: { 'service.name': 'mongodb' },
      map: { 'param.initialUsers.user': 'user.name', 'users.user': 'user.name', ...AUDITED },
      says: ['logout', 'user {param.initialUsers.user}', 'from {remote.ip}', '{param.reason}'],
    },
    authCheck: stored('Operation (audit)', 4),
    createCollection: stored('Collection created', 6),
    createDatabase: stored('Database created', 6),
    createIndex: stored('Index created', 6),
    dropCollection: stored('Collection dropped', 7),
    dropDatabase: stored('Database dropped', 7),
    dropIndex: stored('Index dropped', 7),
    createUser: account('User created', 1),
    dropUser: account('User removed', 6),
    grantRolesToUser: account('Roles granted to a user', 7),
    revokeRolesFromUser: account('Roles taken from a user', 8),
    shutdown: run('Server stops (audit)', 4),
    startup: run('Server starts (audit)', 3),
  },
  other: {
    title: 'Message of the server',
    class: 'base_event',
    activity: 0,
    severity: LEVEL,
    says: ['{msg}', '{atype}'],
  },
  personal: { 'attr.user': 'user', 'attr.principalName': 'user', 'param.user': 'user', 'users.user': 'user' },
  // The server's log does not say whose slow query it was, and the server itself is a client without an address.
  lacks: ['user', 'actor', 'src_endpoint', 'dst_endpoint', 'database', 'databucket', 'table'],
})
