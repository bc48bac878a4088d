import type { Report, SecretType } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import type { Detector } from './hint.ts'
import { secretValueAt, worthHiding } from './secret-value.ts'

/** Commands, and the flags before the secrets that they take. */
const COMMANDS: readonly (readonly [command: RegExp, flag: RegExp])[] = [
  [patterns.ldapCommand, patterns.ldapFlag],
  [patterns.redisCommand, patterns.redisFlag],
  [patterns.smbCommand, patterns.smbFlag],
  [patterns.chpasswdCommand, patterns.chpasswdFlag],
  [patterns.opensslCommand, patterns.opensslFlag],
  [patterns.snmpCommand, patterns.snmpFlag],
  [patterns.capitalCommand, patterns.capitalFlag],
  [patterns.puttyCommand, patterns.puttyFlag],
]

/** Secrets in the arguments of commands that are known to take them, and behind flags that say so of any. */
export const commandDetectors: readonly Detector[] = [
  {
    name: 'commands',
    needs: COMMANDS.map(([command]) => command),
    find(text, report) {
      for (const [command, flag] of COMMANDS) if (command.test(text)) findAfter(flag, 'password', text, report)
    },
  },
  {
    name: 'piped',
    needs: [patterns.pipedSecret],
    find: (text, report) => findTail(patterns.pipedSecret, 1, text, report),
  },
  {
    name: 'htpasswd',
    needs: [patterns.htpasswd],
    find: (text, report) =>
      eachMatch(patterns.htpasswd, text, m => findOfHtpasswd(text, m.index + m[0].length, report)),
  },
  after('long flag', patterns.longFlag),
  after('flag with a slash', patterns.slashFlag),
  after('flag of a hash', patterns.spacedFlag, undefined, 'hash'),
  after('joined', patterns.joinedP, patterns.joinedCommand),
  after('spaced', patterns.spacedP, patterns.spacedCommand),
  after('name:secret', patterns.userColonPass, patterns.httpCommand),
  { name: 'net user', needs: [patterns.netUser], find: (text, report) => findTail(patterns.netUser, 2, text, report) },
  { name: 'net use', needs: [patterns.netUse], find: (text, report) => findTail(patterns.netUse, 1, text, report) },
  after('secure string', patterns.secureString),
]

/** What stands behind a flag, of one command only if that is given. */
function after(name: string, flag: RegExp, command?: RegExp, type: SecretType = 'password'): Detector {
  return {
    name,
    needs: [command ? [command, flag] : flag],
    find(text, report) {
      if (!command || command.test(text)) findAfter(flag, type, text, report)
    },
  }
}

function findAfter(flag: RegExp, type: SecretType, text: string, report: Report): void {
  eachMatch(flag, text, m => {
    const span = secretValueAt(text, m.index + m[0].length)
    if (span) report(span.start, span.end, { secret: type })
  })
}

/** The last group of an expression, which is its number `group`. */
function findTail(pattern: RegExp, group: number, text: string, report: Report): void {
  eachMatch(pattern, text, m => {
    const value = m[group]
    if (value && worthHiding(value)) report(tailStart(m, value), m.index + m[0].length, { secret: 'password' })
  })
}

/** `htpasswd -b file name X`, or without the file with `-n`. */
function findOfHtpasswd(text: string, at: number, report: Report): void {
  const word = /\s{0,4}["']?([^\s"';|&]{1,256})["']?/y
  let flags = ''
  let places = 0
  word.lastIndex = at
  for (let i = 0; i < 8; i++) {
    const value = word.exec(text)?.[1]
    if (value === undefined) return
    if (value.startsWith('-')) flags += value
    else if (++places === (flags.includes('n') ? 2 : 3)) {
      const end = word.lastIndex
      const start = text.lastIndexOf(value, end)
      if (flags.includes('b') && worthHiding(value)) report(start, start + value.length, { secret: 'password' })
      return
    }
  }
}
