import { type Draft, definePack, type Kind, type Line, type Source, type Told } from '../../src/packs/kit.ts'
import { readMysql } from './read.ts'

const LEVEL: Told = { by: ['level', 'label'], words: { Warning: 2, Error: 3, System: 1, Note: 1 }, else: 1 }
const ACCOUNT = "'(?<user>[^'@]{1,128})'@'(?<client>[\\w.:%-]{1,255})'"
const login = (title: string, match: string, more: Partial<Line> = {}): Line => ({
  title,
  match: new RegExp(match),
  class: 'authentication',
  activity: 1,
  ends: 'failure',
  facts: { 'service.name': 'mysql' },
  map: { user: 'user.name', client: 'src_endpoint.ip' },
  ...more,
})
const LINES: readonly Line[] = [
  login('Access denied', `^Access denied for user ${ACCOUNT} \\(using password: (?:YES|NO)\\)$`),
  login('Account may not use the database', `^Access denied for user ${ACCOUNT} to database '[^']{1,64}'$`, {
    ends: 'refused',
  }),
  login('Account locked', `^Access denied for user ${ACCOUNT}\\. Account is (?:locked|blocked)`, { ends: 'refused' }),
  {
    title: 'Connection lost',
    match:
      /^Aborted connection (?<conn>\d{1,20}) to db: '[^']{0,64}' user: '(?<user>[^']{1,128})' host: '(?<client>[\w.:%-]{1,255})' \((?<why>[A-Z][^()]{1,200})\)\.?$/,
    class: 'network_activity',
    activity: 2,
    map: { client: 'src_endpoint.ip', user: 'actor.user.name', conn: 'connection_info.uid', why: 'status_detail' },
  },
  {
    title: 'Client refused',
    match: /^Host '(?<client>[\w.:%-]{1,255})' is (?:blocked because of many connection errors|not allowed to connect)/,
    class: 'network_activity',
    activity: 5,
    ends: 'refused',
    map: { client: 'src_endpoint.ip' },
  },
  {
    title: 'Server starts',
    match:
      /(?:^|\/)mysqld: ready for connections\.|^\S{1,256} \((?:mysqld )?[\w.-]{1,64}\) starting as process \d{1,10}/,
    class: 'application_lifecycle',
    activity: 3,
    facts: { 'app.name': 'MySQL' },
  },
  {
    title: 'Server stops',
    match: /(?:^|\/)mysqld: Shutdown complete|^Received SHUTDOWN from user |^Normal shutdown$/,
    class: 'application_lifecycle',
    activity: 4,
    facts: { 'app.name': 'MySQL' },
  },
]
const other: Kind = {
  title: 'Message of the server',
  class: 'base_event',
  activity: 0,
  severity: LEVEL,
  says: ['{message}', '{msg}'],
}

/** OCSF database type: relational. */
function ofDatabase(_: Source, draft: Draft): void {
  const database = draft.objects.database as { type_id?: number } | undefined
  if (database) database.type_id = 1
}
const STATUS: Kind['ends'] = {
  by: ['connection_data.status', 'general_data.status', 'audit_record.status'],
  success: ['0'],
}
const failed = (source: Source, draft: Draft): void => {
  const code = source.first('connection_data.status', 'general_data.status', 'audit_record.status')
  if (code !== undefined && /^[1-9]\d*$/.test(code)) draft.end('failure').set('status_code', code)
  ofDatabase(source, draft)
}
const AUDITED = { 'login.ip': 'src_endpoint.ip', connection_id: 'connection_info.uid' } as const
const audit = (title: string, activity: number, more: Partial<Kind> = {}): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends: STATUS,
  facts: { 'service.name': 'mysql' },
  map: {
    'login.user': 'user.name',
    'account.user': 'user.name',
    'login.ip': 'src_endpoint.ip',
    connection_id: 'session.uid',
  },
  says: ['{class} {event}', 'user {login.user}', 'from {login.ip}', 'database {connection_data.db}'],
  also: failed,
  ...more,
})
const table = (title: string, activity: number): Kind =>
  audit(title, activity, {
    class: 'datastore_activity',
    facts: {},
    map: {
      'account.user': 'actor.user.name',
      ...AUDITED,
      'table_access_data.db': 'database.name',
      'table_access_data.table': 'table.name',
      'table_access_data.query': 'query_info.query_string',
    },
    says: [
      '{event}',
      'table {table_access_data.db}.{table_access_data.table}',
      'by {account.user}',
      ': {table_access_data.query}',
    ],
    also: (source, draft) => {
      delete draft.objects.connection_info
      failed(source, draft)
    },
  })
const PERCONA = {
  'audit_record.user': 'user.name',
  'audit_record.ip': 'src_endpoint.ip',
  'audit_record.connection_id': 'session.uid',
} as const
const percona = (title: string, activity: number): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends: STATUS,
  facts: { 'service.name': 'mysql' },
  map: PERCONA,
  says: ['{audit_record.name}', 'user {audit_record.user}', 'from {audit_record.ip}'],
  also: failed,
})

export const pack = definePack({
  id: 'oracle-mysql',
  vendor: 'Oracle',
  product: 'MySQL',
  names: ['MySQL Server', 'Percona Server'],
  docs: [
    'https://dev.mysql.com/doc/refman/8.4/en/error-log-format.html',
    'https://dev.mysql.com/doc/refman/8.4/en/audit-log-file-formats.html',
  ],
  send: 'The error log (text or JSON) and, of the Enterprise edition, the audit log in JSON, through a shipper. log_error_verbosity=3 tells of refused logins.',
  marks: {
    tags: ['mysqld'],
    keys: [
      ['err_symbol', 'SQL_state', 'msg'],
      ['connection_data.connection_type', 'account', 'event', 'class'],
      ['table_access_data.table', 'account', 'event', 'class'],
      ['general_data.command', 'account', 'event', 'class'],
      ['audit_record.command_class', 'audit_record.os_user'],
      ['audit_record.os_login', 'audit_record.connection_id'],
    ],
    heads: ['Note', 'Warning', 'System', 'Error', 'ERROR'].map(level => `<t> <n> [${level}] [MY-<n>] [`),
  },
  read: readMysql,
  time: ['time', 'timestamp', 'audit_record.timestamp'],
  kind: source => {
    const name = source.text('audit_record.name')
    if (name) return `percona ${name}`
    const kind = source.text('class')
    if (kind) return `${kind} ${source.text('event') ?? ''}`
    const said = source.text('msg')
    return said && source.fields.err_symbol !== undefined ? LINES.find(line => line.match.test(said))?.title : undefined
  },
  map: {
    err_code: 'status_code',
    err_symbol: 'metadata.event_code',
    level: 'metadata.log_level',
    label: 'metadata.log_level',
  },
  kinds: {
    'connection connect': audit('Login', 1),
    'connection disconnect': audit('Logout', 2, { ends: 'success' }),
    'connection change_user': audit('Change of user', 1),
    'general status': audit('Statement', 4, {
      class: 'datastore_activity',
      facts: {},
      map: {
        'account.user': 'actor.user.name',
        'login.ip': 'src_endpoint.ip',
        'general_data.query': 'query_info.query_string',
      },
      says: ['{general_data.command} {general_data.sql_command}', 'by {account.user}', ': {general_data.query}'],
    }),
    'table_access read': table('Table read', 1),
    'table_access insert': table('Rows inserted', 5),
    'table_access update': table('Rows changed', 2),
    'table_access delete': table('Rows deleted', 7),
    'percona Connect': percona('Login (Percona)', 1),
    'percona Quit': percona('Logout (Percona)', 2),
    // The JSON error log has the message as a field: what its text tells is put where the table of lines puts it.
    ...Object.fromEntries(
      LINES.map(line => [
        line.title,
        {
          ...line,
          says: ['{msg}'],
          also: (source: Source, draft: Draft) => {
            const groups = line.match.exec(source.text('msg') ?? '')?.groups ?? {}
            for (const name in line.map) draft.set(line.map[name]!, groups[name])
          },
        },
      ]),
    ),
  },
  lines: LINES,
  other,
  personal: {
    'account.host': 'host',
    'login.os': 'user',
    'audit_record.host': 'host',
    'audit_record.os_login': 'user',
  },
  // The audit log names a client's address only if it has one.
  lacks: ['src_endpoint', 'database', 'databucket', 'table'],
})
