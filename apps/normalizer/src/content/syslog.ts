import type { Content } from '../normalize/draft.ts'
import { severityOfSyslog, severityOfWord } from '../normalize/severity.ts'
import { accounts, login, logind } from './accounts.ts'
import { cisco } from './cisco.ts'
import { cron } from './cron.ts'
import { dns } from './dns.ts'
import { netfilter } from './netfilter.ts'
import { pam } from './pam.ts'
import type { ReadMessage } from './read-message.ts'
import { sshd } from './sshd.ts'
import { su } from './su.ts'
import { sudo } from './sudo.ts'

/** Readers by program name. To support another program, write a {@link ReadMessage} and add it here. */
const PROGRAMS: Readonly<Record<string, ReadMessage>> = {
  sshd,
  'sshd-session': sshd,
  'sshd-auth': sshd,
  sudo,
  su,
  'su-l': su,
  cron,
  crond: cron,
  anacron: cron,
  crontab: cron,
  'systemd-logind': logind,
  login,
  useradd: accounts,
  userdel: accounts,
  usermod: accounts,
  groupadd: accounts,
  groupdel: accounts,
  gpasswd: accounts,
  passwd: accounts,
  chpasswd: accounts,
  kernel: netfilter,
  named: dns,
  dnsmasq: dns,
}

/** A syslog event: the header, then the program's message. The summary of a text log is the message itself. */
export const syslog: Content = (source, draft) => {
  const program = source.text('program')
  const message = repeated(source.text('message') ?? '')
  draft.set('device.hostname', source.text('host')).set('metadata.event_code', source.text('msgid'))
  draft.set('process.pid', source.take('pid'))
  const severity = source.take('severity_code')
  if (typeof severity === 'number') draft.atLeast(severityOfSyslog(severity))
  source.use('severity', 'facility_code')
  draft.summary = message.trimStart()
  if (program === undefined) {
    if (!netfilter(message, draft, source)) draft.atLeast(levelOf(message))
    return true
  }
  if (program.startsWith('%')) return cisco(program, message, draft)
  const name = program.replace(/\(.*\)$/, '')
  draft.set('metadata.log_provider', program)
  const key = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const reader = Object.hasOwn(PROGRAMS, key) ? PROGRAMS[key] : undefined
  // PAM logs under the name of the program that called it.
  if (!pam(message, draft, source)) reader?.(message, draft, source)
  draft.set('process.name', name)
  return true
}

/** The level at the start of an application log: `ERROR [main] …`, `[warn] …`. */
function levelOf(message: string): number {
  return severityOfWord(/^\[?([A-Za-z]{3,11})\]?(?=[\s:])/.exec(message)?.[1]) ?? 1
}

/** rsyslog folds repeated messages: `message repeated 3 times: [ Failed password for …]`. */
function repeated(message: string): string {
  const match = /^message repeated \d{1,9} times: \[ ?/.exec(message)
  return match ? message.slice(match[0].length).replace(/\]\s*$/, '') : message
}
