import { definePack, type Fields } from '../../src/packs/kit.ts'
import { LINES } from './lines.ts'

/** `%SEC-6-IPACCESSLOGP`, `%PIM-SW1-6-INVALID_RP_JOIN`, `%ETHPORT-5-IF_UP`. */
const TAG = /^%([A-Z0-9_]{2,32}(?:-[A-Za-z0-9_]{1,32})?)-([0-7])-([A-Z0-9_]{1,64})$/
/** NX-OS puts the year first: `: nx1: 2026 Nov 21 09:29:58 UTC: %VSHD-5-VSHD_SYSLOG_CONFIG_I: …`. */
const NEXUS =
  /^:? ?(?:([A-Za-z0-9][\w.-]{0,127}) ?: )?(\d{4}) ([A-Z][a-z]{2} {1,2}\d{1,2}) (\d\d:\d\d:\d\d(?:\.\d{1,6})?(?: [A-Z]{2,5})?): (%[A-Z0-9_]{2,32}(?:-[A-Za-z0-9_]{1,32})?-[0-7]-[A-Z0-9_]{1,64}): ?/

/** Facility, level and mnemonic of the tag; the text stays as it is. */
function readTag(message: string, header: Readonly<Fields>): Fields | undefined {
  const program = typeof header.program === 'string' ? header.program : ''
  const tag = TAG.exec(program)
  if (tag) return { message, tag: program, source: tag[1], level: tag[2], mnemonic: tag[3] }
  const line = NEXUS.exec(message)
  const parts = line && TAG.exec(line[5]!)
  if (!line || !parts) return undefined
  const out: Fields = { message: message.slice(line[0].length), tag: line[5], source: parts[1], level: parts[2] }
  out.mnemonic = parts[3]
  out.time = `${line[3]} ${line[2]} ${line[4]}`
  if (line[1] !== undefined) out.hostname = line[1]
  return out
}

const CLOCK = '<n> <w> <n> <n>:<n>:<n>'
const NEXUS_HEADS = ['', ': ', ': <w>: ', '<w>: ', ': <w>-<w>: ', ': <w> : ', '<w> : '].flatMap(front =>
  [`${CLOCK}: %`, `${CLOCK} <w>: %`, `${CLOCK}.<n> <w>: %`, `${CLOCK}.<n>: %`].map(
    clock => `${front}${clock}<w>-<n>-<w>:`,
  ),
)

export const pack = definePack({
  id: 'cisco-ios',
  vendor: 'Cisco',
  product: 'IOS',
  names: ['IOS XE', 'NX-OS', 'Catalyst', 'Nexus', 'Router', 'Switch'],
  docs: [
    'https://www.cisco.com/c/en/us/td/docs/ios/system/messages/guide/consol_smg.html',
    'https://www.cisco.com/c/en/us/td/docs/switches/datacenter/sw/system_messages/reference/sl_nxos_book.html',
  ],
  send: 'logging host <address>, logging origin-id hostname, service timestamps log datetime msec show-timezone year, login on-failure log, login on-success log, archive log config.',
  // Tags begin with the facility: %SEC-6-IPACCESSLOGP. Facilities with a pack of their own name it: %asa.
  marks: { tags: ['%'], heads: NEXUS_HEADS },
  read: readTag,
  time: ['time'],
  host: ['hostname'],
  lines: LINES,
  map: { mnemonic: 'metadata.event_code', tag: 'metadata.log_provider' },
  says: ['{tag}:', '{message}'],
  personal: { user: 'user', sip: 'ip', dip: 'ip' },
  // Most messages do not tell who, or name one end.
  lacks: ['service', 'dst_endpoint', 'user', 'src_endpoint', 'api', 'actor'],
})
