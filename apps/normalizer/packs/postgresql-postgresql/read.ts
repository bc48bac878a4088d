import { columns, type Fields, named } from '../../src/packs/kit.ts'

const LEVELS = 'DEBUG[1-5]?|INFO|NOTICE|LOG|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|STATEMENT|CONTEXT|QUERY|LOCATION'
const NAME = '\\[unknown\\]|[^\\s@:\\[\\]]{1,63}'
const TIME = '(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})? [A-Z0-9+-]{1,8})'
/** `%m [%p] ` of the server, `%m [%p] %q%u@%d ` of Debian, and after it application and address, as many write it. */
const PLAIN = new RegExp(
  `^(?:${TIME} )?(?:\\[(\\d{1,10})(?:-\\d{1,9})?\\]:? )?(?:(${NAME})@(${NAME}) )?(${LEVELS}):  ?([\\s\\S]*)$`,
)
/** `%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h `, which pgBadger asks for. */
const BADGER = new RegExp(
  `^${TIME} \\[(\\d{1,10})\\]: (?:\\[\\d{1,9}-\\d{1,4}\\] )?user=(${NAME})?,db=(${NAME})?(?:,app=[^,]{0,64})?(?:,client=(?:\\[local\\]|([\\w.:-]{1,255}))?)? (${LEVELS}):  ?([\\s\\S]*)$`,
)
/** `%t:%r:%u@%d:[%p]:` of Amazon RDS. */
const RDS = new RegExp(
  `^${TIME}:(?:([\\w.:-]{1,255})\\((\\d{1,5})\\)|\\[local\\])?:(${NAME})?@(${NAME})?:\\[(\\d{1,10})\\]:(${LEVELS}):  ?([\\s\\S]*)$`,
)
/** Columns of the CSV log, which are also the keys of the JSON log, save for the address. */
const CSV = [
  'timestamp',
  'user',
  'dbname',
  'pid',
  'connection_from',
  'session_id',
  'line_num',
  'ps',
  'session_start',
  'vxid',
  'txid',
  'error_severity',
  'state_code',
  'message',
  'detail',
  'hint',
  'internal_query',
  'internal_position',
  'context',
  'statement',
  'cursor_position',
  'func_name',
  'application_name',
  'backend_type',
  'leader_pid',
  'query_id',
]

/** Before the server knows them, user and database are `[unknown]`. */
const whole = (fields: Readonly<Record<string, string | undefined>>): Fields => {
  const out: Fields = {}
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined && value !== '' && value !== '[unknown]') out[name] = value
  }
  return out
}

export function readPostgres(text: string): Fields | undefined {
  // Syslog: the server numbers the parts of what it writes.
  const part = /^\[\d{1,10}-\d{1,6}\] /.exec(text)
  const line = part ? text.slice(part[0].length) : text
  const plain = PLAIN.exec(line)
  if (plain) {
    const [, timestamp, pid, user, dbname, error_severity, message] = plain
    return whole({ timestamp, pid, user, dbname, error_severity, message })
  }
  const badger = BADGER.exec(line)
  if (badger) {
    const [, timestamp, pid, user, dbname, remote_host, error_severity, message] = badger
    return whole({ timestamp, pid, user, dbname, remote_host, error_severity, message })
  }
  const rds = RDS.exec(line)
  if (rds) {
    const [, timestamp, remote_host, remote_port, user, dbname, pid, error_severity, message] = rds
    return whole({ timestamp, remote_host, remote_port, user, dbname, pid, error_severity, message })
  }
  if (!/^\d{4}-\d\d-\d\d [\d:.]{8,15} [A-Z0-9+-]{1,8},/.test(line)) return undefined
  const values = columns(line)
  if (values.length < 23) return undefined
  const fields: Record<string, string> = named(CSV, values)
  const from = /^([\w.:-]{1,255}):(\d{1,5})$/.exec(fields.connection_from ?? '')
  if (from) {
    fields.remote_host = from[1]!
    fields.remote_port = from[2]!
  }
  delete fields.connection_from
  return whole(fields)
}
