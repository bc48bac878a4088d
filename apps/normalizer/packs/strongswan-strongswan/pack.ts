import { definePack, type Fields, type Line } from '../../src/packs/kit.ts'

/** `09[IKE] <roadwarrior|17> message`: thread, subsystem, connection and number of the IKE SA. */
const HEAD = /^(\d{2,3})\[([A-Z]{3})\d?\] (?:<(?:([^|>]{1,128})\|)?(\d{1,10})> )?([\s\S]*)$/

function read(message: string): Fields | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const [, thread, subsystem, connection, sa, rest] = head
  const out: Fields = { thread, subsystem, message: rest }
  if (connection !== undefined) out.connection = connection
  if (sa !== undefined) out.ike_sa = sa
  return out
}

const IP = '[0-9A-Fa-f.:]{2,45}'
const COMMON = { ike_sa: 'session.uid' } as const
const SAYS = ['{message}', 'connection {connection}'] as const
const login = (title: string, match: RegExp, ends: Line['ends'], says = SAYS): Line => ({
  title,
  match,
  class: 'authentication',
  activity: 1,
  ends,
  severity: 1,
  facts: { 'service.name': 'IKE' },
  map: { ...COMMON, user: 'user.name' },
  says,
})
const tunnel = (title: string, match: RegExp, activity: number, ends?: Line['ends']): Line => ({
  title,
  match,
  class: 'tunnel_activity',
  activity,
  ...(ends !== undefined && { ends }),
  severity: 1,
  facts: { tunnel_type: 'IPsec' },
  map: {
    ...COMMON,
    peer: 'src_endpoint.ip',
    src: 'src_endpoint.ip',
    local: 'dst_endpoint.ip',
    peer_id: 'actor.user.name',
    address: 'tunnel_interface.ip',
  },
  says: SAYS,
})

export const pack = definePack({
  id: 'strongswan-strongswan',
  vendor: 'strongSwan',
  product: 'strongSwan',
  names: ['charon', 'strongSwan IPsec'],
  docs: ['https://docs.strongswan.org/docs/latest/config/logging.html'],
  send: 'charon { syslog { daemon { default = 1, ike_name = yes } } } in strongswan.conf.',
  marks: {
    tags: ['charon', 'charon-systemd', 'charon-nm', 'ipsec'],
    heads: ['<t> <n>[<w>] <', '<t> <n>[IKE] ', '<t> <n>[NET] ', '<t> <n>[CFG] ', '<n>[IKE] ', '<n>[NET] ', '<n>[CFG] '],
  },
  read: message => read(message) ?? ofFile(message),
  time: ['time'],
  lines: [
    // An address in front is ours, the one behind it is the peer's: `between 192.0.2.1[vpn.corp.example]...203.0.113.9[ann]`.
    tunnel(
      'Connection opened',
      new RegExp(
        `^IKE_SA (?<name>[^\\s[]{1,128})\\[(?<number>\\d{1,10})\\] established between (?<local>${IP})\\[[^\\]]{1,256}\\]\\.\\.\\.(?<peer>${IP})\\[(?<peer_id>[^\\]]{1,256})\\]$`,
      ),
      1,
      'success',
    ),
    tunnel(
      'Connection closed by us',
      new RegExp(
        `^deleting IKE_SA [^\\s[]{1,128}\\[\\d{1,10}\\] between (?<local>${IP})\\[[^\\]]{1,256}\\]\\.\\.\\.(?<peer>${IP})\\[(?<peer_id>[^\\]]{1,256})\\]$`,
      ),
      2,
    ),
    tunnel(
      'Address given',
      /^assigning virtual IP (?<address>[0-9A-Fa-f.:]{2,45}) to peer '(?<peer_id>[^']{1,256})'$/,
      1,
    ),
    tunnel('Child connection opened', /^CHILD_SA \S{1,128} established with SPIs /, 1, 'success'),
    tunnel('Connection renewed', /^(?:rekeyed|IKE_SA \S{1,128} rekeyed|CHILD_SA \S{1,128} rekeyed)/, 3),
    tunnel(
      'Connection closed',
      /^(?:IKE_SA deleted|deleting IKE_SA \S{1,128}|closing CHILD_SA |received DELETE for IKE_SA )/,
      2,
    ),
    tunnel('Peer does not answer', /^(?:giving up after \d{1,3} retransmits|peer not responding)/, 99, 'failure'),
    tunnel(
      'Peer begins a connection',
      new RegExp(`^(?<src>${IP}) is initiating an? (?:IKE_SA|Main Mode IKE_SA|Aggressive Mode IKE_SA)`),
      1,
    ),
    tunnel(
      'Proposal refused',
      /^(?:no (?:matching )?(?:proposal|peer config|IKE config|shared key) found|received (?:NO_PROPOSAL_CHOSEN|AUTHENTICATION_FAILED|TS_UNACCEPTABLE) )/i,
      99,
      'failure',
    ),
    login('Password accepted', /^EAP method EAP_\w{1,32} succeeded, MSK (?:not )?established$/, 'success'),
    login('Password refused', /^EAP method EAP_\w{1,32} failed for peer (?<user>\S{1,256})$/, 'failure'),
    login(
      'Peer accepted',
      /^authentication of '(?<user>[^']{1,256})' with (?:EAP|pre-shared key|RSA|ECDSA|[\w ]{1,64}signature)[\w ()-]{0,64} successful$/,
      'success',
    ),
    login(
      'Peer refused',
      /^(?:authentication of '(?<user>[^']{1,256})' with [^']{1,128} failed$|signature validation failed, looking for another key|tried \d{1,3} shared keys? for '.{1,512}', but MAC mismatched)/,
      'failure',
    ),
    login('XAuth accepted', /^XAuth authentication of '(?<user>[^']{1,256})' successful$/, 'success'),
    login('XAuth refused', /^XAuth authentication of '(?<user>[^']{1,256})' failed$/, 'failure'),
    {
      title: 'Packet of the key exchange',
      match: new RegExp(
        `^(?<way>received|sending) packet: from (?<src>${IP})\\[(?<sport>\\d{1,5})\\] to (?<dst>${IP})\\[(?<dport>\\d{1,5})\\] \\(\\d{1,8} bytes\\)$`,
      ),
      class: 'network_activity',
      activity: 6,
      severity: 1,
      facts: { app_protocol_name: 'ike', 'connection_info.protocol_name': 'udp' },
      map: { src: 'src_endpoint.ip', sport: 'src_endpoint.port', dst: 'dst_endpoint.ip', dport: 'dst_endpoint.port' },
    },
  ],
  lacks: ['user'],
  personal: { peer_id: 'name', user: 'user' },
})

/** A line of a log file: the time comes first, and is in `time_format`. */
function ofFile(message: string): Fields | undefined {
  const at = /^(.{8,40}?) (?=\d{2,3}\[[A-Z]{3}\d?\] )/.exec(message)
  const rest = at && read(message.slice(at[0].length))
  return rest ? { time: at[1], ...rest } : undefined
}
