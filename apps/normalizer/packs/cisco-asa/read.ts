import type { Fields } from '../../src/packs/kit.ts'
import { SHAPES, SYSTEM } from './shapes.ts'

/** `%ASA-6-302013`, `%FTD-session-6-302013`, `%PIX-2-106001`. */
const TAG = /^%(ASA|FTD|PIX|FWSM)-(?:[A-Za-z_]{1,32}-){0,2}([0-7])-(\d{6})$/i
/** The same in front of the text, where the header has another form; a host may stand before it. */
const HEAD =
  /^ {0,4}(?:([A-Za-z0-9][\w.-]{0,254}) ?:? {1,4})?%(ASA|FTD|PIX|FWSM)-(?:[A-Za-z_]{1,32}-){0,2}([0-7])-(\d{6}): ?/i

/** A message of ASA, FTD, PIX or FWSM: its number, its level and the facts of the shapes that are known. */
export function readAsa(message: string, header: Readonly<Fields>): Fields | undefined {
  const program = typeof header.program === 'string' ? header.program : ''
  const tag = TAG.exec(program)
  if (tag) return facts(tag[1]!, tag[2]!, tag[3]!, message.trim(), undefined)
  const head = HEAD.exec(message)
  return head ? facts(head[2]!, head[3]!, head[4]!, message.slice(head[0].length).trim(), head[1]) : undefined
}

function facts(product: string, level: string, id: string, message: string, host: string | undefined): Fields {
  const out: Fields = { message, message_id: id, level, platform: product.toUpperCase() }
  if (host !== undefined) out.hostname = host
  if (/^43000[1-5]$/.test(id)) return Object.assign(out, securityEvent(id, message))
  if (SYSTEM.has(id)) out.event = 'system'
  for (const [event, match] of SHAPES[id] ?? []) {
    const groups = match.exec(message)?.groups
    if (!groups) continue
    out.event = event
    for (const name in groups) if (groups[name] !== undefined && groups[name] !== '') out[name] = groups[name]
    tidy(out)
    break
  }
  return out
}

/** `*****` stands for a name that is not shown; peers of site-to-site tunnels are their own users. */
const NOBODY = /^(?:\*+|unknown|N\/A|any|\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:]*)$/i

function tidy(out: Fields): void {
  for (const name of ['user', 'suser', 'duser']) {
    const user = out[name]
    if (typeof user !== 'string') continue
    const clean = user.trim().replace('\\\\', '\\')
    if (clean === '' || NOBODY.test(clean)) delete out[name]
    else out[name] = clean
  }
  if (out.sip === '0.0.0.0') delete out.sip
  if (typeof out.proto === 'string') out.proto = out.proto.toLowerCase()
  if (typeof out.smac === 'string') out.smac = macOf(out.smac)
  // With ICMP, what stands in the place of ports are type and code.
  if (out.proto === 'icmp' || out.proto === 'icmp6' || out.proto === 'ipv6-icmp') {
    delete out.sport
    delete out.dport
  }
  if (out.assigned6 === '::') delete out.assigned6
  if (isReversed(out)) {
    for (const name of ['if', 'ip', 'port', 'id', 'user']) {
      const [a, b] = [out[`s${name}`], out[`d${name}`]]
      delete out[`s${name}`]
      delete out[`d${name}`]
      if (b !== undefined) out[`s${name}`] = b
      if (a !== undefined) out[`d${name}`] = a
    }
  }
}

/**
 * Connections are written with the outer side first, whoever opened them. `outbound` says that it was the inner one;
 * the end of a connection tells it only by the ports, or by the identifier that a ping carries on the asking side.
 */
function isReversed(out: Fields): boolean {
  if (out.event === 'built') return out.direction === 'outbound'
  if (out.event !== 'closed') return false
  if (out.sid !== undefined && out.did !== undefined) return out.sid === '0' && out.did !== '0'
  const [from, to] = [Number(out.sport), Number(out.dport)]
  return from > 0 && from < 1024 && to >= 1024
}

/** `0000.5e00.5301` and `0100.5e00.0053.01`, where a client identifier stands, as pairs. */
function macOf(text: string): string {
  const hex = text.replace(/[.:-]/g, '').toLowerCase()
  const digits = hex.length === 14 && hex.startsWith('01') ? hex.slice(2) : hex
  return digits.length === 12 ? digits.replace(/(..)(?!$)/g, '$1:') : text
}

/** What strangers type. */
const TYPED = new Set(['UserAgent', 'URL', 'URI', 'HTTPReferer', 'ReferencedHost', 'DNSQuery', 'FileName'])
/** What must not come from there. */
const CLAIMS = new Set(['User', 'SrcIP', 'DstIP', 'SrcPort', 'DstPort', 'AccessControlRuleAction', 'FileAction'])
const KEY = /(?:^|, )([A-Z][A-Za-z0-9_]{1,31}(?: [A-Z][A-Za-z]{1,15}| or Prefilter Rule)?): ?/g
const NO_USER = /^(?:No Authentication Required|Unknown|Not Found|Not Available)$/i

/**
 * `Key: value, Key: value` of connection, intrusion and file events. A claim that comes twice, or after what a stranger
 * typed in a connection event, is left out.
 */
function securityEvent(id: string, message: string): Fields {
  const out: Fields = { event: `security-${id}` }
  const keys = [...message.matchAll(KEY)].slice(0, 128)
  const seen = new Set<string>()
  let typed = false
  keys.forEach((key, index) => {
    const name = key[1]!
    const value = message.slice(key.index + key[0].length, keys[index + 1]?.index ?? message.length).trim()
    if (CLAIMS.has(name)) {
      if (seen.has(name)) delete out[name]
      else if (!(typed && (id === '430002' || id === '430003'))) out[name] = value
    } else if (!seen.has(name) && name !== '__proto__') out[name] = value
    seen.add(name)
    if (TYPED.has(name)) typed = true
  })
  if (typeof out.User === 'string' && NO_USER.test(out.User)) delete out.User
  if (out.ThreatName === 'Unknown') delete out.ThreatName
  const protocol = out.Protocol
  if (typeof protocol === 'string' && /^\d{1,3}$/.test(protocol)) {
    out.ProtocolNumber = protocol
    delete out.Protocol
  } else if (typeof protocol === 'string') out.Protocol = protocol.toLowerCase()
  return out
}
