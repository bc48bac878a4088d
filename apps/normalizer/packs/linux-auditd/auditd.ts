import { applyMapping, type Content, type Mapping, type Source } from '../../src/normalize/draft.ts'
import type { ClassName } from '../../src/normalize/ocsf-classes.ts'
import { template } from '../../src/normalize/summary.ts'

const FIELDS: Mapping = {
  node: 'device.hostname',
  host: 'device.hostname',
  exe: 'process.file.path',
  comm: 'process.name',
  pid: 'process.pid',
  ppid: 'process.parent_process.pid',
  cwd: 'process.working_directory',
  cmdline: 'process.cmd_line',
  proctitle: 'process.cmd_line',
  cmd: 'process.cmd_line',
  addr: 'src_endpoint.ip',
  hostname: 'src_endpoint.hostname',
  ses: 'actor.session.uid',
  laddr: 'dst_endpoint.ip',
}
const SAYS = template(
  '{type}',
  '{types}',
  '{cmdline}',
  '{proctitle}',
  '{cmd}',
  'exe {exe}',
  'name {name}',
  'key {key}',
  'op {op}',
  'account {acct}',
  'from {addr}',
  'user {AUID}',
  'unit {unit}',
  'result {res} {success}',
)

/** The value may be followed by what closed the list that it was in: `res=success)'`. */
const SUCCESS = /^(?:success|yes|1)\b/
const FAILURE = /^(?:fail(?:ed|ure)?|no|0)\b/

/** Class and activity for each record type. */
const TYPES: Readonly<Record<string, readonly [ClassName, number]>> = {
  EXECVE: ['process_activity', 1],
  USER_CMD: ['process_activity', 1],
  USER_LOGIN: ['authentication', 1],
  USER_AUTH: ['authentication', 1],
  USER_ERR: ['authentication', 1],
  USER_START: ['authentication', 1],
  USER_ACCT: ['authentication', 1],
  LOGIN: ['authentication', 1],
  USER_END: ['authentication', 2],
  USER_LOGOUT: ['authentication', 2],
  CRED_ACQ: ['authentication', 1],
  CRED_DISP: ['authentication', 2],
  ADD_USER: ['account_change', 1],
  DEL_USER: ['account_change', 6],
  USER_CHAUTHTOK: ['account_change', 3],
  ADD_GROUP: ['group_management', 6],
  DEL_GROUP: ['group_management', 5],
  SERVICE_START: ['base_event', 0],
  SERVICE_STOP: ['base_event', 0],
  NETFILTER_CFG: ['base_event', 0],
  CONFIG_CHANGE: ['event_log_activity', 99],
}

/** Linux audit. In an enriched log, AUID and UID hold the names that belong to the ids. */
export const auditd: Content = (source, draft) => {
  const type = source.text('type') ?? ''
  const types = [type, ...(source.text('types') ?? '').split(', ')]
  applyMapping(source, draft, FIELDS)
  const known = types.find(t => Object.hasOwn(TYPES, t))
  if (known) draft.is(...TYPES[known]!)
  else if (types.includes('PATH')) draft.is('file_activity', 14).set('file.path', lastName(source))
  const concerned = draft.categoryUid === 3
  const account = source.first('acct', 'ID')
  const actor = source.first('AUID', 'auid')
  if (concerned) draft.set('user.name', account)
  if (actor && actor !== '4294967295' && actor !== 'unset')
    draft.set(/^\d+$/.test(actor) ? 'actor.user.uid' : 'actor.user.name', actor)
  // Whose rights the process has; a login uid may be unset, this one never is.
  draft.set('process.user.uid', source.text('uid'))
  const owner = source.text('UID')
  if (owner && owner !== 'unset' && !owner.startsWith('unknown(')) draft.set('process.user.name', owner)
  const result = source.first('res', 'success')
  if (result) draft.end(SUCCESS.test(result) ? 'success' : FAILURE.test(result) ? 'failure' : 'unknown')
  if (draft.outcome === 'failure' && concerned) draft.atLeast(2)
  draft
    .set('metadata.event_code', type)
    .set('metadata.uid', source.text('serial'))
    .set('metadata.log_provider', 'auditd')
  draft.summary = SAYS(source.fields)
  return true
}

/** The last PATH record is the file itself; those before it are the folders on the way. */
function lastName(source: Source): string | undefined {
  const name = source.take('name')
  const last = Array.isArray(name) ? name.at(-1) : name
  return typeof last === 'string' ? last : undefined
}
