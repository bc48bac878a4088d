import type { Draft, Kind, Source } from '../../src/packs/kit.ts'
import { setConnection, setEnds, setHttp, setProtocol } from './ends.ts'

const BASE = { flow_id: 'connection_info.uid', community_id: 'connection_info.community_uid' } as const
const FLOW = ['{proto}', 'from {src_ip}', 'port {src_port}', 'to {dest_ip}', 'port {dest_port}'] as const

type Also = (source: Source, draft: Draft) => void
const ends =
  (also?: Also): Also =>
  (source, draft) => {
    setEnds(source, draft)
    setConnection(source, draft)
    also?.(source, draft)
  }
const traffic =
  (also?: Also): Also =>
  (source, draft) => {
    ends(also)(source, draft)
    setProtocol(source, draft)
  }

/** A transaction of a protocol that OCSF has no class for. */
const transaction = (title: string, says: readonly string[] = []): Kind => ({
  title,
  class: 'network_activity',
  activity: 6,
  severity: 1,
  map: BASE,
  says: ['{event_type}', ...says, ...FLOW],
  also: (source, draft) => {
    ends()(source, draft)
    draft.set('app_protocol_name', source.text('event_type'))
  },
})

const alert: Kind = {
  title: 'Alert of a rule',
  class: 'detection_finding',
  activity: 1,
  ends: { by: 'alert.action', allowed: ['allowed'], refused: ['blocked'] },
  // Suricata counts from 1, the most severe.
  severity: { by: 'alert.severity', words: { 1: 4, 2: 3, 3: 2 }, else: 1 },
  map: {
    'alert.signature': 'finding_info.title',
    'alert.signature_id': 'finding_info.uid',
    'alert.category': 'finding_info.desc',
    ...BASE,
    'http.hostname': 'http_request.url.hostname',
    'http.url': 'http_request.url.url_string',
    'http.http_user_agent': 'http_request.user_agent',
  },
  says: ['{alert.signature}', 'category {alert.category}', '{alert.action}', ...FLOW, '{http.hostname}{http.url}'],
  also: ends(),
}

const http: Kind = {
  title: 'Web request',
  class: 'http_activity',
  activity: 0,
  severity: 1,
  map: {
    ...BASE,
    'http.hostname': 'http_request.url.hostname',
    'http.url': 'http_request.url.url_string',
    'http.http_user_agent': 'http_request.user_agent',
    'http.http_refer': 'http_request.referrer',
    'http.protocol': 'http_request.version',
    'http.status': 'http_response.code',
    'http.length': 'http_response.body_length',
    'http.http_content_type': 'http_response.content_type',
  },
  says: [
    '{http.http_method} {http.hostname}{http.url}',
    'status {http.status}',
    ...FLOW,
    'agent {http.http_user_agent}',
  ],
  also: ends(setHttp),
}

const dns: Kind = {
  title: 'Name looked up or answered',
  class: 'dns_activity',
  activity: { by: 'dns.type', words: { query: 1, request: 1, answer: 2, response: 2 }, else: 6 },
  ends: {
    by: 'dns.rcode',
    success: ['NOERROR'],
    failure: ['FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'NOTAUTH', 'NOTZONE'],
  },
  severity: 1,
  map: { ...BASE, 'dns.rrname': 'query.hostname', 'dns.rrtype': 'query.type', 'dns.rcode': 'rcode' },
  says: ['DNS {dns.type} {dns.rrname}{dns.queries.rrname}', '{dns.rrtype}{dns.queries.rrtype}', '{dns.rcode}', ...FLOW],
  also: ends((source, draft) => {
    // Since version 3 the questions are a list, nearly always of one.
    draft.set('query.hostname', one(source.take('dns.queries.rrname')))
    draft.set('query.type', one(source.take('dns.queries.rrtype')))
  }),
}
const one = (value: unknown): unknown => (Array.isArray(value) ? undefined : value)

const tls: Kind = {
  title: 'TLS session',
  class: 'network_activity',
  activity: 6,
  severity: 1,
  map: {
    ...BASE,
    'tls.version': 'tls.version',
    'tls.sni': 'tls.sni',
    'tls.subject': 'tls.certificate.subject',
    'tls.issuerdn': 'tls.certificate.issuer',
    'tls.serial': 'tls.certificate.serial_number',
    'tls.ja3.hash': 'tls.ja3_hash.value',
    'tls.ja3s.hash': 'tls.ja3s_hash.value',
  },
  facts: { app_protocol_name: 'tls' },
  says: ['{tls.version}', '{tls.sni}', 'certificate {tls.subject}', 'of {tls.issuerdn}', ...FLOW],
  also: ends(),
}

const kerberos: Also = (source, draft) => {
  const type = source.text('krb5.msg_type')
  // The first answer to most requests: the client then sends what is asked for.
  if (type === 'KRB_ERROR' && source.text('krb5.error_code') !== 'KDC_ERR_PREAUTH_REQUIRED') draft.end('failure')
  else if (type === 'KRB_AS_REP' || type === 'KRB_TGS_REP') draft.end('success')
}

export const KINDS: Readonly<Record<string, Kind>> = {
  alert,
  http,
  dns,
  tls,
  drop: {
    title: 'Packet dropped',
    class: 'network_activity',
    activity: 5,
    ends: 'refused',
    map: { ...BASE, 'alert.signature': 'firewall_rule.name', 'alert.signature_id': 'firewall_rule.uid' },
    says: ['Dropped', ...FLOW, 'reason {drop.reason}', '{alert.signature}'],
    also: ends(),
  },
  flow: {
    title: 'Flow',
    class: 'network_activity',
    activity: { by: 'flow.state', words: { closed: 2, new: 1 }, else: 6 },
    ends: { by: 'flow.action', refused: ['drop'] },
    severity: 1,
    map: {
      ...BASE,
      'flow.bytes_toserver': 'traffic.bytes_out',
      'flow.bytes_toclient': 'traffic.bytes_in',
      'flow.pkts_toserver': 'traffic.packets_out',
      'flow.pkts_toclient': 'traffic.packets_in',
    },
    says: ['Flow {flow.state}', '{app_proto}', ...FLOW, 'action {flow.action}'],
    also: traffic(),
  },
  netflow: {
    title: 'Flow in one direction',
    class: 'network_activity',
    activity: 6,
    severity: 1,
    map: { ...BASE, 'netflow.bytes': 'traffic.bytes', 'netflow.pkts': 'traffic.packets' },
    says: ['Flow', '{app_proto}', ...FLOW],
    also: traffic(),
  },
  ssh: {
    title: 'SSH session',
    class: 'ssh_activity',
    activity: 6,
    severity: 1,
    map: { ...BASE, 'ssh.client.proto_version': 'protocol_ver' },
    says: ['SSH', 'client {ssh.client.software_version}', 'server {ssh.server.software_version}', ...FLOW],
    also: ends(),
  },
  smtp: {
    title: 'Mail sent',
    class: 'email_activity',
    activity: 99,
    severity: 1,
    // Which way it goes depends on whose network it is.
    facts: { direction_id: 0 },
    map: {
      ...BASE,
      'smtp.mail_from': 'email.smtp_from',
      'smtp.rcpt_to': 'email.smtp_to',
      'smtp.helo': 'smtp_hello',
      'email.from': 'email.from',
      'email.subject': 'email.subject',
    },
    says: ['Mail from {smtp.mail_from}', 'to {smtp.rcpt_to}', 'subject {email.subject}', ...FLOW],
    also: (source, draft) => {
      setEnds(source, draft)
      delete draft.objects.connection_info
      draft.objects.direction_id = 0
    },
  },
  ftp: {
    title: 'FTP command',
    class: 'ftp_activity',
    activity: {
      by: 'ftp.command',
      words: { STOR: 1, APPE: 1, STOU: 1, RETR: 2, DELE: 4, RNTO: 5, RNFR: 5, LIST: 6, NLST: 6, MLSD: 6 },
      else: 99,
    },
    severity: 1,
    map: { ...BASE, 'ftp.command': 'command' },
    says: ['FTP {ftp.command}', 'reply {ftp.completion_code} {ftp.reply}', ...FLOW],
    also: ends((source, draft) => {
      const said = source.text('ftp.command_data')
      const command = source.text('ftp.command')
      if (command === 'USER') draft.set('actor.user.name', said)
      else if (command === 'STOR' || command === 'RETR' || command === 'DELE') draft.set('file.path', said)
      const code = source.text('ftp.completion_code')
      if (code !== undefined && /^[245]\d\d$/.test(code)) draft.end(code.startsWith('2') ? 'success' : 'failure')
    }),
  },
  ftp_data: {
    title: 'FTP transfer',
    class: 'ftp_activity',
    activity: { by: 'ftp_data.command', words: { STOR: 1, APPE: 1, RETR: 2, LIST: 6, NLST: 6 }, else: 99 },
    severity: 1,
    map: { ...BASE, 'ftp_data.filename': 'file.path', 'ftp_data.command': 'command' },
    says: ['FTP transfer {ftp_data.command} {ftp_data.filename}', ...FLOW],
    also: ends(),
  },
  fileinfo: {
    title: 'File seen',
    class: 'network_file_activity',
    activity: { by: 'http.http_method', words: { GET: 2, POST: 1, PUT: 1 }, else: 99 },
    severity: 1,
    map: {
      ...BASE,
      'fileinfo.filename': 'file.path',
      'fileinfo.size': 'file.size',
      'fileinfo.magic': 'file.desc',
    },
    says: ['File {fileinfo.filename}', '{fileinfo.state}', 'size {fileinfo.size}', '{fileinfo.magic}', ...FLOW],
    also: traffic((source, draft) => {
      const sums = ['md5', 'sha1', 'sha256'].map(name => `${name}=${source.text(`fileinfo.${name}`) ?? ''}`)
      draft.set('file.hashes', sums.join(','))
    }),
  },
  smb: {
    title: 'SMB command',
    class: 'smb_activity',
    activity: {
      by: 'smb.disposition',
      words: {
        FILE_SUPERSEDE: 1,
        FILE_OPEN: 2,
        FILE_CREATE: 3,
        FILE_OPEN_IF: 4,
        FILE_OVERWRITE: 5,
        FILE_OVERWRITE_IF: 6,
      },
      else: 99,
    },
    ends: {
      by: 'smb.status',
      success: ['STATUS_SUCCESS'],
      failure: ['STATUS_ACCESS_DENIED', 'STATUS_OBJECT_NAME_NOT_FOUND', 'STATUS_BAD_NETWORK_NAME'],
    },
    severity: 1,
    map: {
      ...BASE,
      'smb.command': 'command',
      'smb.filename': 'file.path',
      'smb.share': 'share',
      'smb.dialect': 'dialect',
    },
    says: ['{smb.command}', '{smb.filename}', 'share {smb.share}', '{smb.status}', ...FLOW],
    also: ends(),
  },
  'smb:login': {
    title: 'Login to SMB',
    class: 'authentication',
    activity: 1,
    ends: {
      by: 'smb.status',
      success: ['STATUS_SUCCESS'],
      failure: [
        'STATUS_LOGON_FAILURE',
        'STATUS_ACCOUNT_LOCKED_OUT',
        'STATUS_ACCOUNT_DISABLED',
        'STATUS_PASSWORD_EXPIRED',
        'STATUS_ACCESS_DENIED',
        'STATUS_WRONG_PASSWORD',
        'STATUS_NO_SUCH_USER',
      ],
    },
    severity: 1,
    facts: { auth_protocol: 'NTLM', auth_protocol_id: 1 },
    map: {
      'smb.ntlmssp.user': 'user.name',
      'smb.ntlmssp.domain': 'user.domain',
      'smb.ntlmssp.host': 'src_endpoint.hostname',
      'smb.status': 'status_detail',
    },
    says: ['Login to SMB', 'user {smb.ntlmssp.domain}\\{smb.ntlmssp.user}', '{smb.status}', ...FLOW],
    also: (source, draft) => {
      setEnds(source, draft)
      draft.objects.auth_protocol_id = 1
    },
  },
  krb5: {
    title: 'Kerberos ticket',
    class: 'authentication',
    activity: {
      by: ['krb5.failed_request', 'krb5.msg_type'],
      words: { KRB_AS_REQ: 3, KRB_AS_REP: 3, KRB_TGS_REQ: 4, KRB_TGS_REP: 4 },
      else: 99,
    },
    severity: 1,
    facts: { auth_protocol: 'Kerberos' },
    map: {
      'krb5.cname': 'user.name',
      'krb5.realm': 'user.domain',
      'krb5.sname': 'service.name',
      'krb5.error_code': 'status_detail',
    },
    says: ['{krb5.msg_type}', 'for {krb5.cname}', 'service {krb5.sname}', '{krb5.error_code}', ...FLOW],
    also: (source, draft) => {
      setEnds(source, draft)
      draft.objects.auth_protocol_id = 2
      kerberos(source, draft)
    },
  },
  dhcp: {
    title: 'Lease of an address',
    class: 'dhcp_activity',
    activity: {
      by: 'dhcp.dhcp_type',
      words: { discover: 1, offer: 2, request: 3, decline: 4, ack: 5, nak: 6, release: 7, inform: 8 },
      else: 99,
    },
    ends: { by: 'dhcp.dhcp_type', success: ['ack'], failure: ['nak', 'decline'] },
    severity: 1,
    map: { 'dhcp.client_mac': 'src_endpoint.mac', 'dhcp.hostname': 'src_endpoint.hostname' },
    says: ['DHCP {dhcp.dhcp_type}', '{dhcp.client_mac}', 'host {dhcp.hostname}', 'address {dhcp.assigned_ip}', ...FLOW],
    also: (source, draft) => {
      if (source.text('dhcp.type') === 'reply') {
        if (source.text('dhcp.dhcp_type') === 'ack') draft.set('src_endpoint.ip', source.text('dhcp.assigned_ip'))
        draft.set('dst_endpoint.ip', source.text('src_ip')).set('dst_endpoint.port', source.take('src_port'))
        source.use('dest_ip', 'dest_port')
      } else setEnds(source, draft)
      setConnection(source, draft)
    },
  },
  rdp: {
    title: 'Remote desktop',
    class: 'rdp_activity',
    activity: {
      by: 'rdp.event_type',
      words: { initial_request: 1, initial_response: 2, connect_request: 3, connect_response: 4, tls_handshake: 5 },
      else: 99,
    },
    severity: 1,
    map: BASE,
    says: ['RDP {rdp.event_type}', 'client {rdp.client.client_name}', ...FLOW],
    also: ends(),
  },
  tftp: {
    title: 'TFTP transfer',
    class: 'network_file_activity',
    activity: { by: 'tftp.packet', words: { read: 2, write: 1 }, else: 99 },
    severity: 1,
    map: { ...BASE, 'tftp.file': 'file.path' },
    says: ['TFTP {tftp.packet} {tftp.file}', ...FLOW],
    also: ends(),
  },
  anomaly: {
    title: 'Anomaly of a protocol',
    class: 'network_activity',
    activity: 6,
    severity: 2,
    map: { ...BASE, 'anomaly.event': 'status_detail' },
    says: ['Anomaly {anomaly.event}', '{anomaly.layer}', ...FLOW],
    also: ends(),
  },
  arp: {
    title: 'ARP',
    class: 'network_activity',
    activity: 6,
    severity: 1,
    facts: { 'connection_info.protocol_name': 'arp' },
    map: {
      'arp.src_ip': 'src_endpoint.ip',
      'arp.src_mac': 'src_endpoint.mac',
      'arp.dest_ip': 'dst_endpoint.ip',
    },
    says: ['ARP {arp.opcode}', 'from {arp.src_ip} {arp.src_mac}', 'to {arp.dest_ip}'],
  },
  nfs: transaction('NFS procedure', ['{nfs.procedure}', '{nfs.filename}', '{nfs.status}']),
  snmp: transaction('SNMP message', ['{snmp.pdu_type}']),
  sip: transaction('SIP message', ['{sip.method}', '{sip.code} {sip.reason}']),
  rfb: transaction('Remote framebuffer', ['authentication {rfb.authentication.security_result}']),
  mqtt: transaction('MQTT message'),
  ike: transaction('IKE message'),
  ikev2: transaction('IKE message'),
  dnp3: transaction('DNP3 message', ['{dnp3.type}']),
  modbus: transaction('Modbus message'),
  enip: transaction('EtherNet/IP message'),
  pgsql: transaction('PostgreSQL message'),
  quic: transaction('QUIC session', ['{quic.version}', '{quic.sni}']),
  http2: transaction('HTTP/2 frame'),
  websocket: transaction('WebSocket message', ['{websocket.opcode}']),
  ldap: transaction('LDAP message', ['{ldap.request.operation}']),
  pop3: transaction('POP3 command', ['{pop3.request.command}']),
  mdns: transaction('Multicast DNS message', ['{mdns.type}']),
  doh2: transaction('DNS over HTTP/2'),
  dcerpc: transaction('DCE/RPC call', ['{dcerpc.request}']),
  bittorrent_dht: transaction('BitTorrent DHT message', ['{bittorrent_dht.request_type}']),
  metadata: { ...transaction('Metadata of a flow'), also: traffic() },
  verdict: { ...transaction('Verdict on a packet', ['{verdict.action}']), also: traffic() },
  packet: { ...transaction('Packet of a tagged flow'), also: traffic() },
  frame: { ...transaction('Frame of a protocol', ['{frame.type}']), also: traffic() },
  stats: {
    title: 'Counters',
    class: 'base_event',
    activity: 0,
    severity: 1,
    says: [
      'Counters of Suricata',
      'uptime {stats.uptime}',
      'packets {stats.capture.kernel_packets}',
      'dropped {stats.capture.kernel_drops}',
    ],
  },
  engine: {
    title: 'Message of the engine',
    class: 'base_event',
    activity: 0,
    severity: { by: 'log_level', words: { Error: 3, Warning: 2 }, else: 1 },
    says: ['{log_level}', '{engine.message}', '{engine.error}'],
  },
}
