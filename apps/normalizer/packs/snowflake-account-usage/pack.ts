import { definePack, type Fields, type Kind, type Source } from '../../src/packs/kit.ts'

/** Columns are in capitals; some shippers write them small. */
const both = (map: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(map).flatMap(([name, path]) => [[name, path] as const, [name.toLowerCase(), path] as const]),
  )
const told = (source: Source, name: string): string | undefined => source.first(name, name.toLowerCase())

const LOGIN = both({
  USER_NAME: 'user',
  CLIENT_IP: 'src_endpoint.ip',
  ERROR_MESSAGE: 'status_detail',
  ERROR_CODE: 'status_code',
  FIRST_AUTHENTICATION_FACTOR: 'auth_protocol',
})
const ENDS: Kind['ends'] = {
  by: ['IS_SUCCESS', 'is_success', 'EXECUTION_STATUS', 'execution_status'],
  success: ['YES', 'true', 'SUCCESS', '1'],
  failure: ['NO', 'false', 'FAIL', 'FAILED_WITH_ERROR', 'FAILED_WITH_INCIDENT', 'INCIDENT', '0'],
}
const query = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  ends: ENDS,
  map: both({
    QUERY_TEXT: 'query_info.query_string',
    QUERY_ID: 'query_info.uid',
    DATABASE_NAME: 'database.name',
    USER_NAME: 'actor.user',
    SESSION_ID: 'actor.session.uid',
    ERROR_MESSAGE: 'status_detail',
    ERROR_CODE: 'status_code',
  }),
  says: [
    '{QUERY_TYPE}{query_type}',
    'by {USER_NAME}{user_name}',
    'as {ROLE_NAME}{role_name}',
    'in {DATABASE_NAME}{database_name}',
    '{EXECUTION_STATUS}{execution_status}',
    '{ERROR_MESSAGE}{error_message}',
  ],
})
/** The account is only told by the statement, which was read and carried out: `CREATE USER IF NOT EXISTS "eve"`. */
const STATEMENT =
  /^\s{0,16}(?:create|alter)\s{1,8}(?:or\s{1,8}replace\s{1,8})?user\s{1,8}(?:if\s{1,8}(?:not\s{1,8})?exists\s{1,8})?(?:"([^"]{1,255})"|([a-z_][\w$]{0,254})(?![\w$."]))/i
const account = (title: string, activity: number): Kind => ({
  ...query(title, activity),
  class: 'account_change',
  severity: 2,
  map: both({
    USER_NAME: 'actor.user',
    SESSION_ID: 'actor.session.uid',
    ERROR_MESSAGE: 'status_detail',
    ERROR_CODE: 'status_code',
  }),
  also: (source, draft) => {
    // Only looked at: the statement itself stays with what has no place of its own.
    const match = STATEMENT.exec(String(source.fields.QUERY_TEXT ?? source.fields.query_text ?? ''))
    draft.set('user.name', match?.[1] ?? match?.[2])
  },
})
const QUERIES: Readonly<Record<string, Kind>> = {
  SELECT: query('Rows read', 4),
  SHOW: query('Objects listed', 8),
  DESCRIBE: query('Object described', 8),
  LIST_FILES: query('Files of a stage listed', 8),
  GET_FILES: query('Files of a stage downloaded', 1),
  UNLOAD: query('Table written to files', 1),
  INSERT: query('Rows added', 5),
  COPY: query('Files loaded', 5),
  MERGE: query('Rows merged', 5),
  PUT_FILES: query('Files uploaded to a stage', 5),
  UPDATE: query('Rows changed', 2),
  DELETE: query('Rows deleted', 7),
  TRUNCATE_TABLE: query('Table emptied', 7),
  CREATE_TABLE: query('Table created', 6),
  CREATE_TABLE_AS_SELECT: query('Table created from a query', 6),
  CREATE_VIEW: query('View created', 6),
  DROP: query('Object deleted', 7),
  CREATE_USER: account('User created', 1),
  ALTER_USER: account('User changed', 99),
}

export const pack = definePack({
  id: 'snowflake-account-usage',
  vendor: 'Snowflake',
  product: 'Account Usage',
  names: ['Snowflake', 'LOGIN_HISTORY', 'QUERY_HISTORY'],
  docs: [
    'https://docs.snowflake.com/en/sql-reference/account-usage/login_history',
    'https://docs.snowflake.com/en/sql-reference/account-usage/query_history',
  ],
  send: 'Rows of SNOWFLAKE.ACCOUNT_USAGE.LOGIN_HISTORY and QUERY_HISTORY, one JSON object each, with the names of the columns.',
  marks: {
    keys: [
      ['REPORTED_CLIENT_TYPE', 'USER_NAME', 'IS_SUCCESS'],
      ['reported_client_type', 'user_name', 'is_success'],
      ['FIRST_AUTHENTICATION_FACTOR', 'USER_NAME', 'IS_SUCCESS'],
      ['first_authentication_factor', 'user_name', 'is_success'],
      ['WAREHOUSE_NAME', 'QUERY_TEXT', 'QUERY_ID'],
      ['warehouse_name', 'query_text', 'query_id'],
      ['EXECUTION_STATUS', 'QUERY_TYPE', 'QUERY_ID'],
      ['execution_status', 'query_type', 'query_id'],
    ],
  },
  time: ['EVENT_TIMESTAMP', 'event_timestamp', 'END_TIME', 'end_time', 'START_TIME', 'start_time'],
  kind: source => told(source, 'QUERY_TYPE') ?? (hasLogin(source.fields) ? 'LOGIN' : undefined),
  map: both({ EVENT_ID: 'metadata.uid', EVENT_TYPE: 'metadata.event_code', QUERY_TYPE: 'metadata.event_code' }),
  kinds: {
    LOGIN: {
      title: 'Login',
      class: 'authentication',
      activity: 1,
      ends: ENDS,
      map: LOGIN,
      facts: { 'service.name': 'Snowflake' },
      says: [
        'login of {USER_NAME}{user_name}',
        'from {CLIENT_IP}{client_ip}',
        'with {REPORTED_CLIENT_TYPE}{reported_client_type}',
        '{FIRST_AUTHENTICATION_FACTOR}{first_authentication_factor}',
        '{SECOND_AUTHENTICATION_FACTOR}{second_authentication_factor}',
        'success {IS_SUCCESS}{is_success}',
        '{ERROR_MESSAGE}{error_message}',
      ],
    },
    ...QUERIES,
  },
  says: ['{QUERY_TYPE}{query_type}', 'by {USER_NAME}{user_name}', '{EXECUTION_STATUS}{execution_status}'],
  personal: { USER_NAME: 'user', user_name: 'user' },
  // A query tells no address; one outside of every database names none.
  lacks: ['src_endpoint', 'database', 'user'],
})

function hasLogin(fields: Readonly<Fields>): boolean {
  return fields.IS_SUCCESS !== undefined || fields.is_success !== undefined
}
