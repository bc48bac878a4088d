import type { Content, Draft, Source } from '../../src/normalize/draft.ts'
import { severityOfSyslog, severityOfWord } from '../../src/normalize/severity.ts'
import { listing } from '../../src/normalize/summary.ts'
import { classify } from '../../src/packs/classify.ts'
import { pam } from '../linux-pam/pam.ts'
import { sudo } from '../linux-sudo/sudo.ts'
import { sshd } from '../openbsd-openssh/sshd.ts'

/**
 * Common names for the same fact, most specific first, in lower case and without `_`, `-` and `.`. To support another
 * name, add a word here.
 */
const ALIASES: readonly (readonly [string, string])[] = [
  [
    'src_endpoint.ip',
    'srcip sourceip clientip remoteip remoteaddr remoteaddress ipaddress sourceaddress src clientaddress cip ip idorigh saddr callerip',
  ],
  ['src_endpoint.port', 'srcport sourceport clientport sport spt remoteport idorigp'],
  ['src_endpoint.mac', 'srcmac sourcemac clientmac'],
  ['src_endpoint.hostname', 'srchost sourcehost sourcehostname clienthost clienthostname workstation'],
  ['dst_endpoint.ip', 'dstip destip destinationip destinationaddress dst serverip dest idresph daddr'],
  ['dst_endpoint.port', 'dstport destport destinationport serverport dport dpt idrespp'],
  ['dst_endpoint.mac', 'dstmac destmac destinationmac'],
  ['dst_endpoint.hostname', 'dsthost desthost destinationhost destinationhostname'],
  ['device.hostname', 'hostname host devname computername computer devicename machine server agentname nodename'],
  ['process.pid', 'pid processid processpid'],
  ['process.name', 'processname process proc program appname'],
  ['process.cmd_line', 'commandline cmdline command processcommandline cmd'],
  ['process.file.path', 'processpath executable exe image processexecutable'],
  ['process.parent_process.pid', 'ppid parentpid parentprocessid'],
  ['process.parent_process.cmd_line', 'parentcommandline parentcmdline'],
  ['process.parent_process.file.path', 'parentimage parentprocesspath'],
  ['file.path', 'filepath targetfilename filename'],
  ['http_request.http_method', 'method httpmethod requestmethod verb httprequestmethod'],
  ['http_request.url.url_string', 'url uri requesturi requesturl fullurl requestpath'],
  ['http_request.user_agent', 'useragent httpuseragent'],
  ['http_request.referrer', 'referer referrer httpreferer'],
  ['query.hostname', 'queryname dnsquery queryhostname'],
  ['connection_info.protocol_name', 'proto protocol transport'],
  ['metadata.event_code', 'eventcode eventid signatureid'],
  ['metadata.log_provider', 'logger facility source provider service'],
]
const TARGETS: ReadonlyMap<string, { readonly path: string; readonly rank: number }> = new Map(
  ALIASES.flatMap(([path, names]) => names.split(' ').map((name, rank) => [name, { path, rank }] as const)),
)
/** By rank: the name that a person types first. A number is an id, not a name. */
const USERS = ranks(
  'username user login loginname userprincipalname accountname account srcuser suser usr useremail email principal userid actor',
)
const TARGET_USERS = ranks('targetusername targetuser dstuser duser targetaccount')
const STATUSES = new Set('status statuscode httpstatus responsecode httpstatuscode responsestatus scstatus'.split(' '))
const MESSAGES = [
  'message',
  'msg',
  'event_message',
  'short_message',
  'log',
  'text',
  'description',
  'body',
  'displayMessage',
  'event.original',
  '@message',
]
const LEVELS = [
  'severity',
  'level',
  'log_level',
  'loglevel',
  'log.level',
  'levelname',
  'priority',
  'Severity',
  'Level',
  'lvl',
]
const TIMES = ['@timestamp', 'timestamp', 'time', 'ts', 'date', 'eventTime', 'event_time']

function ranks(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, rank) => [name, rank]))
}

const fold = (name: string): string => name.replace(/[_.\s-]/g, '').toLowerCase()

/** JSON and `key=value` logs without a known schema: common names first, then class and outcome by {@link classify}. */
export const generic: Content = (source, draft) => {
  const message = source.first(...MESSAGES)
  const user = findUsers(source)
  const found = new Map<string, { rank: number; value: unknown; name: string }>()
  for (const name in source.fields) {
    const target = TARGETS.get(fold(name))
    if (!target) continue
    const value = source.fields[name]
    if (value === null || value === '' || value === '-' || typeof value === 'boolean') continue
    const there = found.get(target.path)
    if (!there || target.rank < there.rank) found.set(target.path, { rank: target.rank, value, name })
  }
  for (const [path, { value, name }] of found) {
    source.use(name)
    draft.set(path, value)
  }
  const program =
    source.first('program', 'ident', 'tag', 'syslog_program', 'appname', 'app', 'process', 'process_name') ?? ''
  const known = message !== undefined && (pam(message, draft, source) || readProgram(program, message, draft, source))
  httpStatus(source, draft)
  const action = source.first('action', 'event_action', 'eventAction', 'disposition', 'act')
  const type = source.first('event_type', 'eventType', 'event', 'type', 'name', 'operation', 'category', 'event_name')
  const outcome = source.first('outcome', 'result', 'status', 'success', 'event_outcome')
  if (!known) {
    draft.set(user.concerned ? 'user' : 'actor.user', user.value).set('user', user.target)
    classify(draft, {
      action,
      outcome,
      words: `${type ?? ''} ${action ?? ''} ${message ?? ''}`.replaceAll('_', ' ').slice(0, 512),
    })
  }
  for (const name of LEVELS) {
    const level = source.fields[name]
    draft.atLeast(
      severityOfWord(level) ?? (name === 'priority' && typeof level === 'number' ? severityOfSyslog(level) : 1),
    )
  }
  source.use(...TIMES)
  summarize(source, draft, message)
  return true
}

function readProgram(program: string, message: string, draft: Draft, source: Source): boolean {
  const name = program.toLowerCase()
  if (name.startsWith('sshd')) return sshd(message, draft, source)
  return name === 'sudo' && sudo(message, draft, source)
}

/** Who is named, by the rank of the names and never by their order in the log. */
function findUsers(source: Source): { value: unknown; target: unknown; concerned: boolean } {
  let value: { name: string; rank: number } | undefined
  let target: { name: string; rank: number } | undefined
  for (const name in source.fields) {
    const field = source.fields[name]
    if (typeof field !== 'string' || field === '' || field === '-' || /^\d{1,19}$/.test(field)) continue
    const last = fold(
      name.startsWith('user.') || name.startsWith('actor.')
        ? name.replace(/^\w+\.(?=name$|username$|login$|email$)/, 'user')
        : name,
    )
    const of = TARGET_USERS.get(last)
    if (of !== undefined && of < (target?.rank ?? 99)) target = { name, rank: of }
    const by = USERS.get(last)
    if (by !== undefined && by < (value?.rank ?? 99)) value = { name, rank: by }
  }
  return { value: value && source.take(value.name), target: target && source.take(target.name), concerned: false }
}

/** A number from 100 to 599 in a status field is an HTTP status if the event also has a request method or URL. */
function httpStatus(source: Source, draft: Draft): void {
  if (draft.objects.http_request === undefined) return
  for (const name in source.fields) {
    if (!STATUSES.has(fold(name))) continue
    const code = Number(source.fields[name])
    if (Number.isInteger(code) && code >= 100 && code <= 599) {
      source.use(name)
      draft.set('http_response.code', code)
      return
    }
  }
}

function summarize(source: Source, draft: Draft, message: string | undefined): void {
  const said = listing(source.fields, new Set([...MESSAGES, ...TIMES]), 3500)
  draft.summary = message ? (said ? `${message} ${said}` : message) : said
}
