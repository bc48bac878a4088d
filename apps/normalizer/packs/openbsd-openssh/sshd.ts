import type { Draft } from '../../src/normalize/draft.ts'
import type { ReadMessage } from '../../src/packs/read-message.ts'

/**
 * A message of the OpenSSH server, with named groups. A stranger can type anything as a user name, even
 * ` from 10.0.0.1 port 1`. So the patterns match the name greedily and take the last address.
 */
interface Pattern {
  readonly match: RegExp
  readonly also: (groups: Readonly<Record<string, string | undefined>>, draft: Draft) => void
}

const USER = '(?<user>[\\s\\S]{0,256})'
/** An address and its port, separated from the name only by a blank. */
const AT = '(?<ip>(?:\\d{1,3}\\.|[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f.:]{1,44}) port (?<port>\\d{1,5})'
const FROM = '(?<ip>[^\\s]{1,128})(?: port (?<port>\\d{1,5}))?'

const failed = (draft: Draft): Draft => draft.is('authentication', 1).end('failure').atLeast(2)

const PATTERNS: readonly Pattern[] = [
  {
    match: new RegExp(
      `^Accepted (?<method>[\\w/-]{1,64}) for ${USER} from ${FROM}(?: ssh\\d?)?(?:: (?<key>[\\s\\S]*))?$`,
    ),
    also: (g, draft) => {
      draft.is('authentication', 1).end('success')
      const print = /(?:SHA256|MD5):[\w+/=:]{16,128}/.exec(g.key ?? '')
      if (print) draft.set('certificate.fingerprint', print[0])
    },
  },
  {
    match: new RegExp(
      `^Failed (?<method>[\\w/-]{1,64}) for (?<invalid>(?:invalid|illegal) user )?${USER} from ${FROM}(?: ssh\\d?)?(?:: [\\s\\S]*)?$`,
    ),
    also: (g, draft) => void failed(draft).set('status_detail', g.invalid && 'Invalid user'),
  },
  {
    match: new RegExp(`^(?:Invalid|Illegal) user ${USER} ?from ${FROM}\\s*$`),
    also: (_, draft) => void failed(draft).set('status_detail', 'Invalid user'),
  },
  {
    match: new RegExp(
      `^(?:error: )?maximum authentication attempts exceeded for (?:invalid user )?${USER} from ${FROM}(?: ssh\\d?)?(?: \\[preauth\\])?$`,
    ),
    also: (_, draft) => void failed(draft).atLeast(3).set('status_detail', 'Too many attempts'),
  },
  {
    match: new RegExp(`^User ${USER} from ${FROM} not allowed because [\\s\\S]*$`),
    also: (_, draft) => void failed(draft).set('status_detail', 'Not allowed'),
  },
  {
    match: new RegExp(`^ROOT LOGIN REFUSED FROM ${FROM}`),
    also: (_, draft) => void failed(draft).set('user.name', 'root'),
  },
  {
    match: new RegExp(
      `^Postponed (?<method>[\\w/-]{1,64}) for (?:invalid user )?${USER} from ${FROM}(?: ssh\\d?)?(?: \\[preauth\\])?$`,
    ),
    also: (_, draft) => void draft.is('authentication', 99),
  },
  {
    match: new RegExp(`^Disconnecting (?:authenticating |invalid )?user ${USER} ${AT}: (?<why>[\\s\\S]*)$`),
    also: (g, draft) => void failed(draft).set('status_detail', g.why?.replace(/ \[preauth\]$/, '')),
  },
  {
    match: new RegExp(
      `^(?:Connection (?:closed|reset) by|Disconnected from) (?<state>authenticating |invalid )?user ${USER} ${AT}(?<pre> \\[preauth\\])?$`,
    ),
    also: (g, draft) => {
      if (g.state || g.pre) draft.is('authentication', 99)
      else draft.is('authentication', 2).end('success')
    },
  },
  {
    match:
      /^(?:Connection (?:closed|reset) by|Disconnected from|Received disconnect from) (?<ip>[0-9A-Fa-f.:]{2,45}?)(?: port (?<port>\d{1,5}))?(?:: ?\d{1,3}: ?(?<why>[\s\S]*?))?(?<pre> \[preauth\])?$/,
    also: (g, draft) => {
      if (g.pre) draft.is('authentication', 99)
      else draft.is('authentication', 2).end('success')
    },
  },
  {
    match: new RegExp(`^Connection from ${FROM} on (?<dst>[^\\s]{1,128}) port (?<dport>\\d{1,5})`),
    also: (_, draft) => void draft.is('authentication', 99),
  },
  {
    match: new RegExp(`^Starting session: [\\s\\S]{0,256}? for ${USER} from ${FROM} id \\d{1,9}$`),
    also: (_, draft) => void draft.is('authentication', 1).end('success'),
  },
  {
    match: new RegExp(
      `^(?:Did not receive identification string from|Bad protocol version identification [\\s\\S]{0,512} from|(?:fatal: )?Unable to negotiate with|(?:fatal: )?Timeout before authentication for|(?:error: )?kex_exchange_identification: [^\\n]{0,128} by|banner exchange: Connection from|(?:ssh_dispatch_run_fatal: )?Connection from) ${FROM}`,
    ),
    also: (_, draft) => void draft.is('authentication', 99).end('failure'),
  },
  {
    match: /^reverse mapping checking getaddrinfo for (?<host>[^\s]{1,255}) \[(?<ip>[^\]]{1,45})\] failed/,
    also: (g, draft) => void draft.is('authentication', 99).set('src_endpoint.hostname', g.host),
  },
  {
    match: /^subsystem request for (?<what>\S{1,64}) by user (?<user>[\s\S]{0,256})$/,
    also: (_, draft) => void draft.is('authentication', 99),
  },
]

/** OpenSSH. Everything that it says about a connection has the class Authentication. */
export const sshd: ReadMessage = (message, draft) => {
  for (const { match, also } of PATTERNS) {
    const groups = match.exec(message)?.groups
    if (!groups) continue
    also(groups, draft)
    draft
      .set('user.name', groups.user?.trim())
      .set('src_endpoint.ip', groups.ip?.replace(/:$/, ''))
      .set('src_endpoint.port', groups.port)
      .set('dst_endpoint.ip', groups.dst)
      .set('dst_endpoint.port', groups.dport)
      .set('auth_protocol', groups.method)
      .set('service.name', 'sshd')
    return true
  }
  draft.is('authentication', 99)
  return true
}
