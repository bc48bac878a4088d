import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'
import { readAudit, readListener } from './read.ts'

const CODE = ['RETURNCODE', 'RETCODE', 'STATUS'] as const
const FROM = {
  client: 'src_endpoint.ip',
  client_port: 'src_endpoint.port',
} as const
/** Any code but 0 is the number of an ORA- error. */
function ended(source: Source, draft: Draft): void {
  const host = source.text('USERHOST')
  draft.set('src_endpoint.hostname', host?.slice(host.lastIndexOf('\\') + 1))
  const code = source.first(...CODE)
  if (code === undefined || !/^\d{1,6}$/.test(code)) return
  draft.set('status_code', code).end(code === '0' ? 'success' : 'failure')
  // ORA-01031: insufficient privileges.
  if (code === '1031') draft.refuse()
}
const SAYS = [
  '{ACTION_NAME}',
  'action {ACTION}',
  'user {USERID}',
  'user {DBUSER}',
  'user {DATABASE_USER}',
  'system user {OS$USERID}',
  'system user {CLIENT_USER}',
  'from {client} {USERHOST}',
  'object {OBJ$CREATOR}.{OBJ$NAME}',
  'object {SCHEMA}.{OBJNAME}',
  'privilege {PRIVILEGE}',
  'code {RETURNCODE}',
  'code {RETCODE}',
  'code {STATUS}',
]
const session = (title: string, activity: number): Kind => ({
  title,
  class: 'authentication',
  activity,
  facts: { 'service.name': 'oracle' },
  map: {
    USERID: 'user.name',
    DBUSER: 'user.name',
    DATABASE_USER: 'user.name',
    SESSIONID: 'session.uid',
    SESID: 'session.uid',
    ...FROM,
  },
  says: SAYS,
  also: ended,
})
const stored = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  map: {
    USERID: 'actor.user.name',
    DBUSER: 'actor.user.name',
    DATABASE_USER: 'actor.user.name',
    OBJ$NAME: 'table.name',
    OBJNAME: 'table.name',
    ...FROM,
  },
  says: SAYS,
  also: ended,
})
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  map: { OBJ$NAME: 'user.name', OBJNAME: 'user.name', USERID: 'actor.user.name', DBUSER: 'actor.user.name', ...FROM },
  says: SAYS,
  also: ended,
})
const listener = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'network_activity',
  activity: 1,
  ends: { by: 'code', success: ['0'] },
  map: {
    client: 'src_endpoint.ip',
    client_port: 'src_endpoint.port',
    code: 'status_code',
    service: 'dst_endpoint.svc_name',
  },
  says: [
    'Listener {command}',
    'service {service}',
    'from {client}',
    'system user {os_user}',
    'program {os_program}',
    'code {code}',
  ],
  also: (source, draft) => {
    if (draft.outcome === 'unknown') draft.end('failure')
    source.use('protocol')
  },
  ...more,
})

export const pack = definePack({
  id: 'oracle-database',
  vendor: 'Oracle',
  product: 'Oracle Database',
  names: ['Oracle audit', 'Oracle Database audit'],
  docs: [
    'https://docs.oracle.com/en/database/oracle/oracle-database/19/dbseg/administering-the-audit-trail.html',
    'https://docs.oracle.com/en/database/oracle/oracle-database/19/refrn/UNIFIED_AUDIT_SYSTEMLOG.html',
  ],
  send: 'AUDIT_SYSLOG_LEVEL, or UNIFIED_AUDIT_SYSTEMLOG from version 18c; listener.log through a shipper.',
  marks: {
    heads: [
      'Oracle Audit[<n>]: LENGTH',
      'Oracle Unified Audit[<n>]: LENGTH',
      '<t> * (CONNECT_DATA=',
      '<t> * (ADDRESS=(PROTOCOL=',
    ],
  },
  read: text => readAudit(text) ?? readListener(text),
  time: ['listener_time'],
  // The numbers of actions are those of the view AUDIT_ACTIONS; the audit of SYS writes the statement instead.
  kind: source => {
    const command = source.text('command')
    if (command) return `listener ${command}`
    const action = source.text('ACTION')
    if (action === undefined) return undefined
    if (/^\d{1,3}$/.test(action)) return action
    return /^(?:CONNECT|LOGON|LOGOFF)$/i.test(action) ? action.toUpperCase() : 'statement'
  },
  map: { PROCESS: 'process.pid' },
  kinds: {
    '100': session('Login', 1),
    '101': session('Logout', 2),
    '102': session('Logout by the server', 2),
    CONNECT: session('Login with the rights of SYS', 1),
    LOGON: session('Login', 1),
    LOGOFF: session('Logout', 2),
    '1': stored('Table created', 6),
    '2': stored('Rows inserted', 5),
    '3': stored('Table read', 1),
    '6': stored('Rows changed', 2),
    '7': stored('Rows deleted', 7),
    '12': stored('Table dropped', 7),
    '15': stored('Table altered', 2),
    '85': stored('Table emptied', 7),
    '43': account('User altered', 99),
    '51': account('User created', 1),
    '53': account('User dropped', 6),
    statement: {
      ...stored('Statement of SYS', 4),
      map: { DATABASE_USER: 'actor.user.name', ACTION: 'query_info.query_string', ...FROM },
      says: ['{ACTION}', 'user {DATABASE_USER}', 'system user {CLIENT_USER}', 'privilege {PRIVILEGE}', 'code {STATUS}'],
    },
    'listener establish': listener('Client connects', {}),
    'listener stop': listener('Listener stopped', {
      class: 'application_lifecycle',
      activity: 4,
      severity: 2,
      facts: { 'app.name': 'Oracle Net listener' },
      map: { code: 'status_code' },
    }),
    'listener reload': listener('Listener reloaded', {
      class: 'application_lifecycle',
      activity: 5,
      facts: { 'app.name': 'Oracle Net listener' },
      map: { code: 'status_code' },
    }),
  },
  personal: {
    USERID: 'user',
    DBUSER: 'user',
    CURUSER: 'user',
    DATABASE_USER: 'user',
    CLIENT_USER: 'user',
    OS$USERID: 'user',
    USERHOST: 'host',
    os_user: 'user',
  },
  // Local sessions have no address, statements of SYS name no object.
  lacks: ['src_endpoint', 'actor', 'database', 'databucket', 'table', 'dst_endpoint', 'user'],
})
