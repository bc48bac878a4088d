/** What a message tells: a kind of event in pack.ts, and where its facts are. */
export type Shape = readonly [event: string, match: RegExp]

const IP = '[0-9A-Fa-f.:]{2,45}'
/** An address, or the name that the configuration gives it. */
const HOST = '[^\\s/(),]{1,128}'
const IFACE = '[^\\s:/]{1,64}'
/** `outside:203.0.113.9/443`; `P` is s or d. */
const end = (p: string): string => `(?<${p}if>${IFACE}):(?<${p}ip>${HOST})(?:/(?<${p}port>\\d{1,5}))?`
/** `203.0.113.9/443`. */
const bare = (p: string): string => `(?<${p}ip>${HOST})(?:/(?<${p}port>\\d{1,5}))?`
/** `(CORP\ann, 5:Staff)`, which identity rules write behind an address. A name of the address may stand there too. */
const who = (p: string): string =>
  `(?:\\((?:(?<${p}user>[^(),\\\\]{1,64}\\\\{1,2}[^(),]{1,128})|[^(),]{0,256})(?:,[^()]{0,128})?\\))?`
const MAPPED = ' ?\\([^()]{1,128}\\)'
const PROTO = '(?:protocol (?<protonum>\\d{1,3})|(?<proto>[A-Za-z][\\w-]{1,15}))'
/** The user of a session that passed the cut-through proxy or the VPN, at the very end. */
const LAST_USER = '(?: \\((?<user>[^()]{1,128})\\))?'
/** How messages of VPN sessions begin. Names with `<` or `>` in them are not read. */
const SESSION = `^Group (?:<(?<group>[^<>]{1,128})> User <(?<user>[^<>]{1,256})>|(?<group>\\S{1,128}) User (?<user>[^\\s<>]{1,256})) IP <?(?<sip>${IP})>?,? `
/** How messages of IPsec peers begin. A user name that holds the next part is not read. */
const PEER = `^(?:Group = (?<group>[^,]{1,128}), )?(?:Username = (?<user>[^,]{1,256}), )?IP = (?<sip>${IP}), (?!IP = |Username = )`
const TUNNEL2 = `^Local:(?<dip>\\[?${IP}\\]?):(?<dport>\\d{1,5}) Remote:(?<sip>\\[?${IP}\\]?):(?<sport>\\d{1,5}) Username:(?<user>\\S{1,256})(?: IKEv2)? `

const re = (text: string): RegExp => new RegExp(text)
const one = (event: string, text: string): readonly Shape[] => [[event, re(text)]]
const denied = (text: string): readonly Shape[] => one('denied', text)
const shared = (ids: string, shapes: readonly Shape[]): Record<string, readonly Shape[]> =>
  Object.fromEntries(ids.split(' ').map(id => [id, shapes]))

/** The shapes of every message number that is known. @see Cisco Secure Firewall ASA Series Syslog Messages */
export const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  106001: denied(
    `^(?<direction>Inbound) (?<proto>TCP) connection denied from ${bare('s')} to ${bare('d')} flags (?<flags>[A-Z ]{0,64}?) +on interface (?<sif>\\S{1,64})$`,
  ),
  106002: denied(
    `^(?<proto>\\w{1,16}) Connection denied by (?:in|out)bound list (?<acl>\\S{1,256}) src ${bare('s')} dest ${bare('d')}`,
  ),
  106006: denied(`^Deny inbound (?<proto>UDP) from ${bare('s')} to ${bare('d')} on interface (?<sif>\\S{1,64})$`),
  106007: denied(`^Deny inbound (?<proto>UDP) from ${bare('s')} to ${bare('d')} due to (?<reason>DNS \\w{1,16})`),
  106010: denied(`^Deny inbound ${PROTO} src ${end('s')}${who('s')} dst ${end('d')}`),
  106011: denied(`^Deny inbound \\(No xlate\\) ${PROTO} src ${end('s')}${who('s')} dst ${end('d')}`),
  106012: denied(`^Deny IP from ${bare('s')} to ${bare('d')}, (?<reason>IP options[^.]{0,128})`),
  106013: denied(`^Dropping echo request from (?<sip>${HOST}) to PAT address (?<dip>${HOST})$`),
  106014: denied(`^Deny inbound (?<proto>icmp) src ${end('s')}${who('s')} dst ${end('d')}`),
  106015: denied(
    `^Deny (?<proto>TCP) \\(no connection\\) from ${bare('s')} to ${bare('d')} flags (?<flags>[A-Z ]{0,64}?) +on interface (?<sif>[^\\s.]{1,64})`,
  ),
  106016: one('spoofed', `^Deny IP spoof from \\((?<sip>${HOST})\\) to (?<dip>${HOST}) on interface (?<sif>\\S{1,64})`),
  106017: one('spoofed', `^Deny IP due to Land Attack from (?<sip>${HOST}) to (?<dip>${HOST})$`),
  106018: denied(
    `^(?<proto>ICMP) packet type (?<icmp_type>\\d{1,3}) denied by (?:in|out)bound list (?<acl>\\S{1,256}) src (?<sip>${HOST}) dest (?<dip>${HOST})`,
  ),
  106020: one('spoofed', `^Deny IP teardrop fragment \\([^()]{1,128}\\) from (?<sip>${HOST}) to (?<dip>${HOST})`),
  106021: one(
    'spoofed',
    `^Deny ${PROTO} reverse path check from (?<sip>${HOST}) to (?<dip>${HOST}) on interface (?<sif>\\S{1,64})`,
  ),
  106022: one(
    'spoofed',
    `^Deny ${PROTO} connection spoof from (?<sip>${HOST}) to (?<dip>${HOST}) on interface (?<sif>\\S{1,64})`,
  ),
  106023: denied(
    `^Deny ${PROTO} src ${end('s')}${who('s')} dst ${end('d')}${who('d')}(?: \\(?type (?<icmp_type>\\d{1,3}), code (?<icmp_code>\\d{1,3})\\)?,?)? by access-group "(?<acl>[^"]{1,256})"`,
  ),
  106100: one(
    'access-list',
    `^access-list (?<acl>\\S{1,256}) (?<verdict>permitted|denied|est-allowed) (?<proto>[\\w-]{1,16}) (?<sif>[^\\s/]{1,64})/(?<sip>${HOST})\\((?<sport>\\d{1,5})\\) ?${who('s')} ?-> ?(?<dif>[^\\s/]{1,64})/(?<dip>${HOST})\\((?<dport>\\d{1,5})\\)`,
  ),
  ...shared(
    '106102 106103',
    one(
      'access-list',
      `^access-list (?<acl>\\S{1,256}) (?<verdict>permitted|denied) (?<proto>[\\w-]{1,16}) for user '?(?<user>[^\\s']{1,256})'? (?<sif>[^\\s/]{1,64})/(?<sip>${HOST})\\((?<sport>\\d{1,5})\\) -> (?<dif>[^\\s/]{1,64})/(?<dip>${HOST})\\((?<dport>\\d{1,5})\\)`,
    ),
  ),
  ...shared(
    '109005 109006 109034',
    one(
      'login',
      `^Authentication (?<result>succeeded|failed) for (?:network )?user '?(?<user>[^\\s']{1,256})'? from ${bare('s')} to ${bare('d')} on interface (?<sif>\\S{1,64})$`,
    ),
  ),
  ...shared(
    '109007 109008',
    one(
      'authorized',
      `^Authorization (?<verdict>permitted|denied) for user '?(?<user>[^\\s']{1,256})'? from ${bare('s')} to ${bare('d')} on interface (?<sif>\\S{1,64})$`,
    ),
  ),
  109025: one(
    'authorized',
    `^Authorization (?<verdict>denied) \\(acl=(?<acl>[^)]{1,256})\\) for user '(?<user>[^']{1,256})' from ${bare('s')} to ${bare('d')} on interface (?<sif>\\S{1,64}) using (?<proto>\\w{1,16})$`,
  ),
  111008: one('changed', "^User '?(?<user>[^'\\s]{1,256})'? executed the '?(?<command>.{1,2048}?)'? command\\.?$"),
  111009: one('command', "^User '?(?<user>[^'\\s]{1,256})'? executed cmd: ?(?<command>.{1,2048})$"),
  111010: one(
    'changed',
    `^User '?(?<user>[^'\\s]{1,256})'?, running '?(?<app>[^'\\s]{1,64})'? from IP (?<sip>${IP}), executed '?(?<command>.{1,2048}?)'?$`,
  ),
  113004: one(
    'aaa',
    `^AAA user (?<aaa>\\w{1,16}) Successful ?: server = {1,2}(?<server>${HOST}) ?[:,] [Uu]ser = (?<user>.{1,256})$`,
  ),
  ...shared('113005 113016', [
    [
      'aaa-rejected',
      re(
        `^AAA (?:user (?<aaa>\\w{1,16}) Rejected|credentials rejected) ?: reason = (?<reason>[^:=]{1,128}?) ?: server = (?<server>${HOST}) ?[:,] [Uu]ser = (?<user>.{1,256}) ?: user IP = (?<sip>${IP})$`,
      ),
    ],
    [
      'aaa-rejected',
      re(
        `^AAA (?:user (?<aaa>\\w{1,16}) Rejected|credentials rejected) ?: reason = (?<reason>[^:=]{1,128}?) ?: server = (?<server>${HOST}) ?[:,] [Uu]ser = (?<user>[^=]{1,256})$`,
      ),
    ],
  ]),
  113006: one('locked', '^User (?<user>.{1,256}) locked out on exceeding (?<count>\\d{1,6}) successive failed'),
  113007: one('unlocked', '^User (?<user>\\S{1,256}) unlocked by administrator'),
  113008: one('aaa', '^AAA transaction status (?<result>ACCEPT) ?: user = (?<user>.{1,256})$'),
  113012: one('aaa', '^AAA user (?<aaa>\\w{1,16}) Successful ?: local database ?: user = (?<user>.{1,256})$'),
  ...shared('113015 113017', [
    [
      'aaa-rejected',
      re(
        `^AAA (?:user (?<aaa>\\w{1,16}) Rejected|credentials rejected) ?: reason = (?<reason>[^:=]{1,128}?) ?: local database ?: user = (?<user>.{1,256}) ?: user IP = (?<sip>${IP})$`,
      ),
    ],
    [
      'aaa-rejected',
      re(
        '^AAA (?:user (?<aaa>\\w{1,16}) Rejected|credentials rejected) ?: reason = (?<reason>[^:=]{1,128}?) ?: local database ?: user = (?<user>[^=]{1,256})$',
      ),
    ],
  ]),
  113019: one(
    'tunnel-closed',
    `${PEER}Session disconnected\\. Session Type: (?<tunnel>[^,]{1,64}), Duration: (?<duration>[\\w :]{1,32}), Bytes xmt: (?<sent>\\d{1,20}), Bytes rcv: (?<received>\\d{1,20}), Reason: (?<reason>.{1,256})$`,
  ),
  113021: one(
    'console',
    '^Attempted console login failed\\. User (?<user>.{1,256}) did NOT have appropriate Admin Rights\\.?$',
  ),
  113029: one('tunnel-refused', `${SESSION}(?<reason>Session could not be established.{0,256})$`),
  113035: one('tunnel-closed', `${SESSION}Session terminated: (?<reason>.{1,256})$`),
  113038: one('tunnel-refused', `${SESSION}(?<reason>Unable to create .{1,128})$`),
  113039: one('tunnel-opened', `${SESSION}(?<tunnel>AnyConnect) parent session started\\.?$`),
  ...shared(
    '302013 302015 302303',
    one(
      'built',
      `^Built (?<direction>inbound|outbound) (?<proto>\\w{2,16}) (?:state-bypass )?connection (?<connection>\\d{1,20}) (?:for|from) ${end('s')}${MAPPED}${who('s')} to ${end('d')}${MAPPED}${who('d')}${LAST_USER}$`,
    ),
  ),
  ...shared(
    '302014 302016 302304',
    one(
      'closed',
      `^Teardown (?<proto>\\w{2,16}) (?:state-bypass )?connection (?<connection>\\d{1,20}) (?:for|from) ${end('s')}${who('s')} to ${end('d')}${who('d')} duration (?<duration>[\\d:]{5,16}) bytes (?<bytes>\\d{1,18})(?: (?<reason>[^()]{1,160}?))?${LAST_USER}$`,
    ),
  ),
  302017: one(
    'built',
    `^Built (?<direction>inbound|outbound) (?<proto>GRE) connection (?<connection>\\d{1,20}) from (?<sif>${IFACE}):(?<sip>${HOST})(?:/\\d{1,10})?${MAPPED}${who('s')} to (?<dif>${IFACE}):(?<dip>${HOST})(?:/\\d{1,10})?`,
  ),
  302018: one(
    'closed',
    `^Teardown (?<proto>GRE) connection (?<connection>\\d{1,20}) from (?<sif>${IFACE}):(?<sip>${HOST})(?:/\\d{1,10})?${who('s')} to (?<dif>${IFACE}):(?<dip>${HOST})(?:/\\d{1,10})?${who('d')} duration (?<duration>[\\d:]{5,16}) bytes (?<bytes>\\d{1,18})`,
  ),
  302020: one(
    'built',
    `^Built (?<direction>inbound|outbound) (?<proto>ICMP) connection for faddr (?<sip>${HOST})(?:/(?<sid>\\d{1,5}))?${who('s')} gaddr \\S{1,160} laddr (?<dip>${HOST})(?:/(?<did>\\d{1,5}))?`,
  ),
  302021: one(
    'closed',
    `^Teardown (?<proto>ICMP) connection for faddr (?<sip>${HOST})(?:/(?<sid>\\d{1,5}))?${who('s')} gaddr \\S{1,160} laddr (?<dip>${HOST})(?:/(?<did>\\d{1,5}))?`,
  ),
  303002: one(
    'ftp',
    `^FTP connection from ${end('s')}${who('s')} to ${end('d')}${who('d')}, user (?<user>[^\\s,]{1,256}) (?<action>Stored|Retrieved)(?: file)? (?<file>.{1,1024})$`,
  ),
  304001: one(
    'web',
    `^(?:(?<user>[^\\s@]{1,256})@)?(?<sip>${IP}) ?(?:\\([^()]{1,128}\\))? ?Accessed (?:JAVA )?URL (?:[^\\s@/:]{1,128}@)?(?<dip>\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]{2,45}\\]):(?<url>\\S{1,4096})$`,
  ),
  304002: one(
    'web-refused',
    `^Access denied URL (?<url>\\S{1,4096}) SRC (?<sip>${IP})(?:\\([^()]{1,128}\\))? DEST (?<dip>${IP}) on interface (?<sif>\\S{1,64})$`,
  ),
  305005: denied(`^(?<reason>No translation group found) for ${PROTO} src ${end('s')}${who('s')} dst ${end('d')}`),
  305006: denied(
    `^(?<reason>(?:\\w{1,16} )?translation creation failed) for ${PROTO} src ${end('s')}${who('s')} dst ${end('d')}`,
  ),
  ...shared(
    '305009 305010 305011 305012',
    one(
      'translation',
      `^(?<what>Built|Teardown) (?:dynamic|static) (?:(?<proto>TCP|UDP|ICMP) )?translation from (?<sif>[^\\s:]{1,64})(?: \\([^()]{1,128}\\))?:(?<sip>${HOST})(?:/(?<id>\\d{1,5}))?${who('s')} to (?<mapped_if>[^\\s:]{1,64})(?:\\([^()]{1,128}\\))?:(?<mapped_ip>${HOST})`,
    ),
  ),
  305013: denied(
    `^(?<reason>Asymmetric NAT rules matched) for forward and reverse flows; Connection (?:for )?${PROTO} src ${end('s')}${who('s')} dst ${end('d')}`,
  ),
  308001: one(
    'enable',
    `^(?:PIX )?console enable password incorrect for (?<count>\\d{1,6}) tries \\(from (?<sip>${HOST})\\)`,
  ),
  313001: denied(
    `^Denied (?<proto>ICMP) type=(?<icmp_type>\\d{1,3}), code=(?<icmp_code>\\d{1,3}) from (?<sip>${HOST}) on interface (?<sif>\\S{1,64})$`,
  ),
  313004: denied(
    `^Denied (?<proto>ICMP) type=(?<icmp_type>\\d{1,3}), from (?:laddr )?(?<sip>${HOST}) on interface (?<sif>\\S{1,64}) to (?<dip>[^\\s/(),]{1,128}?): ?(?<reason>no matching session)$`,
  ),
  313005: denied(
    `^(?<reason>No matching connection) for ICMP error message: (?<proto>icmp) src ${end('s')}${who('s')} dst ${end('d')}`,
  ),
  313008: denied(
    `^Denied (?<proto>IPv6-ICMP) type=(?<icmp_type>\\d{1,3}), code=(?<icmp_code>\\d{1,3}) from (?<sip>${HOST}) on interface (?<sif>\\S{1,64})$`,
  ),
  313009: denied(
    `^Denied invalid (?<proto>ICMP) code (?<icmp_code>\\d{1,3}), for (?<sif>${IFACE}):(?<sip>${HOST})/\\d{1,5}${MAPPED}${who('s')} to (?<dif>${IFACE}):(?<dip>${HOST})/`,
  ),
  315011: one(
    'logout',
    `^SSH session from (?<sip>${IP}) on interface (?<sif>\\S{1,64}) for user "?(?<user>[^"\\s]{0,256})"? disconnected by SSH server, reason: (?<reason>.{1,256})$`,
  ),
  322001: one(
    'mac-spoofed',
    '^Deny MAC address (?<smac>[0-9A-Fa-f.:-]{12,17}), possible spoof attempt on interface (?<sif>\\S{1,64})$',
  ),
  ...shared(
    '338001 338002 338003 338004 338005 338006 338007 338008 338201 338202 338203 338204',
    one(
      'botnet',
      `^Dynamic [Ff]ilter (?<verdict>monitored|dropped|action) (?<list>black|grey)list?ed (?<proto>\\w{2,16}) traffic from ${end('s')} \\([^()]{1,64}\\) to ${end('d')} \\([^()]{1,64}\\), (?:source|destination) (?<listed>\\S{1,256}) resolved from (?<source>[\\w-]{1,32}) list: (?<domain>[^,\\s]{1,256})(?:, threat-level: (?<threat_level>[\\w-]{1,16}), category: (?<category>.{1,128}))?$`,
    ),
  ),
  ...shared(
    Array.from({ length: 52 }, (_, index) => String(400_000 + index)).join(' '),
    one(
      'ids',
      `^IPS:(?<signature>\\d{1,5}) (?<name>.{1,128}?) from (?<sip>${IP}) to (?<dip>${IP}) on interface (?<sif>\\S{1,64})$`,
    ),
  ),
  401002: one('shun', `^Shun added: (?<sip>${IP})`),
  401003: one('shun', `^Shun deleted: (?<sip>${IP})$`),
  401004: denied(`^(?<reason>Shunned packet): (?<sip>${IP}) ?={1,2}>? ?(?<dip>${IP}) on interface (?<sif>\\S{1,64})$`),
  410001: denied(
    `^Dropped (?<proto>UDP) DNS (?:reply|request|response|query)? ?from ${end('s')} to ${end('d')}; (?<reason>.{1,256})$`,
  ),
  419002: denied(`^(?<reason>Duplicate (?<proto>TCP) SYN) from ${end('s')} to ${end('d')} with different`),
  420002: denied(`^(?<reason>IPS requested to drop) (?<proto>\\w{1,16}) packets? (?:from )?${end('s')} to ${end('d')}`),
  434002: denied(`^(?<reason>SFR requested to drop) (?<proto>\\w{1,16}) packet from ${end('s')} to ${end('d')}`),
  500004: denied(
    `^(?<reason>Invalid transport field) for protocol=(?<protonum>\\d{1,3}), from ${bare('s')} to ${bare('d')}$`,
  ),
  502101: one(
    'account-added',
    '^New user added to local dbase: Uname: (?<user>\\S{1,256}) Priv: (?<privilege>\\d{1,2})',
  ),
  502102: one(
    'account-deleted',
    '^User deleted from local dbase: Uname: (?<user>\\S{1,256}) Priv: (?<privilege>\\d{1,2})',
  ),
  502103: one(
    'privilege',
    '^User priv level changed: Uname: (?<user>\\S{1,256}) From: (?<from>\\d{1,2}) To: (?<to>\\d{1,2})$',
  ),
  507003: denied(
    `^(?<proto>\\w{2,16}) flow from ${end('s')} to ${end('d')} terminated by inspection engine, reason ?- ?(?<reason>.{1,256})$`,
  ),
  602303: one(
    'tunnel-opened',
    `^IPSEC: An (?:in|out)bound (?<tunnel>[\\w -]{1,64}?) SA \\(SPI ?= ?(?<spi>0x[0-9A-Fa-f]{1,8})\\) between (?<dip>${IP}) and (?<sip>${IP}) \\(user ?= ?(?<user>[^)]{1,256})\\) has been created\\.?$`,
  ),
  602304: one(
    'tunnel-closed',
    `^IPSEC: An (?:in|out)bound (?<tunnel>[\\w -]{1,64}?) SA \\(SPI ?= ?(?<spi>0x[0-9A-Fa-f]{1,8})\\) between (?<dip>${IP}) and (?<sip>${IP}) \\(user ?= ?(?<user>[^)]{1,256})\\) has been deleted\\.?$`,
  ),
  604103: one(
    'dhcp',
    `^DHCP daemon interface (?<dif>\\S{1,64}): (?<what>address granted) (?<smac>[0-9A-Fa-f.:-]{12,32}) \\((?<sip>${IP})\\)$`,
  ),
  604104: one(
    'dhcp',
    `^DHCP daemon interface (?<dif>\\S{1,64}): (?<what>address released) (?<smac>[0-9A-Fa-f.:-]{12,32}) \\((?<sip>${IP})\\)$`,
  ),
  ...shared(
    '605004 605005',
    one(
      'login',
      `^Login (?<result>permitted|denied) from (?<sip>${HOST})/(?<sport>\\d{1,5}) to (?<dif>${IFACE}):(?<dip>${HOST})/(?<service>[\\w-]{1,32}) for user "(?<user>.{0,256})"$`,
    ),
  ),
  606001: one('asdm', `^ASDM session number (?<session>\\d{1,10}) from (?<sip>${IP}) started$`),
  606002: one('asdm', `^ASDM session number (?<session>\\d{1,10}) from (?<sip>${IP}) ended$`),
  ...shared('609001 609002', one('local-host', `^(?<what>Built|Teardown) local-host ${end('s')}`)),
  ...shared(
    '611101 611102',
    one(
      'login',
      `^User authentication (?<result>succeeded|failed): (?:IP address: (?<sip>${IP}), )?Uname: (?<user>.{1,256})$`,
    ),
  ),
  611103: one('logout', '^User logged out: Uname: (?<user>.{1,256})$'),
  ...shared(
    '710001 710002',
    one(
      'to-the-box',
      `^(?<proto>TCP|UDP|SCTP) access (?:requested|permitted) from ${bare('s')} to (?<dif>${IFACE}):(?<dip>${HOST})/(?<service>[\\w-]{1,32})$`,
    ),
  ),
  710003: denied(
    `^(?<proto>TCP|UDP|SCTP) (?<reason>access denied by ACL) from ${bare('s')} to (?<dif>${IFACE}):(?<dip>${HOST})/(?<service>[\\w-]{1,32})$`,
  ),
  710004: denied(
    `^(?<proto>TCP) (?<reason>connection limit exceeded) from ${bare('s')} to (?<dif>${IFACE}):(?<dip>${HOST})/(?<service>[\\w-]{1,32}) `,
  ),
  710005: denied(
    `^(?<proto>TCP|UDP|SCTP) (?<reason>request discarded) from ${bare('s')} to (?<dif>${IFACE}):(?<dip>${HOST})/(?<service>[\\w-]{1,32})$`,
  ),
  710006: denied(
    `^(?<proto>[\\w-]{1,16}) (?<reason>request discarded) from (?<sip>${HOST}) to (?<dif>${IFACE}):(?<dip>${HOST})$`,
  ),
  713049: one('tunnel-opened', `${PEER}Security negotiation complete for (?<tunnel>LAN-to-LAN Group|User) `),
  713050: one(
    'tunnel-closed',
    `${PEER}Connection terminated for peer (?:\\S{1,128})\\. +Reason: (?<reason>.{1,256}?)(?: +Remote Proxy .{1,256})?$`,
  ),
  713119: one('tunnel-phase', `${PEER}(?<what>PHASE 1 COMPLETED)$`),
  713120: one('tunnel-phase', `${PEER}(?<what>PHASE 2 COMPLETED)`),
  713167: one('tunnel-login', `${PEER}(?<reason>Remote peer has failed user authentication)`),
  713228: one('address', `${PEER}Assigned private IP address (?<assigned>${IP}) to remote user$`),
  713259: one('tunnel-closed', `${PEER}Session is being torn down\\. Reason: (?<reason>.{1,256})$`),
  716001: one('tunnel-opened', `${SESSION}(?<tunnel>WebVPN) session started\\.?$`),
  716002: one('tunnel-closed', `${SESSION}(?<tunnel>WebVPN) session terminated: (?<reason>.{1,256}?)\\.?$`),
  716003: one('vpn-web', `${SESSION}WebVPN access "?(?<verdict>GRANTED):? ?(?<url>\\S{1,4096}?)"?$`),
  716004: one('vpn-web', `${SESSION}WebVPN access (?<verdict>DENIED) to specified location: (?<url>\\S{1,4096})$`),
  716038: one(
    'tunnel-login',
    `${SESSION}Authentication: (?<result>successful), Session Type: (?<tunnel>[^.,]{1,64})\\.?$`,
  ),
  716039: [
    ['tunnel-login', re(`${SESSION}Authentication: (?<result>rejected), Session Type: (?<tunnel>[^.,]{1,64})\\.?$`)],
    [
      'tunnel-login',
      /^Authentication: (?<result>rejected), group = (?<group>\S{1,128}) user = (?<user>.{1,256}?) ?, Session Type: (?<tunnel>[^.,]{1,64})\.?$/,
    ],
  ],
  716058: one('tunnel-other', `${SESSION}(?<what>AnyConnect session lost connection\\. Waiting to resume)`),
  716059: one('tunnel-other', `${SESSION}(?<what>AnyConnect session resumed)`),
  722022: one('tunnel-opened', `${SESSION}(?<proto>TCP|UDP) (?:SVC )?(?<what>connection established) with`),
  722023: one('tunnel-closed', `${SESSION}(?<proto>TCP|UDP) (?:SVC )?(?<what>connection terminated) with`),
  722028: one('tunnel-closed', `${SESSION}Stale SVC (?<what>connection closed)`),
  722033: one('tunnel-other', `${SESSION}(?<what>First (?<proto>TCP|UDP) SVC connection established for SVC session)`),
  722037: one('tunnel-other', `${SESSION}SVC closing connection: (?<reason>.{1,256}?)\\.?$`),
  722051: one(
    'address',
    `${SESSION}(?:IPv4 )?[Aa]ddress <?(?<assigned>${IP})>? (?:IPv6 [Aa]ddress <?(?<assigned6>${IP})>? )?assigned to session$`,
  ),
  725001: one(
    'tls',
    `^(?<what>Starting) SSL handshake with client ${end('s')} to ${bare('d')} for (?<tls>[\\w.]{1,16}) session`,
  ),
  725002: one(
    'tls',
    `^Device (?<what>completed) SSL handshake with client ${end('s')} to ${bare('d')} for (?<tls>[\\w.]{1,16}) session`,
  ),
  725003: one('tls', `^SSL client ${end('s')} to ${bare('d')} (?<what>request to resume) previous session`),
  725006: one('tls-failed', `^Device (?<what>failed) SSL handshake with client ${end('s')}(?: to ${bare('d')})?$`),
  725007: one(
    'tls-closed',
    `^SSL session with client ${end('s')}(?: to ${bare('d')}(?: for (?<tls>[\\w.]{1,16}) session)?)? (?<what>terminated)\\.?$`,
  ),
  733100: one('threat-rate', '^\\[ *(?<object>[^\\]]{1,128}?) *\\] drop rate[ -](?<rate>\\d{1,2}) exceeded'),
  733101: one('threat-host', `^(?:Object|Host|Subnet) (?<host>${IP}) \\(?is (?<role>targeted|attacking)\\)?\\.`),
  733102: one('shun', `^Threat-detection adds host (?<sip>${IP}) to shun list$`),
  733103: one('shun', `^Threat-detection removes host (?<sip>${IP}) from shun list$`),
  734001: one(
    'dap',
    `^DAP: User (?<user>[^,]{1,256}), Addr (?<sip>${IP}), Connection (?<tunnel>[^:]{1,64}): The following DAP records were selected for this connection: (?<records>.{1,1024})$`,
  ),
  750002: one('tunnel-other', `${TUNNEL2}(?<what>Received a IKE_\\w{1,32} request)`),
  750003: one('tunnel-refused', `${TUNNEL2}Negotiation aborted due to ERROR: (?<reason>.{1,256})$`),
  750006: one('tunnel-opened', `${TUNNEL2}SA UP\\. Reason: (?<reason>.{1,256})$`),
  750007: one('tunnel-closed', `${TUNNEL2}SA DOWN\\. Reason: (?<reason>.{1,256})$`),
}
/** Cisco documents these without facts that could be read: a device tells of itself. */
export const SYSTEM: ReadonlySet<string> = new Set(
  '101001 101002 101003 101004 101005 103001 103004 103005 104001 104002 104003 104004 105002 105003 105004 105005 105006 105007 105008 105009 106101 111001 111002 111003 111004 111005 111007 112001 113014 113022 113023 199001 199002 199003 199005 199006 199010 201008 201010 201011 211001 211003 302010 321001 321006 411001 411002 411003 411004 419001 502111 502112 505001 505003 505013 603101 611314 717009 717027 717037 717054 717055 720001 771001 771002'.split(
    ' ',
  ),
)
