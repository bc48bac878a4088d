import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import { foldText } from '@wardline/kernel'
import type { PersonalType } from './redactor.ts'

/** Placeholders for unknown names. */
const NOBODY = [
  '',
  '-',
  '*',
  '?',
  '(null)',
  'null',
  'nil',
  'none',
  'n/a',
  'unknown',
  'undefined',
  '(unknown)',
  'localhost',
  '[preauth]',
]

/** Accounts that exist on every machine and name no person. Folded. */
export const IMPERSONAL_USERS: ReadonlySet<string> = new Set([
  ...NOBODY,
  ...[
    '0',
    'root',
    'system',
    'localsystem',
    'local system',
    'local service',
    'localservice',
    'network service',
    'networkservice',
  ],
  ...[
    'administrator',
    'guest',
    'defaultaccount',
    'wdagutilityaccount',
    'krbtgt',
    'anonymous',
    'anonymous logon',
    'everyone',
  ],
  ...[
    'nobody',
    'daemon',
    'bin',
    'sys',
    'sync',
    'mail',
    'www-data',
    'sshd',
    'systemd-network',
    'systemd-resolve',
    'syslog',
    'messagebus',
  ],
  ...[
    'cron',
    'ntp',
    'chrony',
    'postfix',
    'mysql',
    'postgres',
    'nginx',
    'apache',
    '_www',
    '_spotlight',
    '_windowserver',
    'trustedinstaller',
  ],
])
/** Words that follow "user" in the prose of messages. */
export const PROSE: ReadonlySet<string> = new Set(
  'a an and any are as at be by for from has have id in is name not of on or the this to unknown user users was with session account invalid illegal failed via'.split(
    ' ',
  ),
)
/** Windows domains without people. */
export const IMPERSONAL_DOMAINS: ReadonlySet<string> = new Set([
  ...NOBODY,
  ...[
    'nt authority',
    'authority',
    'builtin',
    'nt service',
    'service',
    'window manager',
    'manager',
    'font driver host',
    'iis apppool',
    'apppool',
    'workgroup',
    'nt virtual machine',
  ],
])
const IMPERSONAL_HOSTS: ReadonlySet<string> = new Set([
  ...NOBODY,
  'localhost.localdomain',
  'localhost6',
  'localhost4',
  'ip6-localhost',
  'local',
  'workgroup',
])

/**
 * Whether a value may point to a person or to a person's machine. The only list of values that do not: loopback,
 * unspecified and multicast addresses, built-in accounts, well-known SIDs, placeholders.
 */
export function isPersonal(type: PersonalType, value: string): boolean {
  const folded = foldValue(type, value)
  switch (type) {
    case 'user':
      return (!IMPERSONAL_USERS.has(folded) && !/^(?:dwm|umfd)-\d{1,4}$/.test(folded)) || namesPlace(value)
    case 'ip':
      return isPersonalIp(folded)
    case 'mac':
      return folded !== '' && !/^(?:f{12}|0{12}|01005e|3333|0180c2)/.test(folded)
    case 'host':
      return (
        !IMPERSONAL_HOSTS.has(folded) &&
        !IMPERSONAL_DOMAINS.has(folded) &&
        (canonicalIp(folded) === undefined || isPersonalIp(folded))
      )
    case 'sid':
      return (
        !IMPERSONAL_USERS.has(folded) &&
        !/^s-1-(?:0|1|2|3|5-\d{1,2}|5-32-\d{1,5}|5-90-.{1,8}|5-80-.{1,64}|5-83-.{1,64}|5-96-.{1,8}|15-.{1,99}|16-\d{1,6})(?:-\d)?$/.test(
          folded,
        )
      )
    default:
      return !NOBODY.includes(folded)
  }
}

/** `root@web1`, `CORP\Administrator`: nobody's account, but somebody's machine or domain. */
function namesPlace(account: string): boolean {
  const place = /^(.{1,255})\\[^\\]/.exec(account)?.[1] ?? /[^@\\]@([^@\\]{1,255})$/.exec(account)?.[1]
  return place !== undefined && /[A-Za-z]/.test(place) && isPersonal('host', place)
}

function isPersonalIp(ip: string): boolean {
  if (isIPv4(ip)) return !/^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|22[4-9]\.|23\d\.)/.test(ip)
  return isIPv6(ip) && ip !== '::' && ip !== '::1' && !ip.startsWith('ff')
}

/** The form under which equal things are equal: case folded, one spelling per address, an account by its local name. */
export function foldValue(type: PersonalType, value: string): string {
  const text = value.trim()
  if (type === 'ip' || type === 'host')
    return canonicalIp(text) ?? foldName(type === 'host' ? text.replace(/\.$/, '') : text)
  if (type === 'mac') return foldName(text).replace(/[^0-9a-f]/g, '')
  if (type === 'user') return foldName(localNameOf(text))
  if (type === 'phone') return (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, '')
  if (type === 'account') return foldName(text).replace(/[\s-]/g, '')
  return foldName(text)
}

/** The name of an account without its domain: of `CORP\ann`, `ann@corp.example` and `CORP/ann` it is `ann` (ADR 25). */
export function localNameOf(account: string): string {
  const name = account.slice(account.lastIndexOf('\\') + 1).replace(/^[A-Z][A-Z0-9.-]{1,14}\/(?=[^/])/, '')
  const at = name.lastIndexOf('@')
  return at > 0 ? name.slice(0, at) : name
}

/** ASCII is folded without the Unicode machinery. */
function foldName(text: string): string {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7e) return foldText(text)
  return text.toLowerCase()
}

/**
 * One spelling of an address: no leading zeros, RFC 5952 for IPv6, IPv4-mapped as IPv4, no zone. Undefined when it is
 * not an address.
 */
export function canonicalIp(text: string): string | undefined {
  if (!text.includes(':')) return canonicalIpv4(text)
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.{0,64}$/, '')
  if (!isIPv6(bare)) return undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const mapped = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.exec(address)
  return mapped ? mapped[1] : address
}

/** Four numbers of at most three digits, with leading zeros or without. */
function canonicalIpv4(text: string): string | undefined {
  if (text.length > 15 || text.length < 7 || !isDigit(text.charCodeAt(0))) return undefined
  let canonical = true
  let octets = 0
  let octet = -1
  let digits = 0
  for (let i = 0; i <= text.length; i++) {
    const c = text.charCodeAt(i)
    if (isDigit(c)) {
      if (octet === 0) canonical = false
      octet = Math.max(octet, 0) * 10 + (c - 0x30)
      if (++digits > 3) return undefined
    } else {
      if (octet < 0 || octet > 255 || (i < text.length && c !== 0x2e)) return undefined
      octets++
      octet = -1
      digits = 0
    }
  }
  if (octets !== 4) return undefined
  return canonical ? text : text.split('.').map(Number).join('.')
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39
