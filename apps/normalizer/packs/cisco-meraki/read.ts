import { type Fields, readPairs } from '../../src/packs/kit.ts'

/** A whole line, or what is behind a header: `1795253398.289402144 MX84 flows allow src=…`. */
const LINE =
  /^(?:<\d{1,3}>)?(?:1 )?(?:(\d{10}\.\d{1,9}) )?(?:([A-Za-z0-9][\w.-]{0,127}) )?(flows|urls|events|security_event|ids-alerts|airmarshal_events|(?:vpn_|cellular_|bridge_anyconnect_client_vpn_)?firewall|ip_flow_start|ip_flow_end) (.{1,16384})$/s
const PLACE =
  '(?<src>[0-9A-Fa-f.]{7,15}|\\[?[0-9A-Fa-f:.]{2,45}\\]?):(?<sport>\\d{1,5}) dst=(?<dst>[0-9A-Fa-f.]{7,15}|\\[?[0-9A-Fa-f:.]{2,45}\\]?):(?<dport>\\d{1,5})'
/** The agent is in quotes, and the address comes last: both are typed by strangers. */
const URLS = new RegExp(
  `^src=${PLACE} mac=(?<mac>[0-9A-Fa-f:]{17})(?: agent='(?<agent>.{0,2048})')? request: (?<method>[A-Z]{1,16}) (?<url>\\S{1,8192})$`,
)
const SCANNED = new RegExp(
  `^url=(?<url>\\S{1,8192}) src=${PLACE} mac=(?<mac>[0-9A-Fa-f:]{17}) name='(?<name>.{0,1024})' sha256=(?<sha256>[0-9A-Fa-f]{64}) disposition=(?<disposition>\\w{1,32}) action=(?<action>\\w{1,32})$`,
)
const ALERT = new RegExp(
  `^signature=(?<signature>[\\d:]{1,32}) priority=(?<priority>\\d{1,2}) timestamp=[\\d.]{1,24}(?: dhost=(?<dhost>[0-9A-Fa-f:]{17}))?(?: direction=(?<direction>\\w{1,16}))? protocol=(?<protocol>[\\w/]{1,16}) src=${PLACE}(?: decision=(?<decision>\\w{1,16}))?(?: action=(?<action>\\w{1,16}))? message: (?<text>.{1,1024})$`,
)

/** A line of an appliance, an access point or a switch. */
export function readMeraki(message: string): Fields | undefined {
  const line = LINE.exec(message)
  if (!line) return undefined
  const [, time, hostname, role = '', text = ''] = line
  const out: Fields = { message: text, role }
  if (time !== undefined) out.time = time
  if (hostname !== undefined) out.hostname = hostname
  if (role === 'urls') return whole(out, URLS.exec(text), 'urls')
  if (role === 'security_event' || role === 'ids-alerts') {
    const kind = role === 'ids-alerts' ? 'ids_alerted' : (/^\w{1,64}(?= )/.exec(text)?.[0] ?? '')
    const rest = role === 'ids-alerts' ? text : text.slice(kind.length + 1)
    return whole(out, (kind === 'ids_alerted' ? ALERT : SCANNED).exec(rest), kind)
  }
  if (role === 'events') {
    if (text.startsWith('type=')) Object.assign(out, readPairs(text))
    out.message = text
    if (out.client_ip === '0.0.0.0') delete out.client_ip
    return out
  }
  const verdict = /^(allow|deny) /.exec(text)?.[1]
  Object.assign(out, readPairs(text), { message: text, role })
  const pattern = /pattern: (?:(?<word>allow|deny)\b|(?<number>[01]) |Group Policy (?<group>Allow|Deny))/.exec(
    text,
  )?.groups
  const said = verdict ?? pattern?.word ?? pattern?.group?.toLowerCase()
  // In rules for what comes in, 1 refuses and 0 allows.
  const told = said ?? (pattern?.number === undefined ? undefined : pattern.number === '1' ? 'deny' : 'allow')
  if (told !== undefined) out.verdict = told
  if (typeof out.protocol === 'string' && /^\d{1,3}$/.test(out.protocol)) {
    out['protocol number'] = out.protocol
    delete out.protocol
  }
  // A flow without its ends is not one.
  return out.src === undefined || out.dst === undefined ? { ...out, role: 'other' } : out
}

function whole(out: Fields, match: RegExpExecArray | null, role: string): Fields {
  const groups = match?.groups
  if (!groups) return { ...out, role: 'other' }
  const facts: Fields = {}
  for (const name in groups) if (groups[name] !== undefined && groups[name] !== '') facts[name] = groups[name]
  if (typeof facts.protocol === 'string') facts.protocol = facts.protocol.replace(/\/ip$/, '')
  if (facts.method === 'UNKNOWN') delete facts.method
  return { ...out, ...facts, role }
}
