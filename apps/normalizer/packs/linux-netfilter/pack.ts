import { definePack, type Fields, type Kind, readPairs } from '../../src/packs/kit.ts'

/**
 * The kernel writes the prefix of the rule, then the packet: `[UFW BLOCK] IN=eth0 OUT= MAC=… SRC=… DST=… PROTO=TCP SPT=…
 * DPT=… SYN`. All of it is the administrator's or the kernel's.
 */
function read(message: string): Fields | undefined {
  const at = message.indexOf('IN=')
  if (at < 0 || !message.includes('SRC=') || !message.includes('DST=')) return undefined
  // An error of ICMP holds, in brackets, the packet that it is about.
  const inner = message.indexOf(' [', at)
  const packet = inner < 0 ? message.slice(at) : message.slice(at, inner)
  const pairs = readPairs(packet)
  const prefix = prefixOf(message.slice(0, at))
  const out: Fields = { action: actionOf(prefix) }
  if (prefix !== '') out.prefix = prefix
  for (const [name, value] of Object.entries(pairs)) if (value !== '') out[name] = value
  if (pairs.PROTO !== undefined) out.protocol = nameOf(pairs.PROTO)
  // `00:00:5e:00:53:01:00:00:5e:00:53:02:08:00`: to, from, type.
  const mac = /^((?:[0-9a-f]{2}:){5}[0-9a-f]{2}):((?:[0-9a-f]{2}:){5}[0-9a-f]{2}):[0-9a-f]{2}:[0-9a-f]{2}$/i.exec(
    pairs.MAC ?? '',
  )
  if (mac) Object.assign(out, { dst_mac: mac[1], src_mac: mac[2] })
  const flags = /(?: RES=0x[0-9a-f]{2})((?: (?:CWR|ECE|URG|ACK|PSH|RST|SYN|FIN)(?![A-Z]))+)/i.exec(packet)
  if (flags) out.flags = flags[1]!.trim()
  return out
}

/** Without the kernel's clock and without the mark of ufw, firewalld or Shorewall around it. */
const prefixOf = (text: string): string =>
  text
    .replace(/^\[ {0,8}\d{1,12}\.\d{1,9}\] ?/, '')
    .trim()
    .replace(/:$/, '')

function actionOf(prefix: string): string {
  if (/block|drop|reject|den(?:y|ied)|refus|discard/i.test(prefix)) return 'refused'
  return /allow|accept|pass\b|permit/i.test(prefix) ? 'allowed' : 'logged'
}

const NUMBERS: Readonly<Record<string, string>> = { 1: 'icmp', 2: 'igmp', 6: 'tcp', 17: 'udp', 47: 'gre', 58: 'icmpv6' }
const nameOf = (protocol: string): string => NUMBERS[protocol] ?? protocol.toLowerCase()

const packet: Kind = {
  title: 'Packet that a rule logged',
  class: 'network_activity',
  activity: { by: 'action', words: { refused: 5 }, else: 6 },
  ends: { by: 'action', refused: ['refused'], allowed: ['allowed'] },
  severity: 1,
  map: {
    SRC: 'src_endpoint.ip',
    SPT: 'src_endpoint.port',
    src_mac: 'src_endpoint.mac',
    IN: 'src_endpoint.interface_name',
    DST: 'dst_endpoint.ip',
    DPT: 'dst_endpoint.port',
    dst_mac: 'dst_endpoint.mac',
    OUT: 'dst_endpoint.interface_name',
    protocol: 'connection_info.protocol_name',
    LEN: 'traffic.bytes',
    prefix: 'firewall_rule.name',
  },
  says: ['{prefix}', '{PROTO}', 'from {SRC}', 'port {SPT}', 'to {DST}', 'port {DPT}', 'in {IN}', 'out {OUT}'],
}

export const pack = definePack({
  id: 'linux-netfilter',
  vendor: 'Linux',
  product: 'netfilter',
  names: ['iptables', 'nftables', 'ufw', 'firewalld', 'ulogd', 'Shorewall'],
  docs: [
    'https://www.netfilter.org/documentation/',
    'https://manpages.ubuntu.com/manpages/noble/man8/ufw.8.html',
    'https://wiki.nftables.org/wiki-nftables/index.php/Logging_traffic',
  ],
  send: 'The kernel log through rsyslog or journald; ulogd with the output SYSLOG or LOGEMU.',
  marks: {
    tags: ['kernel', 'ulogd', 'ufw'],
    heads: ['IN=<w> OUT=', 'IN= OUT=', '[UFW <w>] IN=', '[<n>.<n>] [UFW <w>] IN=', '[ <n>.<n>] [UFW <w>] IN='],
  },
  confirms: ({ message }) => message?.includes('SRC=') === true && message.includes('DST='),
  read,
  kind: () => 'packet',
  kinds: { packet },
})
