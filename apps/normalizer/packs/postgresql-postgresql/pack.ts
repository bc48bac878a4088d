import { columns, type Draft, definePack, type Kind, type Line, type Source, type Told } from '../../src/packs/kit.ts'
import { readPostgres } from './read.ts'

const LEVEL: Told = { by: 'error_severity', words: { WARNING: 2, ERROR: 3, FATAL: 3, PANIC: 5 }, else: 1 }
const FROM = {
  client: 'src_endpoint.ip',
  cport: 'src_endpoint.port',
  remote_host: 'src_endpoint.ip',
  remote_port: 'src_endpoint.port',
} as const
const QUOTED = '"(?<name>[^"]{1,63})"'

const login = (title: string, match: RegExp, more: Partial<Line> = {}): Line => ({
  title,
  match,
  class: 'authentication',
  activity: 1,
  facts: { 'service.name': 'postgresql' },
  map: { ...FROM, name: 'user.name', user: 'user.name', method: 'auth_protocol' },
  ...more,
})
const query = (title: string, match: RegExp, more: Partial<Line> = {}): Line => ({
  title,
  match,
  class: 'datastore_activity',
  activity: 4,
  map: {
    ...FROM,
    user: 'actor.user.name',
    dbname: 'database.name',
    sql: 'query_info.query_string',
    object: 'table.name',
  },
  also: ofDatabase,
  ...more,
})
const run = (title: string, match: RegExp, activity: number): Line => ({
  title,
  match,
  class: 'application_lifecycle',
  activity,
  ends: 'success',
  facts: { 'app.name': 'PostgreSQL' },
  map: { version: 'app.version' },
})
/** OCSF database type: relational. */
function ofDatabase(_: Source, draft: Draft): void {
  const database = draft.objects.database as { type_id?: number } | undefined
  if (database) database.type_id = 1
}
const other: Kind = {
  title: 'Message of the server',
  class: 'base_event',
  activity: 0,
  severity: LEVEL,
  says: ['{message}'],
}

const LINES: readonly Line[] = [
  {
    title: 'Client connects',
    match: /^connection received: host=(?:\[local\]|(?<client>[\w.:%-]{1,255}))(?: port=(?<cport>\d{1,5}))?$/,
    class: 'network_activity',
    activity: 1,
    map: FROM,
  },
  login(
    'Login',
    /^(?:replication )?connection authorized: user=(?<name>\S{1,63})(?: database=(?<db>\S{1,63}))?(?: application_name=.{0,64}?)?(?: SSL enabled \(.{1,256}\))?(?: GSS \(.{1,256}\))?$/,
    { ends: 'success' },
  ),
  login(
    'Identity checked',
    /^connection authenticated: (?:identity="(?<name>[^"]{1,255})" method=(?<method>[\w-]{1,32})|user="(?<account>[^"]{1,63})" method=trust)(?: \(.{1,1024}:\d{1,6}\))?$/,
    {
      activity: 99,
      ends: 'success',
      map: { ...FROM, name: 'user', account: 'user.name', user: 'user.name', method: 'auth_protocol' },
    },
  ),
  login(
    'Logout',
    /^disconnection: session time: [\d:.]{1,20} user=(?<name>\S{1,63}) database=(?<db>\S{1,63}) host=(?:\[local\]|(?<client>[\w.:%-]{1,255}))(?: port=(?<cport>\d{1,5}))?$/,
    { activity: 2, ends: 'success' },
  ),
  login(
    'Password refused',
    new RegExp(
      `^(?<method>password|SCRAM|Peer|Ident|LDAP|PAM|RADIUS|GSSAPI|SSPI|BSD|certificate|OAuth bearer|"trust"|MD5) authentication failed for user ${QUOTED}$`,
    ),
    {
      ends: 'failure',
    },
  ),
  login('No such user', new RegExp(`^role ${QUOTED} does not exist$`), { ends: 'failure' }),
  login(
    'User may not log in',
    new RegExp(
      `^(?:role ${QUOTED} is not permitted to log in|too many connections for role "(?<role>[^"]{1,63})"|permission denied for database "(?<db>[^"]{1,63})")$`,
    ),
    {
      ends: 'refused',
      map: { ...FROM, name: 'user.name', role: 'user.name', user: 'user.name' },
    },
  ),
  login(
    'Refused by pg_hba.conf',
    /^(?:no pg_hba\.conf entry|pg_hba\.conf rejects (?:replication )?connection) for (?:replication connection from )?host "(?:\[local\]|(?<client>[\w.:%-]{1,255}))", user "(?<name>[^"]{1,63})"(?:, database "(?<db>[^"]{0,63})")?(?:, (?:no encryption|(?:SSL|GSS) (?:on|off|encryption)|SSL encryption))?$/,
    { ends: 'refused' },
  ),
  {
    title: 'No room for more clients',
    match: /^(?:sorry, too many clients already|remaining connection slots are reserved)/,
    class: 'network_activity',
    activity: 5,
    ends: 'refused',
    map: FROM,
  },
  query(
    'Audited statement',
    /^AUDIT: (?:SESSION|OBJECT),\d{1,9},\d{1,9},(?<audit>READ|WRITE|FUNCTION|ROLE|DDL|MISC|MISC_SET),(?<command>[A-Z ]{1,32}),[A-Z ]{0,32},/,
    {
      activity: {
        by: 'command',
        words: {
          SELECT: 1,
          INSERT: 5,
          UPDATE: 2,
          DELETE: 7,
          'TRUNCATE TABLE': 7,
          'CREATE TABLE': 6,
          'DROP TABLE': 7,
        },
        else: 4,
      },
      also: (source, draft) => {
        const [, , , , , type, object, sql] = columns(source.text('message')?.slice('AUDIT: '.length) ?? '')
        if (type === 'TABLE') draft.set('table.name', object)
        if (sql !== '<not logged>') draft.set('query_info.query_string', sql)
        ofDatabase(source, draft)
      },
    },
  ),
  query(
    'Statement',
    /^(?:duration: [\d.]{1,16} ms {1,2})?(?:statement|execute [^:]{1,64}|parse [^:]{1,64}|bind [^:]{1,64}): (?<sql>[\s\S]{1,16384})$/,
  ),
  query(
    'Not allowed',
    /^(?:permission denied for (?:table|relation|schema|function|sequence|view|materialized view|procedure|language|tablespace|type|column|foreign server|parameter)|must be owner of (?:table|view|sequence|function|schema|database)) (?:"(?<quoted>[^"]{1,63})"|(?<object>[\w$.]{1,128}))$/,
    {
      ends: 'refused',
    },
  ),
  run('Server starts', /^starting PostgreSQL (?<version>[\w.]{1,16}) /, 3),
  run('Server is ready', /^database system is ready to accept (?:read-only )?connections$/, 3),
  run('Server stops', /^database system is shut down$/, 4),
  {
    title: 'Setting changed',
    match: /^parameter "(?<parameter>[\w.]{1,64})" (?:changed to |removed from configuration file)/,
    class: 'base_event',
    activity: 0,
  },
]
/** The JSON log has the message as a field: what its text tells is put where the tables of lines put it. */
const KINDS = Object.fromEntries(
  LINES.map(line => [
    line.title,
    {
      ...line,
      says: ['{message}'],
      also: (source: Source, draft: Draft) => {
        const groups = line.match.exec(source.text('message') ?? '')?.groups ?? {}
        for (const name in line.map) draft.set(line.map[name]!, groups[name])
        line.also?.(source, draft)
      },
    },
  ]),
)
const kindOfJson = (source: Source): string | undefined => {
  const message = source.text('message') ?? ''
  return LINES.find(line => line.match.test(message))?.title
}

export const pack = definePack({
  id: 'postgresql-postgresql',
  vendor: 'PostgreSQL',
  product: 'PostgreSQL',
  names: ['Postgres', 'RDS for PostgreSQL'],
  docs: [
    'https://www.postgresql.org/docs/current/runtime-config-logging.html',
    'https://github.com/pgaudit/pgaudit/blob/main/README.md',
  ],
  send: 'Syslog, or the log files (text, CSV or JSON) through a shipper. Set log_connections and log_disconnections; keep %m [%p] at the start of log_line_prefix.',
  marks: {
    tags: ['postgres', 'postgresql'],
    keys: [['error_severity', 'backend_type', 'timestamp', 'pid']],
    heads: [
      ...['LOG', 'FATAL', 'ERROR', 'WARNING', 'DETAIL', 'HINT', 'STATEMENT', 'CONTEXT', 'PANIC'].flatMap(level => [
        `<t> [<n>] ${level}:`,
        `<t> [<n>] <w>@<w> ${level}:`,
      ]),
      '<t> [<n>] [unknown]@[unknown] ',
      '<t>:<ip>(<n>):<w>@<w>:[<n>]:',
      '<t> UTC:<ip>(<n>):<w>@<w>:[<n>]:',
      '<t> UTC:<ip>(<n>):[unknown]@[unknown]:[<n>]:',
      '<t> UTC::@:[<n>]:',
      '<t>:<ip>(<n>):[unknown]@[unknown]:[<n>]:',
      '<t>::@:[<n>]:',
      '<t> [<n>]: [<n>-<n>] user=',
      '<t> [<n>]: user=',
      '<t>,<q>,<q>,<n>,<q>,',
      '<t>,,,<n>,,',
      '<t>,,,<n>,<q>,',
    ],
  },
  read: readPostgres,
  time: ['timestamp'],
  map: { pid: 'process.pid', state_code: 'status_code', error_severity: 'metadata.log_level' },
  kind: source => (typeof source.fields.line_num === 'number' ? kindOfJson(source) : undefined),
  kinds: KINDS,
  lines: LINES,
  other,
  personal: { user: 'user', remote_host: 'ip' },
  // A local client has no address, and a line of the log does not repeat what was said when the session began.
  lacks: ['src_endpoint', 'actor', 'database', 'databucket', 'table', 'user', 'dst_endpoint'],
})
