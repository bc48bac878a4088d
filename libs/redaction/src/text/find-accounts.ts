import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { IMPERSONAL_DOMAINS, isPersonal, PROSE } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { askHinted, type Detector } from './hint.ts'
import { isPlain } from './plain.ts'
import { type Features, walkBack } from './scan.ts'

/** Detectors of accounts that need certain words: the phrases of sshd, PAM, su, sudo, cron and `net user`. */
export const accountDetectors: readonly Detector[] = [
  {
    name: 'sid',
    needs: [patterns.sid],
    find: (text, report) =>
      eachMatch(patterns.sid, text, m => personal(text, report, m.index, m.index + m[0].length, 'sid')),
  },
  { name: 'home', needs: [patterns.home], find: findHomes },
  tail('userKey'),
  tail('hostKey', 'host'),
  {
    name: 'sudo',
    needs: [patterns.sudo],
    find: (text, report) =>
      eachMatch(patterns.sudo, text, m =>
        personal(text, report, walkBack(text, m.index, isNameCode, 64), m.index, 'user'),
      ),
  },
  tail('authFor', 'user', true),
  tail('ofUser', 'user', true),
  tail('userVerb', 'user', true),
  tail('loginAs', 'user', true),
  tail('forFrom'),
  tail('userQuoted'),
  tail('byUid'),
  tail('suTo'),
  tail('suTarget'),
  tail('cron'),
  tail('suBy'),
  { name: 'netUser', needs: [patterns.netUser], find: findNetUsers },
  tail('urlUser'),
  tail('httpUser'),
]

/** Reports names of accounts: `DOMAIN\user`, `~user`, and what the detectors find that the hint names. */
export function findAccounts(text: string, has: Features, hinted: number, report: Report): void {
  if (has.backslashes > 0) findDomainUsers(text, report)
  if (has.tilde) findTails(text, report, patterns.tildeHome, 'user', false)
  askHinted(accountDetectors, hinted, text, report)
}

function tail(name: keyof typeof patterns, type: PersonalType = 'user', prose = false): Detector {
  const pattern = patterns[name]
  return { name, needs: [pattern], find: (text, report) => findTails(text, report, pattern, type, prose) }
}

/** The first group, which is the match's tail. In `prose` a word that is nobody's name is no account. */
function findTails(text: string, report: Report, pattern: RegExp, type: PersonalType, prose: boolean): void {
  eachMatch(pattern, text, m => {
    const value = trimName(m[1] as string)
    const start = tailStart(m, m[1] as string)
    if (value === '' || PROSE.has(value.toLowerCase()) || isNoName(text, start, start + value.length)) return
    // `Invalid User Agent` names a browser, `invalid user agent from 203.0.113.9` an account.
    if (prose && /^agent$/i.test(value) && !/^\s{1,2}from\s/.test(text.slice(start + value.length, start + 14))) return
    if (prose && isPlain(value) && !isAccount(text, m[0], start + value.length)) return
    personal(text, report, start, start + value.length, type)
  })
}

function personal(text: string, report: Report, start: number, end: number, type: PersonalType): void {
  const value = text.slice(start, end)
  if (isPersonal(type, value)) report(start, end, { personal: type, value })
}

function findNetUsers(text: string, report: Report): void {
  eachMatch(patterns.netUser, text, m => {
    const start = m.index + m[0].indexOf(m[1] as string, 7)
    personal(text, report, start, start + (m[1] as string).length, 'user')
  })
}

const isNameCode = (c: number): boolean => c > 0x20
const isDomainCode = (c: number): boolean =>
  (c >= 0x61 && c <= 0x7a) ||
  (c >= 0x30 && c <= 0x39) ||
  (c >= 0x41 && c <= 0x5a) ||
  c === 0x2e ||
  c === 0x2d ||
  c === 0x5f
const isDelimiter = (c: string): boolean => /[\s"'`,;:=&|<>()[\]{}]/.test(c)

/** A path, a URL, or the name of the next field behind an empty one (`logname= uid=0`). */
function isNoName(text: string, start: number, end: number): boolean {
  if (text[start] === '/' || text.startsWith('://', end)) return true
  const before = text[start - 1] ?? ''
  // Of a name in quotes with blanks the whole is found (find-columns.ts).
  if (/["'`]/.test(before) && text[end] === ' ') return text.slice(end, end + 64).includes(before)
  return text[end] === '=' && /[ \t]/.test(before)
}

/** `for user backup`, `for backup from 10.0.0.1`, `user backup by (uid=0)`: whatever stands there is an account. */
const isAccount = (text: string, match: string, end: number): boolean =>
  /(?:invalid|illegal)\s/i.test(match) ||
  /^(?:\s{1,2}from\s{1,2}[\da-fA-F.:[]{3}|\(uid=| by [\w.-]{0,32}\(uid=)/.test(text.slice(end, end + 48))

const trimName = (name: string): string => name.replace(/[.!?]{1,8}$/, '')

const FILE_NAME =
  /\.(?:exe|dll|sys|com|bat|cmd|ps1|vbs|js|msi|txt|log|ini|xml|json|cpl|scr|tmp|dat|lnk|ocx|drv|evtx|zip)$/i
const HIVE = /^HK(?:LM|CU|CR|U|CC|EY_\w{4,20})$/i

/** Not a path (`System32\cmd.exe`, `HKLM\Run`, `a\b\c`), not an account of the system (`AUTHORITY\SYSTEM`). */
function findDomainUsers(text: string, report: Report): void {
  eachMatch(patterns.domainUser, text, m => {
    const start = walkBack(text, m.index, isDomainCode, 64)
    const domain = text.slice(start, m.index)
    const user = trimName(m[1] as string)
    const next = text[m.index + m[0].length]
    if (
      !(/^[A-Za-z0-9]/.test(domain) || isLocal(text, start, domain)) ||
      (start > 0 && !isDelimiter(text[start - 1] as string))
    )
      return
    if (next === '\\' || next === '/' || user === '' || HIVE.test(domain) || FILE_NAME.test(user)) return
    if (isInPath(text, start, domain)) return
    if (IMPERSONAL_DOMAINS.has(domain.toLowerCase())) return
    const at = tailStart(m, m[1] as string)
    personal(text, report, start, m.index, 'host')
    personal(text, report, at, at + user.length, 'user')
  })
}

/** `.\\ann` behind a word for an account; elsewhere it is a file of this folder. */
const isLocal = (text: string, start: number, domain: string): boolean =>
  domain === '.' &&
  /(?:user|account|name|log[io]n|owner|as|for|by|of|to|from|-u|member|principal)["']?\s{0,3}[=:]?\s{0,3}["']?$/i.test(
    text.slice(Math.max(0, start - 24), start),
  )

/** `C:\Program Files\Microsoft Office`: the words since the last backslash are the name of a folder. */
function isInPath(text: string, start: number, domain: string): boolean {
  const before = text.slice(Math.max(0, start - 64), start)
  const folder = /[\\/]((?:[A-Z(][\w().&-]{0,24} ){1,4})$/.exec(before)?.[1]
  return folder !== undefined && !(domain.length > 1 && domain === domain.toUpperCase() && /[A-Z]/.test(domain))
}

const SHARED_HOMES = new Set([
  'public',
  'default',
  'default user',
  'all users',
  'shared',
  'defaultapppool',
  'administrator',
  'lost+found',
])

/** Windows names may contain spaces if a separator follows; elsewhere the name ends at white space. */
function findHomes(text: string, report: Report): void {
  eachMatch(patterns.home, text, m => {
    const found = m[1] as string
    const start = tailStart(m, found)
    const next = text[start + found.length]
    const whole = next === '\\' && !found.includes('  ')
    const name = whole ? found : (/^[^\s'`,;:)\]}=&]{1,64}/.exec(found)?.[0] ?? '')
    const isRoute = m[0].startsWith('/users/') && isPlain(name)
    if (name !== '' && !isRoute && !SHARED_HOMES.has(name.toLowerCase()))
      personal(text, report, start, start + name.length, 'user')
  })
}
