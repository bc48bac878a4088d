import { isIPv6 } from 'node:net'
import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { canonicalIp, isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { askHinted, type Detector } from './hint.ts'
import type { Features } from './scan.ts'

/** Detectors of addresses that need certain words. */
export const addressDetectors: readonly Detector[] = [
  { name: 'ipNumber', needs: [patterns.ipNumber], find: findIpNumbers },
  { name: 'plainMac', needs: [patterns.plainMac], find: findPlainMacs },
]

/** Its bit: it stands first. */
const IP_NUMBER = 1

/** Reports e-mail addresses and UPNs, IP and MAC addresses, and the hosts of UNC paths. */
export function findAddresses(text: string, has: Features, hinted: number, report: Report): void {
  const personal = (start: number, end: number, type: PersonalType, value = text.slice(start, end)): void => {
    if (isPersonal(type, value)) report(start, end, { personal: type, value })
  }
  if (has.at || has.percent) findEmails(text, personal)
  if (has.dots >= 3) {
    eachMatch(patterns.ipv4, text, m => {
      if (canonicalIp(m[0]) !== undefined && !isVersion(text, m.index)) personal(m.index, m.index + m[0].length, 'ip')
    })
  }
  if (has.digits >= 4 && has.dots >= 3 && /\.0|0[0-7]{1,3}\.|0x/i.test(text)) findUnusualIps(text, personal)
  if (has.colons >= 6 || text.includes('::')) findIpv6s(text, personal)
  if (has.colons >= 5 || has.dashes >= 5) {
    eachMatch(patterns.mac, text, m => {
      // A netfilter log writes both addresses and the ether type in one: 14 pairs.
      const pairs = (m[0].length + 1) / 3
      if (pairs === 14) {
        personal(m.index, m.index + 17, 'mac')
        personal(m.index + 18, m.index + 35, 'mac')
      } else personal(m.index, m.index + m[0].length, 'mac')
      if (has.bracket) findNameOfMac(text, m.index + m[0].length, personal)
    })
  }
  if (has.dots >= 2) eachMatch(patterns.dottedMac, text, m => personal(m.index - 4, m.index + m[0].length, 'mac'))
  if (has.backslashes >= 3) {
    eachMatch(patterns.uncHost, text, m => {
      const host = m[1] as string
      const start = tailStart(m, host)
      personal(start, start + host.length, 'host')
    })
  }
  // A number with fewer digits is a code or a place in memory.
  askHinted(addressDetectors, has.digits < 4 ? hinted & ~IP_NUMBER : hinted, text, report)
}

/** `10.0.0.5 to aa:bb:cc:dd:ee:01 (will-pc) via eth0`: the machine, though its name may be words. */
function findNameOfMac(text: string, end: number, personal: Personal): void {
  patterns.nameOfMac.lastIndex = end
  const name = patterns.nameOfMac.exec(text)?.[1]
  if (name !== undefined) personal(end + 2, end + 2 + name.length, 'host')
}

function findPlainMacs(text: string, report: Report): void {
  if (!/[\da-f]{12}/i.test(text)) return
  eachMatch(patterns.plainMac, text, m => {
    const value = m[1] as string
    const start = tailStart(m, value)
    if (isPersonal('mac', value)) report(start, start + value.length, { personal: 'mac', value })
  })
}

/** `0313.0.0161.1`. */
function findUnusualIps(text: string, personal: Personal): void {
  eachMatch(patterns.ipParts, text, m => {
    const parts = m[0].split('.')
    if (!parts.some(part => /^0[0-7x]/i.test(part) && part.length > 2)) return
    const octets = parts.map(part => (/^0[0-7]{1,3}$/.test(part) ? Number.parseInt(part, 8) : Number(part)))
    if (octets.every(octet => octet <= 255)) personal(m.index, m.index + m[0].length, 'ip', octets.join('.'))
  })
}

/** `3405803777`, `0xcb007101`. */
function findIpNumbers(text: string, report: Report): void {
  if (!/\d{9}|0x[\da-f]{8}/i.test(text)) return
  eachMatch(patterns.ipNumber, text, m => {
    const number = Number(m[1])
    // Numbers below 16.0.0.0 are counts, and those of today are times.
    if (number < 0x10000000 || number > 0xffffffff || (/^1[4-9]\d{8}$/.test(m[1] as string) && !m[0].includes('//')))
      return
    const octets = [24, 16, 8, 0].map(shift => (number >>> shift) & 255)
    const value = octets.join('.')
    if (isPersonal('ip', value)) report(tailStart(m, m[1] as string), m.index + m[0].length, { personal: 'ip', value })
  })
}

type Personal = (start: number, end: number, type: PersonalType, value?: string) => void

const MAX_LOCAL = 64
const MAX_DOMAIN = 253

/** From each `@` (or `%40`) outwards: linear, and it misses no form of a name that a pattern did not foresee. */
function findEmails(text: string, personal: Personal): void {
  const around = (at: number, width: number): void => {
    let start = at
    while (start > 0 && at - start < MAX_LOCAL && isLocal(text.charCodeAt(start - 1))) start--
    while (start < at && /[.-]/.test(text[start] as string)) start++
    let end = at + width
    while (end < text.length && end - at < MAX_DOMAIN && isDomain(text.charCodeAt(end))) end++
    while (end > at + width && /[.-]/.test(text[end - 1] as string)) end--
    const domain = text.slice(at + width, end)
    if (start === at || domain === '' || text[at - 1] === '.' || isNoDomain(domain)) return
    personal(start, end, 'email', `${text.slice(start, at)}@${domain}`)
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) around(at, 1)
  for (let at = text.indexOf('%40'); at >= 0; at = text.indexOf('%40', at + 3)) around(at, 3)
}

/** `user@1000.service` of systemd, `left-pad@1.2.3-beta.1`, `image@sha256:…`. */
function isNoDomain(domain: string): boolean {
  if (/^\d{1,6}(?:\.\d{1,6}){0,4}(?:$|[-_+.])/.test(domain) && !/[a-z]\.?[a-z-]{1,24}$/i.test(domain))
    return canonicalIp(domain) === undefined
  // `actions/checkout@v4`: no domain is called like that.
  return (
    UNIT.test(domain) ||
    /^v\d{1,4}$/.test(domain) ||
    /^(?:sha\d{1,3}|md5|v?\d{1,5}\.\d{1,5}\.\d.{0,32}|latest)$/i.test(domain)
  )
}

const UNIT = /\.(?:service|socket|timer|mount|automount|scope|slice|swap|path|device)$/

/** `version 1.2.3.4`, `v1.2.3.4`, `section 4.1.2.2`, `OID 2.5.4.3`, `upgraded from 2.4.1.0 to 2.4.2.0`. */
const isVersion = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 44), at)
  return (
    /(?:(?<![A-Za-z])(?:version|ver|release|build|rev|revision|firmware|schema|section|chapter|clause|paragraph|appendix|oid|bios)["']?[ \t]{0,2}[=:/]?[ \t]{0,2}["']?v?|(?:^|[^A-Za-z0-9])v)$/i.test(
      before,
    ) || /(?<![A-Za-z])(?:up|down)grad(?:e|ed|ing) (?:from )?(?:\d{1,5}(?:\.\d{1,5}){1,4} )?(?:to )?$/i.test(before)
  )
}

const LOCAL = '._%+-#$*~^?'
const isWordCode = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) ||
  (c >= 0x41 && c <= 0x5a) ||
  (c >= 0x61 && c <= 0x7a) ||
  (c > 0xbf && !(c >= 0x2000 && c <= 0x206f))
const isLocal = (c: number): boolean => isWordCode(c) || (c < 0x80 && LOCAL.includes(String.fromCharCode(c)))
const isDomain = (c: number): boolean => isWordCode(c) || c === 0x2e || c === 0x2d || c === 0x5f

/** Ports of services that are written behind an address without brackets. */
const PORTS =
  /^(?:2[1235]|53|80|88|110|123|135|139|143|389|443|445|465|514|587|636|99[35]|1433|1521|3128|3306|3389)$|^(?:5432|598[56]|6379|6443|8000|8080|8443|8888|9090|9092|9200|9443|\d{5})$/

/** An address of eight groups and a ninth, or of fewer with a group behind `::` and a port behind it. */
function withoutPort(address: string): string {
  const cut = address.lastIndexOf(':')
  const head = address.slice(0, cut)
  const last = address.slice(cut + 1)
  if (!/^\d{1,5}$/.test(last) || !isIPv6(head) || head.endsWith(':')) return address
  return !isIPv6(address) || PORTS.test(last) ? head : address
}

const COLON = 0x3a
const isHexOrDot = (c: number): boolean =>
  (c >= 0x30 && c <= 0x39) || (c >= 0x61 && c <= 0x66) || (c >= 0x41 && c <= 0x46) || c === 0x2e
/** Longest address behind its first colon, with an address of version 4 in it. */
const MAX_IPV6 = 64
/** Hexadecimal digits of a group. */
const GROUP_DIGITS = 4

/** From each colon outwards: most are followed by something else, as in JSON. */
function findIpv6s(text: string, personal: Personal): void {
  let from = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', Math.max(at + 1, from))) {
    let end = at + 1
    let colons = 1
    for (; end < text.length && end - at <= MAX_IPV6; end++) {
      const c = text.charCodeAt(end)
      if (c === COLON) colons++
      else if (!isHexOrDot(c)) break
    }
    if (end === at + 1) continue
    let start = at
    while (start > from && at - start < GROUP_DIGITS && isHex(text.charCodeAt(start - 1))) start--
    const zone = text[end] === '%' ? patterns.zone : undefined
    if (zone) {
      zone.lastIndex = end
      if (zone.test(text)) end = zone.lastIndex
    }
    if (colons > 1) findIpv6(text, start, text.slice(start, end), colons, personal)
    from = end
  }
}

const isHex = (c: number): boolean => c !== 0x2e && isHexOrDot(c)

/** `addr:2001:db8::1`, `2001:db8::1.443` and a closing colon need the second and third reading. */
function findIpv6(text: string, at: number, found: string, colons: number, personal: Personal): void {
  if (!(found.includes('::') || colons >= 6)) return
  const next = text.charCodeAt(at + found.length)
  if (isWordCode(next) || next === 0x5f) return
  const joined = isWordCode(text.charCodeAt(at - 1))
  const trimmed = withoutPort(found.replace(/(?<!:):$|\.$/, ''))
  const readings: [number, string][] = joined ? [] : [[0, trimmed]]
  const colon = trimmed.indexOf(':')
  readings.push([colon + 1, trimmed.slice(colon + 1)])
  if (!joined && trimmed.includes('.')) readings.push([0, trimmed.slice(0, trimmed.lastIndexOf('.'))])
  for (const [offset, reading] of readings) {
    if (!isIPv6(reading)) continue
    const start = at + offset
    personal(start, start + reading.length, 'ip')
    return
  }
}
