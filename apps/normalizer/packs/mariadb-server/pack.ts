import { type Draft, definePack, type Kind, type Line, type Source, type Told } from '../../src/packs/kit.ts'
import { readMariadb } from './read.ts'

const LEVEL: Told = { by: 'level', words: { Warning: 2, ERROR: 3, Note: 1 }, else: 1 }
const ACCOUNT = "'(?<name>[^'@]{1,128})'@'(?<client>[\\w.:%-]{1,255})'"
const login = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(match),
  class: 'authentication',
  activity: 1,
  ends: 'failure',
  facts: { 'service.name': 'mariadb' },
  map: { name: 'user.name', client: 'src_endpoint.ip' },
  ...more,
})
const ACCESS = {
  username: 'user.name',
  client: 'src_endpoint.ip',
  connectionid: 'session.uid',
  retcode: 'status_code',
} as const
const audited = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  facts: { 'service.name': 'mariadb' },
  map: ACCESS,
  says: ['{operation}', 'user {username}', 'from {client}', 'code {retcode}'],
})
/** A statement is told with its return code; an access to a table is one that took place. */
const stored = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  ends: { by: 'retcode', success: ['0'] },
  map: {
    username: 'actor.user.name',
    client: 'src_endpoint.ip',
    database: 'database.name',
    table: 'table.name',
    query: 'query_info.query_string',
    retcode: 'status_code',
  },
  says: ['{operation}', '{database}', '{table}', 'by {username}', 'from {client}', ': {query}', 'code {retcode}'],
  also: (source: Source, draft: Draft) => {
    if (/^[1-9]\d{0,9}$/.test(source.text('retcode') ?? '')) draft.end('failure')
    const database = draft.objects.database as { type_id?: number } | undefined
    if (database) database.type_id = 1
  },
})

export const pack = definePack({
  id: 'mariadb-server',
  vendor: 'MariaDB',
  product: 'MariaDB Server',
  names: ['MariaDB', 'Server audit', 'Aurora MySQL', 'RDS for MariaDB'],
  docs: [
    'https://mariadb.com/docs/server/reference/plugins/mariadb-audit-plugin/mariadb-audit-plugin-log-format',
    'https://mariadb.com/docs/server/server-management/server-monitoring-logs/error-log',
  ],
  send: 'The audit plugin with server_audit_output_type=syslog, or its file and the error log through a shipper. log_warnings=2 tells of refused logins.',
  marks: {
    tags: ['mariadbd', 'mysql-server_auditing', 'mariadb-server_auditing'],
    heads: [
      ...['Note', 'Warning', 'ERROR'].map(level => `<t> <n> [${level}] `),
      '<t>,<w>,<w>,<w>,<n>,<n>,<w>,',
      '<t>,<w>,<w>,<ip>,<n>,<n>,<w>,',
      '<n>,<w>,<w>,<ip>,<n>,<n>,<w>,',
    ],
  },
  read: readMariadb,
  time: ['timestamp'],
  kind: 'operation',
  kinds: {
    CONNECT: audited('Login', 1, 'success'),
    FAILED_CONNECT: audited('Access denied (audit)', 1, 'failure'),
    DISCONNECT: audited('Logout', 2, 'success'),
    QUERY: stored('Statement', 4),
    QUERY_DDL: stored('Statement that changes the schema', 4),
    QUERY_DML: stored('Statement that changes data', 4),
    QUERY_DCL: stored('Statement that changes rights', 4),
    READ: stored('Table read', 1),
    WRITE: stored('Table written', 5),
    CREATE: stored('Table created', 6),
    ALTER: stored('Table altered', 2),
    DROP: stored('Table dropped', 7),
    RENAME: stored('Table renamed', 2),
  },
  lines: [
    login('Access denied', `^Access denied for user ${ACCOUNT}(?: \\(using password: (?:YES|NO)\\))?$`),
    login('Account may not use the database', `^Access denied for user ${ACCOUNT} to database '[^']{1,64}'$`, {
      ends: 'refused',
    }),
    {
      title: 'Connection lost',
      match:
        /^Aborted connection (?<conn>\d{1,20}) to db: '[^']{0,64}' user: '(?<name>[^']{1,128})' host: '(?<client>[\w.:%-]{1,255})' \((?<why>[A-Z][^()]{1,200})\)$/,
      class: 'network_activity',
      activity: 2,
      map: { client: 'src_endpoint.ip', name: 'actor.user.name', conn: 'connection_info.uid', why: 'status_detail' },
    },
    {
      title: 'Server starts',
      match: /(?:^|\/)(?:mariadbd|mysqld): ready for connections\./,
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      facts: { 'app.name': 'MariaDB' },
    },
    {
      title: 'Server stops',
      match: /(?:^|\/)(?:mariadbd|mysqld): Shutdown complete|\((?:initiated by|mysqld).{0,64}\): Normal shutdown$/,
      class: 'application_lifecycle',
      activity: 4,
      ends: 'success',
      facts: { 'app.name': 'MariaDB' },
    },
  ],
  other: { title: 'Message of the server', class: 'base_event', activity: 0, severity: LEVEL },
  personal: { serverhost: 'host', username: 'user' },
  map: { level: 'metadata.log_level' },
  host: ['serverhost'],
  // A client of the same machine has no address.
  lacks: ['src_endpoint', 'database', 'databucket', 'table'],
})
